import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, elementsIn, onlyChild, optionalChild, textOf } from "@/lib/xml/read-element";
import { verifiedElement } from "@/lib/xml/verify";
import type { IdentityService } from "../context/identity-service";
import { publishedCertificates } from "../identity-provider/signing-material";
import { ASSERTION, PROTOCOL } from "../saml/names";
import { followedThrough, postedForm } from "./federated-sign-in";
import type { TestBrowser } from "./test-browser";

type Written = { value: string; type: string | undefined };

/** Signs in where the login page is shown, and reads the response that an application gets in the end. */
export async function obtainSamlResponse(
	service: IdentityService,
	browser: TestBrowser,
	address: string,
	options?: Parameters<typeof followedThrough>[2],
) {
	const page = await followedThrough(browser, address, options);
	const markup = await page.text();
	if (page.status !== 200) throw new Error(`${page.status}: ${markup}`);
	return readSamlResponse(service, markup);
}

/** @throws BadSignature unless the response is signed with a certificate that is published now */
export async function readSamlResponse(service: IdentityService, markup: string) {
	const { action, fields } = postedForm(markup);
	const document = Buffer.from(fields.SAMLResponse ?? "", "base64").toString();
	return { action, fields, ...(await readSamlDocument(service, document)) };
}

/** The same for the document alone. */
export async function readSamlDocument(service: IdentityService, document: string) {
	const root = parseXml(document, { bytes: 16 * 1024 * 1024 });
	const certificates = await publishedCertificates(service);
	const content = verifiedElement(root, { certificates, idAttribute: "ID", signed: "one element" });
	const assertion = content.name === "Response" ? optionalChild(content, ASSERTION, "Assertion") : content;
	return {
		document,
		root,
		signed: content.name,
		statuses: statusCodes(onlyChild(root, PROTOCOL, "Status")),
		/** Null in a response with an error status. */
		assertion: assertion ? assertionOf(assertion) : null,
	};
}

function statusCodes(status: XmlElement): (string | undefined)[] {
	const code = optionalChild(status, PROTOCOL, "StatusCode");
	return code ? [attributeOf(code, "Value"), ...statusCodes(code)] : [];
}

function assertionOf(assertion: XmlElement) {
	const subject = onlyChild(assertion, ASSERTION, "Subject");
	const nameId = onlyChild(subject, ASSERTION, "NameID");
	const confirmation = onlyChild(
		onlyChild(subject, ASSERTION, "SubjectConfirmation"),
		ASSERTION,
		"SubjectConfirmationData",
	);
	const conditions = onlyChild(assertion, ASSERTION, "Conditions");
	const authentication = onlyChild(assertion, ASSERTION, "AuthnStatement");
	const statement = optionalChild(assertion, ASSERTION, "AttributeStatement");
	const attributes = statement ? elementsIn(statement) : [];
	return {
		issuer: textOf(onlyChild(assertion, ASSERTION, "Issuer")),
		nameId: { value: textOf(nameId), format: attributeOf(nameId, "Format") },
		confirmation: valuesOf(confirmation),
		conditions: valuesOf(conditions),
		audience: textOf(onlyChild(onlyChild(conditions, ASSERTION, "AudienceRestriction"), ASSERTION, "Audience")),
		authentication: valuesOf(authentication),
		contextClass: textOf(
			onlyChild(onlyChild(authentication, ASSERTION, "AuthnContext"), ASSERTION, "AuthnContextClassRef"),
		),
		formats: Object.fromEntries(
			attributes.map((attribute) => [attributeOf(attribute, "Name"), attributeOf(attribute, "NameFormat")]),
		),
		attributes: Object.fromEntries(
			attributes.map((attribute) => [
				attributeOf(attribute, "Name"),
				childrenOf(attribute, ASSERTION, "AttributeValue").map(written),
			]),
		) as Record<string, Written[]>,
	};
}

function valuesOf(element: XmlElement): Record<string, string> {
	return Object.fromEntries(element.attributes.map(({ name, value }) => [name, value]));
}

/** Unchanged, including white space. */
function written(element: XmlElement): Written {
	return {
		value: element.children.map(String).join(""),
		type: element.attributes.find(({ name }) => name === "type")?.value,
	};
}
