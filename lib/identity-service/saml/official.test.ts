import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { xmlCharacters } from "@/lib/xml/markup";
import { parseXml } from "@/lib/xml/parse";
import { anyText } from "@/lib/xml/testing/any-text";
import { publishedCertificates } from "../identity-provider/signing-material";
import { findUser } from "../store/users";
import { missingOfficialChecks, openOfficialChecks } from "../testing/official-checks";
import { addSamlClient, authnRequestXml, partyCertificate, redirectQuery } from "../testing/saml-party";
import { obtainSamlResponse, readSamlDocument } from "../testing/saml-response";
import { TestBrowser } from "../testing/test-browser";
import { startTestService, USER_ID } from "../testing/test-service";
import { ASSERTION, PROTOCOL } from "./names";
import { samlResponse } from "./response";
import { samlClient } from "./saml-client";

const RUNS = process.env.LONG ? 500 : 4;
const LONG_NAME = "𝕏é<&>".repeat(120_000);
const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const PROTOCOL_SCHEMA = "saml-schema-protocol-2.0.xsd";
const SETTINGS: Record<string, object> = {
	plain: {},
	"of-response": { signResponse: true },
	"with-sha512": { signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512", lifetimeInSeconds: 60 },
	bare: {
		typedAttributes: false,
		includeAttributeNameFormat: false,
		mapIdentities: false,
		mappings: { email: "mail", user_id: "a b<&>\"'" },
		nameIdentifierProbes: ["mail"],
	},
	silent: {
		mappings: { user_id: "id" },
		nameIdentifierProbes: ["id"],
		passthroughClaimsWithNoMapping: false,
		mapIdentities: false,
		issuer: "urn:a&b<c>'\"",
		audience: "urn:a&b<c>",
		recipient: "https://x.example/?a=1&b=2",
	},
	"with-logout": {
		logout: { slo_enabled: true, callback: "https://sp.example/logout" },
		nameIdentifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
	},
	signing: { signingCert: partyCertificate },
};

describe.skipIf(missingOfficialChecks)("SAML by the official schemas and another XML signature implementation:", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let checks: ReturnType<typeof openOfficialChecks>;
	let browser: TestBrowser;
	let certificate = "";
	beforeAll(async () => {
		tenant = await startTestService();
		checks = openOfficialChecks();
		browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		[certificate = ""] = await publishedCertificates(tenant.service);
		for (const [name, samlp] of Object.entries(SETTINGS)) await addSamlClient(tenant.service, name, samlp);
	});
	afterAll(async () => {
		checks.close();
		await tenant.stop();
	});

	const isWellSigned = (document: string, name: string, other = certificate) =>
		checks.isWellSigned(document, `${name === "Response" ? PROTOCOL : ASSERTION}:${name}`, { certificate: other });
	const changeUser = (values: object) =>
		tenant.service.database.updateTable("users").set(values).where("user_id", "=", USER_ID).execute();

	it.each(Object.keys(SETTINGS))("a response and metadata are valid and well signed: %s", async (clientId) => {
		const { document, signed } = await obtainSamlResponse(tenant.service, browser, `samlp/${clientId}`);
		expect(checks.schemaFaults(document, PROTOCOL_SCHEMA)).toBe("");
		expect(isWellSigned(document, signed)).toBe(true);
		expect(isWellSigned(document, signed, partyCertificate)).toBe(false);
		expect(isWellSigned(document.replace(/SessionIndex="_/, "$&0"), signed)).toBe(false);
		const metadata = await (await browser.visit(`samlp/metadata/${clientId}`)).text();
		expect(checks.schemaFaults(metadata, "saml-schema-metadata-2.0.xsd")).toBe("");
	});

	it("an error response is valid and well signed", async () => {
		const passive = authnRequestXml({ clientId: "saml", attributes: { IsPassive: "true" } });
		const anonymous = new TestBrowser(tenant.service);
		const { document, signed } = await obtainSamlResponse(
			tenant.service,
			anonymous,
			`samlp/saml?${redirectQuery(passive)}`,
		);
		expect(signed).toBe("Response");
		expect(checks.schemaFaults(document, PROTOCOL_SCHEMA)).toBe("");
		expect(isWellSigned(document, signed)).toBe(true);
	});

	it("the schemas find what is wrong", async () => {
		const { document } = await obtainSamlResponse(tenant.service, browser, "samlp/plain");
		expect(checks.schemaFaults(document.replace("<saml:Conditions ", "<saml:Condition "), PROTOCOL_SCHEMA)).not.toBe(
			"",
		);
		expect(checks.schemaFaults(document.replace(/ ID="_/, ' ID="0'), PROTOCOL_SCHEMA)).not.toBe("");
	});

	it("names of any text are read as they were written, by this parser and another one", {
		timeout: 600_000,
	}, async () => {
		const user = await findUser(tenant.service.database, USER_ID);
		if (!user) throw new Error("no user");
		const login = { sessionUid: "x", authenticatedAt: new Date(), methods: ["pwd"] };
		await fc.assert(
			fc.asyncProperty(anyText, anyText, fc.constantFrom("plain", "of-response"), async (name, picture, clientId) => {
				const request = {
					protocol: "samlp" as const,
					clientId,
					replyTo: "https://sp.example/acs" as const,
					requester: null,
					inResponseTo: null,
					state: null,
				};
				const document = await samlResponse(tenant.service, request, await samlClient(tenant.service, clientId), {
					...login,
					user: { ...user, name, picture },
				});
				const { assertion, signed } = await readSamlDocument(tenant.service, document);
				expect(assertion?.attributes[`${CLAIMS}name`]?.[0]?.value).toBe(xmlCharacters(name));
				expect(assertion?.attributes["http://schemas.auth0.com/picture"]?.[0]?.value).toBe(xmlCharacters(picture));
				expect(assertion?.nameId.value).toBe(USER_ID);
				const read = checks.textAt(document, `//*[local-name()='Attribute'][@Name='${CLAIMS}name']`);
				expect(read).toBe(xmlCharacters(name));
				expect(isWellSigned(document, signed)).toBe(true);
				expect(checks.schemaFaults(document, PROTOCOL_SCHEMA)).toBe("");
			}),
			{ numRuns: RUNS },
		);
	});

	it("a name of a megabyte arrives whole", { timeout: 60_000 }, async () => {
		await changeUser({ name: LONG_NAME });
		const { document, assertion, signed } = await obtainSamlResponse(tenant.service, browser, "samlp/plain");
		await changeUser({ name: "Rita Rook" });
		expect(assertion?.attributes[`${CLAIMS}name`]?.[0]?.value).toBe(LONG_NAME);
		expect(isWellSigned(document, signed)).toBe(true);
		expect(parseXml(document, { bytes: 32 * 1024 * 1024 }).name).toBe("Response");
	});
});
