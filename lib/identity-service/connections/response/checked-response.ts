import { isDeepStrictEqual } from "node:util";
import { BadSignature, UnreadableXml } from "@/lib/xml/errors";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, isElement, onlyChild } from "@/lib/xml/read-element";
import { verifiedElements } from "@/lib/xml/verify";
import type { IdentityService } from "../../context/identity-service";
import { messageRefusal, type Refusal } from "../../http/refusal";
import { certificateBlocks, isUsableToVerify, readCertificate } from "../../keys/certificates";
import { ASSERTION, PROTOCOL } from "../../saml/names";
import { insertArtifact } from "../../store/oidc-artifacts";
import type { SamlConnection } from "../saml-connection";
import type { AssertionFacts } from "./assertion-facts";
import { firstReading } from "./first-reading";
import {
	RESPONSE_BASE64_LENGTH_MAX,
	RESPONSE_BYTES_MAX,
	RESPONSE_CLOCK_SKEW_SECONDS,
	RESPONSE_LIFETIME_SECONDS,
} from "./response-limits";
import { requireEntity, requireFitting, requireResponseHeader } from "./response-requirements";
import { encryptionIn, requireResponseShape } from "./response-shape";
import { secondReading } from "./second-reading";
import { requireSuccess } from "./status";

/** The content of a provider's response, all of it from bytes that the provider has signed. */
export type CheckedResponse = ReturnType<typeof requireFitting>;

/**
 * Checks a response by itself. Whether this browser sent the request that it names, and whether the response was used
 * before, is checked elsewhere.
 *
 * Two independent readers have to agree: the strict one of `lib/xml`, whose result is used, and `@node-saml/node-saml`,
 * which has to verify the same response and read the same content. Forgeries rely on a check of one element while
 * another is read, or on two parsers that read a document differently; what deceives one of these readers differs from
 * the result of the other.
 * @param samlResponse value of the form's `SAMLResponse`
 * @throws Refusal
 */
export async function checkedResponse(
	service: Pick<IdentityService, "now">,
	connection: SamlConnection,
	samlResponse: string,
): Promise<CheckedResponse> {
	const now = service.now();
	const certificates = usableCertificates(connection, now);
	try {
		const { base64, root } = responseDocument(samlResponse);
		if (!isElement(root, PROTOCOL, "Response")) throw messageRefusal("The message is not a response to a sign-in.");
		requireSuccess(root);
		requireResponseShape(root);
		const { facts, response, isSigned, signers } = signedFacts(root, certificates);
		const checked = requireFitting(facts, connection, now);
		requireResponseHeader(response, connection, { ...checked, issuer: facts.issuer, isSigned, now });
		// The library's error messages quote the response.
		const other = await secondReading(connection, signers, base64, now).catch(() => null);
		if (other === null) throw messageRefusal("The response failed its second check.");
		if (!isDeepStrictEqual(other, facts)) throw ambiguousReading();
		return checked;
	} catch (error) {
		if (error instanceof UnreadableXml) {
			const encryption = encryptionIn(Buffer.from(samlResponse, "base64").toString());
			throw encryption ?? messageRefusal(`The response cannot be read. ${error.message}`);
		}
		if (error instanceof BadSignature) {
			throw messageRefusal(`The response's signature is not accepted. ${error.message}`);
		}
		throw error;
	}
}

/**
 * The certificates that verify a connection's responses: readable, of a long enough RSA key, and valid now.
 * @returns PEM, at least one
 * @throws Refusal where there is none
 */
export function usableCertificates({ options }: Pick<SamlConnection, "options">, now: Date): [string, ...string[]] {
	const certificates = certificateBlocks(options.signingCert ?? "").map(readCertificate);
	const usable = certificates.filter((each) => each !== null).filter((each) => isUsableToVerify(each, now));
	const [first, ...others] = usable.map(String);
	if (first !== undefined) return [first, ...others];
	throw messageRefusal("The connection has no certificate that is valid now, so no response can be trusted.");
}

/**
 * Decodes the XML in a form (SAML bindings 2.0 section 3.5.4).
 * @returns the base64 without line ends, which MIME encoders add, and the document's root
 */
function responseDocument(samlResponse: string): { base64: string; root: XmlElement } {
	const tooLarge = () => messageRefusal(`The response is larger than ${RESPONSE_BYTES_MAX / 1024} KB.`, 413);
	if (samlResponse.length > RESPONSE_BASE64_LENGTH_MAX) throw tooLarge();
	const base64 = samlResponse.replace(/[\r\n]/g, "");
	const bytes = Buffer.from(base64, "base64");
	// Decoders skip invalid characters, each in its own way: only text that encodes to itself again is base64.
	if (base64 === "" || bytes.toString("base64") !== base64) throw messageRefusal("The response is not base64.");
	if (bytes.length > RESPONSE_BYTES_MAX) throw tooLarge();
	return { base64, root: parseXml(bytes, { bytes: RESPONSE_BYTES_MAX }) };
}

/** The assertion's content by each signature that covers it: the response's, its own, or both, which have to agree. */
function signedFacts(root: XmlElement, certificates: readonly string[]) {
	const signed = verifiedElements(root, { certificates, idAttribute: "ID" });
	const response = signed.find(({ element }) => isElement(element, PROTOCOL, "Response"))?.element;
	const [facts, ...same] = signed.map(({ element }): AssertionFacts => {
		const assertion = element === response ? onlyChild(element, ASSERTION, "Assertion") : element;
		if (attributeOf(assertion, "Version") !== "2.0") throw messageRefusal("The assertion is not SAML 2.0.");
		requireEntity(onlyChild(assertion, ASSERTION, "Issuer"));
		return firstReading(assertion);
	});
	if (!facts || !same.every((other) => isDeepStrictEqual(other, facts))) throw ambiguousReading();
	const signers = [...new Set(signed.map(({ certificate }) => certificate))];
	return { facts, response: response ?? root, isSigned: response !== undefined, signers };
}

function ambiguousReading(): Refusal {
	return messageRefusal("The response can be read in two ways, so it is not trusted.");
}

/**
 * Accepts an assertion once, in any response (SAML profiles 2.0 section 4.1.4.5): a second one is a replay, or a
 * reloaded page.
 * @throws Refusal for an ID that this connection has used, for as long as its assertion could be accepted
 */
export async function requireFirstUse(
	{ database, now }: Pick<IdentityService, "database" | "now">,
	{ name }: Pick<SamlConnection, "name">,
	{ assertionId }: Pick<CheckedResponse, "assertionId">,
): Promise<void> {
	const expiresAt = Math.ceil(now().getTime() / 1000) + RESPONSE_LIFETIME_SECONDS + RESPONSE_CLOCK_SKEW_SECONDS;
	// By name: a connection that is deleted and created again has the same callback.
	const artifact = { model: "SamlAssertion", id: JSON.stringify([name, assertionId]), payload: {}, expiresAt };
	if (await insertArtifact(database, artifact)) return;
	throw messageRefusal("The identity provider's response was already used. Sign in again.");
}
