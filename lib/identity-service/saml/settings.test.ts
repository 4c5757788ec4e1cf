import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { followedThrough } from "../testing/federated-sign-in";
import { addSamlClient } from "../testing/saml-party";
import { obtainSamlResponse } from "../testing/saml-response";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, startTestService, USER_ID } from "../testing/test-service";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const FIELDS = "http://schemas.auth0.com/";
const FORMATS = "urn:oasis:names:tc:SAML:2.0:attrname-format:";

describe("a SAML response", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let browser: TestBrowser;
	beforeAll(async () => {
		tenant = await startTestService();
		browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
	});
	afterAll(() => tenant.stop());

	let count = 0;
	async function obtain(samlp: object = {}) {
		count += 1;
		await addSamlClient(tenant.service, `party-${count}`, samlp);
		const { assertion, ...rest } = await obtainSamlResponse(
			tenant.service,
			browser,
			`samlp/party-${count}?RelayState=x`,
		);
		if (!assertion) throw new Error(rest.statuses.join());
		return { ...rest, ...assertion };
	}
	const values = ({ attributes }: { attributes: Record<string, { value: string }[]> }) =>
		Object.fromEntries(
			Object.entries(attributes).map(([name, all]) => [name, all.map(({ value }) => value).join("|")]),
		);

	it("has the specified defaults where nothing is set", async () => {
		const response = await obtain();
		expect(response).toMatchObject({
			action: "https://sp.example/acs",
			signed: "Assertion",
			statuses: ["urn:oasis:names:tc:SAML:2.0:status:Success"],
			issuer: "urn:localhost:3000",
			nameId: { value: USER_ID, format: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" },
			confirmation: { Recipient: "https://sp.example/acs" },
			audience: `party-${count}`,
			contextClass: "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified",
		});
		expect(response.root.attributes.map(({ name }) => name)).toEqual(["ID", "Version", "IssueInstant", "Destination"]);
		expect(response.document).toContain('Destination="https://sp.example/acs"');
		expect(response.document).toContain("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
		expect(response.document).toContain("http://www.w3.org/2001/04/xmlenc#sha256");
		const { NotBefore = "", NotOnOrAfter = "" } = response.conditions;
		expect(Date.parse(NotOnOrAfter) - Date.parse(NotBefore)).toBe(3_600_000);
		expect(response.confirmation.NotOnOrAfter).toBe(NotOnOrAfter);
		expect(response.authentication.SessionIndex).toMatch(/^_/);
		expect(values(response)).toEqual({
			[`${CLAIMS}nameidentifier`]: USER_ID,
			[`${CLAIMS}emailaddress`]: EMAIL,
			[`${CLAIMS}name`]: "Rita Rook",
			[`${CLAIMS}givenname`]: "Rita",
			[`${CLAIMS}surname`]: "Rook",
			[`${CLAIMS}upn`]: EMAIL,
			[`${FIELDS}identities/default/provider`]: "auth0",
			[`${FIELDS}identities/default/connection`]: "Username-Password-Authentication",
			[`${FIELDS}identities/default/isSocial`]: "false",
			[`${FIELDS}email_verified`]: "true",
			[`${FIELDS}created_at`]: "2026-01-02T03:04:05.000Z",
			[`${FIELDS}updated_at`]: "2026-01-02T03:04:05.000Z",
			[`${FIELDS}clientID`]: `party-${count}`,
			[`${FIELDS}picture`]: "http://localhost:3000/avatar.svg?letters=RR",
		});
		expect(response.attributes[`${FIELDS}email_verified`]?.[0]?.type).toBe("xs:boolean");
		expect(response.attributes[`${CLAIMS}name`]?.[0]?.type).toBe("xs:string");
		expect(new Set(Object.values(response.formats))).toEqual(new Set([`${FORMATS}uri`]));
	});

	it("names the audience, recipient, destination and issuer that are set, and is posted to the callback", async () => {
		const response = await obtain({
			audience: "urn:their:audience",
			recipient: "https://inner.example/acs",
			destination: "https://outer.example/acs",
			issuer: "urn:our:name",
		});
		expect(response).toMatchObject({
			action: "https://sp.example/acs",
			audience: "urn:their:audience",
			confirmation: { Recipient: "https://inner.example/acs" },
			issuer: "urn:our:name",
		});
		expect(response.document).toContain('Destination="https://outer.example/acs"');
		expect(response.document.split("urn:our:name</saml:Issuer>")).toHaveLength(3);
	});

	it("has attributes by the application's own mappings and no other; one field may be several, several one", async () => {
		const response = await obtain({
			mappings: {
				email: ["mail", "urn:oid:0.9.2342.19200300.100.1.3"],
				name: "Full Name",
				nickname: "nick",
				user_id: "mail",
			},
			passthroughClaimsWithNoMapping: false,
			mapIdentities: false,
			nameIdentifierProbes: ["mail"],
		});
		expect(values(response)).toEqual({
			mail: `${USER_ID}|${EMAIL}`,
			"urn:oid:0.9.2342.19200300.100.1.3": EMAIL,
			"Full Name": "Rita Rook",
		});
		expect(response.formats).toEqual({
			mail: `${FORMATS}basic`,
			"urn:oid:0.9.2342.19200300.100.1.3": `${FORMATS}uri`,
			"Full Name": `${FORMATS}unspecified`,
		});
	});

	it("leaves out what is switched off", async () => {
		const names = Object.keys(values(await obtain({ createUpnClaim: false })));
		expect(names).not.toContain(`${CLAIMS}upn`);
		expect(Object.keys(values(await obtain({ mapIdentities: false }))).join()).not.toContain("identities/default");
		const mapped = Object.keys(values(await obtain({ passthroughClaimsWithNoMapping: false })));
		expect(mapped.filter((name) => name.startsWith(FIELDS) && !name.includes("identities"))).toEqual([]);
		const { formats } = await obtain({ includeAttributeNameFormat: false });
		expect(new Set(Object.values(formats))).toEqual(new Set([undefined]));
		const { attributes } = await obtain({ typedAttributes: false });
		const types = Object.values(attributes).flatMap((all) => all.map(({ type }) => type));
		expect(new Set(types)).toEqual(new Set(["xs:anyType"]));
		const none = await obtain({
			mappings: { user_id: `${CLAIMS}nameidentifier` },
			passthroughClaimsWithNoMapping: false,
			mapIdentities: false,
		});
		expect(values(none)).toEqual({ [`${CLAIMS}nameidentifier`]: USER_ID });
	});

	it("has unmapped fields without a prefix where that is set", async () => {
		const names = Object.keys(values(await obtain({ mapUnknownClaimsAsIs: true })));
		expect(names).toContain("email_verified");
		expect(names).not.toContain(`${FIELDS}email_verified`);
	});

	it("is signed by the algorithms that are set", async () => {
		const { document } = await obtain({ signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" });
		expect(document).toContain("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512");
		expect(document).toContain("http://www.w3.org/2001/04/xmlenc#sha512");
		expect(document).not.toContain("sha256");
	});

	it("is a signed response instead of a signed assertion where that is set", async () => {
		const response = await obtain({ signResponse: true });
		expect(response.signed).toBe("Response");
		expect(response.document.split("<ds:Signature ")).toHaveLength(2);
		expect(response.nameId.value).toBe(USER_ID);
	});

	it("is valid for as long as is set", async () => {
		const { conditions, confirmation } = await obtain({ lifetimeInSeconds: 90 });
		const { NotBefore = "", NotOnOrAfter = "" } = conditions;
		expect(Date.parse(NotOnOrAfter) - Date.parse(NotBefore)).toBe(90_000);
		expect(confirmation.NotOnOrAfter).toBe(NotOnOrAfter);
	});

	it("names the user by the first attribute that there is, in the format that is set, and the context that is set", async () => {
		const response = await obtain({
			nameIdentifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
			nameIdentifierProbes: ["urn:none", `${CLAIMS}emailaddress`, `${CLAIMS}nameidentifier`],
			authnContextClassRef: "https://refeds.org/profile/sfa",
		});
		expect(response.nameId).toEqual({
			value: EMAIL,
			format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
		});
		expect(response.contextClass).toBe("https://refeds.org/profile/sfa");
	});

	it("is a page in words and one line in the log instead where no attribute names the user", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		for (const samlp of [
			{ nameIdentifierProbes: ["urn:none", "urn:neither"] },
			{ mappings: { email: "mail" }, nameIdentifierProbes: ["urn:none", "urn:neither"] },
		]) {
			log.mockClear();
			count += 1;
			await addSamlClient(tenant.service, `party-${count}`, samlp);
			const response = await followedThrough(browser, `samlp/party-${count}`);
			const words = "No attribute was found to generate the nameIdentifier. We tried with: urn:none, urn:neither";
			expect(response.status).toBe(400);
			const markup = await response.text();
			expect(markup).toContain(words);
			expect(markup).not.toContain("SAMLResponse");
			expect(log.mock.calls.map(([line]) => line)).toEqual([`identity-service: samlp refused: ${words}\n`]);
		}
		log.mockRestore();
	});
});
