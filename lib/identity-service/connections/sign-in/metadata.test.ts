import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, textOf } from "@/lib/xml/read-element";
import { publishedCertificates } from "../../identity-provider/signing-material";
import { METADATA } from "../../saml/names";
import { authorizeAddress, toProvider } from "../../testing/connection-sign-in";
import { missingOfficialChecks, openOfficialChecks } from "../../testing/official-checks";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { ANY_ENGINE, ISSUER, startTestService } from "../../testing/test-service";

const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:";

describe.each(ANY_ENGINE)("this service's metadata for a provider on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const { service } = tenant;
		await addConnection(service, "acme", ["web"], provider.options);
		await addConnection(service, "off", [], { entityId: "urn:a&b<c>'\"", signSAMLRequest: false });
		const post = { ...provider.options, protocolBinding: `${BINDING}HTTP-POST` as const };
		await addConnection(service, "posting", ["web"], post);
	});
	afterAll(() => tenant.stop());

	async function metadataOf(name: string) {
		const response = await new TestBrowser(tenant.service).visit(`samlp/metadata?connection=${name}`);
		const document = await response.text();
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
		const root = parseXml(document);
		return { document, root, descriptor: onlyChild(root, METADATA, "SPSSODescriptor") };
	}
	const places = (descriptor: XmlElement, name: string) =>
		childrenOf(descriptor, METADATA, name).map((place) => [
			attributeOf(place, "Binding"),
			attributeOf(place, "Location"),
		]);

	it("has the entity ID, the addresses of responses and logouts, and the keys that it signs with", async () => {
		const { root, descriptor } = await metadataOf("acme");
		expect(attributeOf(root, "entityID")).toBe("urn:auth0:localhost:3000:acme");
		expect(["AuthnRequestsSigned", "WantAssertionsSigned"].map((name) => attributeOf(descriptor, name))).toEqual([
			"true",
			"true",
		]);
		expect(places(descriptor, "AssertionConsumerService")).toEqual([
			[`${BINDING}HTTP-POST`, `${ISSUER}login/callback?connection=acme`],
		]);
		expect(places(descriptor, "SingleLogoutService")).toEqual([
			[`${BINDING}HTTP-Redirect`, `${ISSUER}logout`],
			[`${BINDING}HTTP-POST`, `${ISSUER}logout`],
		]);
		const formats = childrenOf(descriptor, METADATA, "NameIDFormat").map((format) => textOf(format));
		expect(formats.some((format) => format.includes("transient"))).toBe(false);
		expect(childrenOf(descriptor, METADATA, "KeyDescriptor")).toHaveLength(
			(await publishedCertificates(tenant.service)).length,
		);
	});

	it("is available while the connection is off, so that both sides can be set up", async () => {
		const { root, descriptor } = await metadataOf("off");
		expect(attributeOf(root, "entityID")).toBe("urn:a&b<c>'\"");
		expect(attributeOf(descriptor, "AuthnRequestsSigned")).toBe("false");
	});

	it.each(["", "?connection=", "?connection=unknown", "?connection=acme&connection=off", "?connection=a%00b"])(
		"is not found for %s",
		async (query) => {
			const { status } = await new TestBrowser(tenant.service).visit(`samlp/metadata${query}`);
			expect(status).toBe(404);
		},
	);

	it.skipIf(missingOfficialChecks)(
		"is valid by the official schemas, and so are the requests, well signed",
		async () => {
			const checks = openOfficialChecks();
			for (const name of ["acme", "off"]) {
				const { document } = await metadataOf(name);
				expect(checks.schemaFaults(document, "saml-schema-metadata-2.0.xsd")).toBe("");
			}
			const [certificate = ""] = await publishedCertificates(tenant.service);
			for (const connection of ["acme", "posting"]) {
				const address = authorizeAddress({ client_id: "web", connection, prompt: "login" });
				const { document } = await toProvider(new TestBrowser(tenant.service), address);
				expect(checks.schemaFaults(document, "saml-schema-protocol-2.0.xsd")).toBe("");
				const element = "urn:oasis:names:tc:SAML:2.0:protocol:AuthnRequest";
				expect(checks.isWellSigned(document, element, { certificate })).toBe(connection === "posting");
			}
			checks.close();
		},
	);
});
