import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { certificateBody } from "@/lib/xml/certificate-body";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, textOf } from "@/lib/xml/read-element";
import { verifiedElement } from "@/lib/xml/verify";
import { KEY_PUBLICATION_SECONDS, rotateSigningKeys, SIGNED_TOKEN_SECONDS_MAX } from "../keys/signing-keys";
import { addSamlClient, partyCertificate } from "../testing/saml-party";
import { obtainSamlResponse } from "../testing/saml-response";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, startTestService } from "../testing/test-service";
import { ASSERTION, METADATA, PROTOCOL } from "./names";

const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const BINDINGS = ["HTTP-Redirect", "HTTP-POST"].map((name) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`);
const REFRESH_SECONDS = 61;

describe.each(ANY_ENGINE)("SAML metadata on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const fetched = async (clientId: string) => {
		const response = await new TestBrowser(tenant.service).visit(`samlp/metadata/${clientId}`);
		expect(response.status).toBe(200);
		return { response, document: await response.text() };
	};
	const described = async (clientId: string) => {
		const root = parseXml((await fetched(clientId)).document);
		return { root, descriptor: onlyChild(root, METADATA, "IDPSSODescriptor") };
	};
	const certificates = (descriptor: XmlElement) =>
		childrenOf(descriptor, METADATA, "KeyDescriptor").map((key) => {
			expect(attributeOf(key, "use")).toBe("signing");
			const data = onlyChild(onlyChild(key, SIGNATURE, "KeyInfo"), SIGNATURE, "X509Data");
			return textOf(onlyChild(data, SIGNATURE, "X509Certificate"));
		});
	const endpoints = (descriptor: XmlElement, name: string) =>
		childrenOf(descriptor, METADATA, name).map((endpoint) => [
			attributeOf(endpoint, "Binding"),
			attributeOf(endpoint, "Location"),
		]);

	it("contains the sign-in endpoints, the certificate of responses, and the names of users' attributes", async () => {
		const { response } = await fetched("saml");
		expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
		expect(response.headers.get("content-disposition")).toBe('inline; filename="saml-metadata.xml"');
		const { root, descriptor } = await described("saml");
		expect(attributeOf(root, "entityID")).toBe("urn:localhost:3000");
		expect(attributeOf(descriptor, "protocolSupportEnumeration")).toBe(PROTOCOL);
		expect(endpoints(descriptor, "SingleSignOnService")).toEqual(
			BINDINGS.map((binding) => [binding, "http://localhost:3000/samlp/saml"]),
		);
		const { document } = await obtainSamlResponse(tenant.service, new TestBrowser(tenant.service), "samlp/saml");
		const [certificate = "", ...others] = certificates(descriptor);
		expect(others).toEqual([]);
		expect(document).toContain(`<ds:X509Certificate>${certificate}</ds:X509Certificate>`);
		expect(childrenOf(descriptor, METADATA, "NameIDFormat").map((format) => textOf(format))).toEqual([
			"urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
		]);
		expect(childrenOf(descriptor, ASSERTION, "Attribute").map((attribute) => attributeOf(attribute, "Name"))).toEqual(
			["nameidentifier", "emailaddress", "name", "givenname", "surname", "upn"].map((name) => CLAIMS + name),
		);
	});

	it("omits what is off, and requires no signed requests", async () => {
		const { descriptor } = await described("saml");
		expect(endpoints(descriptor, "SingleLogoutService")).toEqual([]);
		expect(attributeOf(descriptor, "WantAuthnRequestsSigned")).toBeUndefined();
	});

	it("contains what is set: logout, signed requests, the issuer, the name's format, mappings", async () => {
		await addSamlClient(tenant.service, "with-all", {
			logout: { slo_enabled: true, callback: "https://sp.example/logout" },
			signingCert: partyCertificate,
			issuer: "urn:ours",
			nameIdentifierFormat: "urn:format",
			mappings: { email: ["mail", "urn:mail"] },
			createUpnClaim: false,
			includeAttributeNameFormat: false,
		});
		const { root, descriptor } = await described("with-all");
		expect(attributeOf(root, "entityID")).toBe("urn:ours");
		expect(endpoints(descriptor, "SingleLogoutService")).toEqual(
			BINDINGS.map((binding) => [binding, "http://localhost:3000/samlp/with-all/logout"]),
		);
		expect(attributeOf(descriptor, "WantAuthnRequestsSigned")).toBe("true");
		expect(textOf(onlyChild(descriptor, METADATA, "NameIDFormat"))).toBe("urn:format");
		const attributes = childrenOf(descriptor, ASSERTION, "Attribute");
		expect(attributes.map((attribute) => attributeOf(attribute, "Name"))).toEqual(["mail", "urn:mail"]);
		expect(attributes.map((attribute) => attributeOf(attribute, "NameFormat"))).toEqual([undefined, undefined]);
	});

	it.each(["samlp/metadata/web", "samlp/metadata/unknown", "samlp/metadata/wsfed", "samlp/metadata?connection=other"])(
		"responds 404 in words at /%s, with one line in the log",
		async (path) => {
			const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const response = await new TestBrowser(tenant.service).visit(path);
			expect(response.status).toBe(404);
			expect(await response.text()).toMatch(/There is no application here|There is no such connection/);
			expect(log).toHaveBeenCalledOnce();
			expect(log).toHaveBeenCalledWith(expect.stringMatching(/^identity-service: samlp-metadata refused: .*\n$/));
		},
	);
});

describe.each(ANY_ENGINE)("a rotation of the key that SAML responses are signed with on %s", (engine) => {
	it("causes no outage for a partner that has any earlier metadata, and old responses still verify", async () => {
		const tenant = await startTestService(engine);
		const { database, secrets, now } = tenant.service;
		const browser = new TestBrowser(tenant.service);
		const response = async () => (await obtainSamlResponse(tenant.service, browser, "samlp/saml")).document;
		const published = async () => {
			const document = await (await browser.visit("samlp/metadata/saml")).text();
			return [...document.matchAll(/<ds:X509Certificate>(.*?)</g)].map(([, body = ""]) => pem(body));
		};
		const isValid = (document: string, certificates: string[]) => {
			const root = parseXml(document, { bytes: 1024 * 1024 });
			try {
				return verifiedElement(root, { certificates, idAttribute: "ID", signed: "one element" }).name === "Assertion";
			} catch {
				return false;
			}
		};
		const [before, publishedBefore] = [await response(), await published()];
		expect(publishedBefore).toHaveLength(1);

		await rotateSigningKeys({ database, secrets, now });
		tenant.passSeconds(REFRESH_SECONDS);
		const [meanwhile, publishedMeanwhile] = [await response(), await published()];
		expect(publishedMeanwhile).toHaveLength(2);
		expect(publishedMeanwhile[0]).toBe(publishedBefore[0]);
		expect(isValid(meanwhile, publishedBefore)).toBe(true);

		tenant.passSeconds(KEY_PUBLICATION_SECONDS);
		const [after, publishedAfter] = [await response(), await published()];
		expect(isValid(after, publishedMeanwhile)).toBe(true);
		expect(isValid(after, publishedBefore)).toBe(false);
		expect(publishedAfter).toEqual(publishedMeanwhile.toReversed());
		for (const document of [before, meanwhile, after]) expect(isValid(document, publishedAfter)).toBe(true);

		tenant.passSeconds(SIGNED_TOKEN_SECONDS_MAX);
		expect(await published()).toEqual([publishedAfter[0]]);
		await tenant.stop();
	});
});

function pem(body: string): string {
	const text = `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
	expect(certificateBody(text)).toBe(body);
	return text;
}
