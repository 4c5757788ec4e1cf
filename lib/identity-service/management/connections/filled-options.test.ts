import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { certificateBody } from "@/lib/xml/certificate-body";
import { testCertificate } from "../../testing/test-certificate";
import { certificate as certificateOfOtherKind } from "../../testing/test-certificates";
import { openTestTenant, type TestTenant } from "../../testing/test-tenant";

const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const [certificate, next] = [testCertificate(), testCertificate({ name: "next.example" })];

const at = (name: string, binding: string, path: string) =>
	`<${name} Binding="${binding}" Location="https://idp.example/${path}"/>`;
const key = (pem: string) =>
	`<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificateBody(pem)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
const provider = (content: string, attributes = "") =>
	`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:idp" ${attributes}><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</IDPSSODescriptor></EntityDescriptor>`;

const [redirect, post] = [at("SingleSignOnService", REDIRECT, "sso"), at("SingleSignOnService", POST, "sso/post")];
const logouts = at("SingleLogoutService", POST, "slo/post") + at("SingleLogoutService", REDIRECT, "slo");

describe("options that a provider's metadata fills", () => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await openTestTenant();
	});
	afterAll(() => tenant.close());

	let count = 0;
	const send = (options: object) => {
		count += 1;
		return tenant.call("POST", "/connections", { body: { name: `corp-${count}`, strategy: "samlp", options } });
	};
	async function filled(options: object) {
		const response = await send(options);
		expect(response.status, response.text).toBe(201);
		const { options: returned } = response.json as { options: { signingCert?: string } & Record<string, unknown> };
		const { thumbprints, expires, subject, signingCert, ...others } = returned;
		return { ...others, ...(signingCert ? { signingCert: Buffer.from(signingCert, "base64").toString() } : {}) };
	}

	it("are its name, its addresses and its certificates; the document itself is not stored", async () => {
		const metadataXml = provider(key(certificate) + key(next) + logouts + post + redirect);
		expect(await filled({ metadataXml })).toEqual({
			issuer: "urn:idp",
			signInEndpoint: "https://idp.example/sso",
			signOutEndpoint: "https://idp.example/slo",
			signingCert: certificate + next,
		});
	});

	it("name the kind of name identifier that the provider has, where it has no persistent ones", async () => {
		const format = (name: string) => `<NameIDFormat>urn:oasis:names:tc:SAML:${name}</NameIDFormat>`;
		const [persistent, email] = [format("2.0:nameid-format:persistent"), format("1.1:nameid-format:emailAddress")];
		const nameIdentifierFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
		const options = (formats: string) => filled({ metadataXml: provider(key(certificate) + formats + redirect) });
		expect(await options(email)).toMatchObject({ nameIdentifierFormat });
		expect(await options(email + persistent)).not.toHaveProperty("nameIdentifierFormat");
		expect(await options(format("2.0:nameid-format:kerberos"))).not.toHaveProperty("nameIdentifierFormat");
	});

	it("never replace those that are sent", async () => {
		const sent = {
			issuer: "urn:other",
			signInEndpoint: "https://other.example/",
			signOutEndpoint: "https://other.example/out",
		};
		const metadataXml = provider(key(certificate) + logouts + redirect);
		expect(await filled({ ...sent, signingCert: next, metadataXml })).toEqual({ ...sent, signingCert: next });
		expect(await filled({ ...sent, signingCert: "", metadataXml })).toEqual(sent);
	});

	it("have the address for the requested binding, or the only binding", async () => {
		const inForm = { protocolBinding: POST, signInEndpoint: "https://idp.example/sso/post" };
		expect(await filled({ metadataXml: provider(redirect + post), protocolBinding: POST })).toMatchObject(inForm);
		expect(await filled({ metadataXml: provider(post) })).toMatchObject(inForm);
		const elsewhere = at("SingleLogoutService", POST, "slo").replace(
			"/>",
			' ResponseLocation="https://idp.example/back"/>',
		);
		expect(await filled({ metadataXml: provider(elsewhere + redirect) })).toEqual({
			issuer: "urn:idp",
			signInEndpoint: "https://idp.example/sso",
			signOutEndpoint: "https://idp.example/slo",
			signOutBinding: POST,
			signOutResponseEndpoint: "https://idp.example/back",
		});
		expect(await filled({ metadataXml: provider(logouts + redirect), signOutBinding: POST })).toMatchObject({
			signOutEndpoint: "https://idp.example/slo/post",
			signOutBinding: POST,
		});
	});

	it("leave out certificates of unusable keys, beside a usable one", async () => {
		const metadataXml = provider(key(certificateOfOtherKind) + key(certificate) + redirect);
		expect(await filled({ metadataXml })).toMatchObject({ signingCert: certificate });
	});

	const cutOff = (pem: string) => key(pem).replace(/.{300}</, "<");
	const [other, damaged] = [certificateOfOtherKind, key(certificate).replace(/>MII./, ">AAAA")];

	it("leave out certificates that can't be read, beside one that can, and the response names each", async () => {
		const metadataXml = provider(cutOff(next) + key(certificate) + damaged + key(other) + redirect);
		const { status, json } = await send({ metadataXml });
		expect(status).toBe(201);
		const { id, warnings, options } = json as {
			id: string;
			warnings: string[];
			options: { signingCert: string; thumbprints: string[] };
		};
		const kept = {
			signingCert: Buffer.from(certificate).toString("base64"),
			thumbprints: [expect.any(String)],
		};
		expect(options).toMatchObject(kept);
		const named = [
			expect.stringMatching(/^Signing certificate 1 of 4 \(begins with “MII.*”\) is cut off: \d+ of its \d+ bytes/),
			expect.stringMatching(/^Signing certificate 3 of 4 \(begins with “AAAA.*”\) is not a certificate/),
			expect.stringMatching(/^The certificate with the thumbprint [0-9a-f]{40} needs an RSA key/),
		];
		expect(warnings).toEqual(named);
		const changed = await tenant.call("PATCH", `/connections/${id}`, { body: { options: { metadataXml } } });
		expect(changed.status).toBe(200);
		expect(changed.json).toMatchObject({ warnings: named, options: kept });
		expect((await tenant.call("GET", `/connections/${id}`)).json).not.toHaveProperty("warnings");
	});

	it("are refused where none of the certificates can be read, which changes nothing", async () => {
		const { json } = await send({ metadataXml: provider(key(certificate) + redirect) });
		const { id } = json as { id: string };
		const before = (await tenant.call("GET", `/connections/${id}`)).json;
		const metadataXml = provider(cutOff(next) + damaged + key(other) + post);
		const created = await send({ metadataXml });
		const changed = await tenant.call("PATCH", `/connections/${id}`, {
			body: { display_name: "Other", options: { metadataXml } },
		});
		for (const response of [created, changed]) {
			expect(response.status).toBe(400);
			expect((response.json as { message: string }).message).toMatch(
				/^Payload validation error: 'None of its signing certificates can be used\. Signing certificate 1 of 3 \(.*\) is cut off: .*\. Signing certificate 2 of 3 \(.*\) is not a certificate.*\. The certificate with the thumbprint .* needs an RSA key of at least 2048 bits' on property options\.metadataXml\.$/,
			);
		}
		expect((await tenant.call("GET", `/connections/${id}`)).json).toEqual(before);
	});

	it("need no certificate of the metadata where one is sent", async () => {
		const metadataXml = provider(damaged + redirect);
		expect(await filled({ metadataXml, signingCert: next })).toMatchObject({ signingCert: next });
	});

	it.each([
		["words", "hello", "The XML has text outside of its element (line 1)"],
		["an application's", provider("").replaceAll("IDPSSO", "SPSSO"), "metadata of an application"],
		["a provider without an address", provider(key(certificate)), "Missing required property: signInEndpoint"],
		["an invalid address", provider(redirect.replace("https:", "javascript:")), "signInEndpoint can't be used"],
		["expired metadata", provider(redirect, 'validUntil="2026-11-21T10:00:00Z"'), "has expired"],
		["unusable keys", provider(key(certificateOfOtherKind) + redirect), "an RSA key"],
	])("are refused with %s", async (_, metadataXml, reason) => {
		const response = await send({ metadataXml });
		expect(response.status).toBe(400);
		expect((response.json as { message: string }).message).toContain(reason);
	});
});
