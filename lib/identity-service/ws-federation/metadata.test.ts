import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writtenXml } from "@/lib/xml/testing/written-xml";
import { KEY_PUBLICATION_SECONDS, rotateSigningKeys } from "../keys/signing-keys";
import { followedThrough, postedForm } from "../testing/federated-sign-in";
import { missingOfficialChecks, openOfficialChecks } from "../testing/official-checks";
import { TestBrowser } from "../testing/test-browser";
import { ISSUER, startTestService } from "../testing/test-service";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const FILE = "FederationMetadata/2007-06/FederationMetadata.xml";

/** What WS-Federation 1.2 (section 3.1.2) adds to metadata of SAML, as far as it is used here. */
const FEDERATION_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:md="${METADATA}"
	xmlns:tns="http://docs.oasis-open.org/wsfed/federation/200706"
	targetNamespace="http://docs.oasis-open.org/wsfed/federation/200706" elementFormDefault="qualified">
	<xs:import namespace="${METADATA}" schemaLocation="/usr/share/xml/opensaml/saml-schema-metadata-2.0.xsd"/>
	<xs:complexType name="Anything"><xs:sequence><xs:any namespace="##any" processContents="lax" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
	<xs:complexType name="TokenTypes"><xs:sequence><xs:element name="TokenType" maxOccurs="unbounded">
		<xs:complexType><xs:attribute name="Uri" type="xs:anyURI"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
	<xs:complexType name="SecurityTokenServiceType"><xs:complexContent><xs:extension base="md:RoleDescriptorType"><xs:sequence>
		<xs:element name="TokenTypesOffered" type="tns:TokenTypes" minOccurs="0"/>
		<xs:element name="ClaimTypesOffered" type="tns:Anything" minOccurs="0"/>
		<xs:element name="SecurityTokenServiceEndpoint" type="tns:Anything" maxOccurs="unbounded"/>
		<xs:element name="PassiveRequestorEndpoint" type="tns:Anything" minOccurs="0" maxOccurs="unbounded"/>
	</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>`;

describe("federation metadata", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let checks: ReturnType<typeof openOfficialChecks>;
	beforeAll(async () => {
		tenant = await startTestService();
		checks = openOfficialChecks();
	});
	afterAll(async () => {
		checks.close();
		await tenant.stop();
	});

	const read = async (path: string) => (await new TestBrowser(tenant.service).visit(path)).text();

	it.each([
		[`wsfed/${FILE}`, `${ISSUER}wsfed`],
		[`wsfed/wsfed/${FILE}`, `${ISSUER}wsfed/wsfed`],
	])("at /%s contains issuer, certificate and the endpoint %s", async (path, address) => {
		const response = await new TestBrowser(tenant.service).visit(path);
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
		const root = writtenXml(await response.text());
		expect(root.attributes.entityID).toBe("urn:localhost:3000");
		const values = (name: string, attribute?: string) =>
			root.elements
				.filter((element) => element.name === name)
				.map(({ attributes, text }) => (attribute ? attributes[attribute] : text));
		expect(values("RoleDescriptor", "xsi:type")).toEqual(["fed:SecurityTokenServiceType"]);
		expect(values("fed:TokenType", "Uri")).toEqual(["urn:oasis:names:tc:SAML:1.0:assertion"]);
		expect(values("auth:ClaimType", "Uri")).toContain(
			"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
		);
		expect(values("fed:PassiveRequestorEndpoint")).toEqual([address]);
		expect(values("SingleSignOnService", "Location")).toEqual([address]);
		expect(values("SingleLogoutService", "Location")).toEqual([address]);
		const body = (await read("pem")).replace(/-----\w+ CERTIFICATE-----|\s/g, "");
		expect(new Set(values("X509Certificate"))).toEqual(new Set([body]));
	});

	it("of an application contains its issuer and its claims", async () => {
		const wsfed = {
			issuer: "urn:ours",
			createUpnClaim: false,
			mappings: { email: ["mail", "http://a.example/b?c&d"], upn: "u" },
		};
		const change = (addon: object) =>
			tenant.service.database
				.updateTable("clients")
				.set({ settings: JSON.stringify({ addons: { wsfed: addon } }) })
				.where("client_id", "=", "wsfed")
				.execute();
		await change(wsfed);
		const root = writtenXml(await read(`wsfed/wsfed/${FILE}`));
		const offered = root.elements
			.filter(({ name }) => name === "auth:ClaimType")
			.map(({ attributes }) => attributes.Uri);
		expect([root.attributes.entityID, offered]).toEqual(["urn:ours", ["mail", "http://a.example/b?c&d"]]);
		await change({});
	});

	it.each([`wsfed/web/${FILE}`, `wsfed/unknown/${FILE}`])("does not exist at /%s", async (path) => {
		const response = await new TestBrowser(tenant.service).visit(path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain("There is no application here with sign-ins by WS-Federation.");
	});

	it.skipIf(missingOfficialChecks)("is valid against the schema and signed", async () => {
		const document = await read(`wsfed/wsfed/${FILE}`);
		expect(checks.schemaFaults(document, { text: FEDERATION_SCHEMA })).toBe("");
		expect(checks.isWellSigned(document, `${METADATA}:EntityDescriptor`, { certificate: await read("pem") })).toBe(
			true,
		);
	});

	it.skipIf(missingOfficialChecks)(
		"contains the next key before it signs; tokens of the previous key still verify",
		async () => {
			const certificates = async () => {
				const found = writtenXml(await read(`wsfed/${FILE}`)).elements.filter(({ name }) => name === "X509Certificate");
				return [...new Set(found.map(({ text }) => text))];
			};
			const signedToken = async () => {
				const response = await followedThrough(new TestBrowser(tenant.service), "wsfed/wsfed");
				return postedForm(await response.text()).fields.wresult ?? "";
			};
			const isValid = (document: string, body = "") =>
				checks.isWellSigned(document, "urn:oasis:names:tc:SAML:1.0:assertion:Assertion", {
					certificate: `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`,
					idAttribute: "AssertionID",
				});
			const [first] = await certificates();
			await rotateSigningKeys(tenant.service);
			const [current, next, ...others] = await certificates();
			expect([current, others]).toEqual([first, []]);
			const before = await signedToken();
			expect(isValid(before, current)).toBe(true);
			tenant.passSeconds(KEY_PUBLICATION_SECONDS + 61);
			await tenant.service.keys.refresh();
			const after = await signedToken();
			expect([isValid(after, next), isValid(after, current), isValid(before, current)]).toEqual([true, false, true]);
			expect((await certificates())[0]).toBe(next);
		},
	);
});
