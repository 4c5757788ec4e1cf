import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { WsFederationSettings } from "@/lib/contract/client/client-addons";
import type { WrittenElement } from "@/lib/xml/testing/written-xml";
import { followedThrough } from "../testing/federated-sign-in";
import { allNamed, attributeOf, CLAIMS, claimsIn, passiveToken, setClient, textOf } from "../testing/passive-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, startTestService, USER_ID } from "../testing/test-service";

describe("a token of WS-Federation, with settings of the application's own,", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const withSettings = async (wsfed: WsFederationSettings) => {
		await setClient(tenant.service, "wsfed", { addons: { wsfed } });
		return passiveToken(tenant.service);
	};

	it("is for another audience and from another issuer", async () => {
		const { root } = await withSettings({ audience: "urn:other <party>", issuer: "urn:ours" });
		expect([textOf(root, "saml:Audience"), textOf(root, "wsa:Address")]).toEqual([
			"urn:other <party>",
			"urn:other <party>",
		]);
		expect(attributeOf(root, "saml:Assertion", "Issuer")).toBe("urn:ours");
	});

	it("has a shorter lifetime", async () => {
		const { root } = await withSettings({ lifetimeInSeconds: 90 });
		const [from, until] = ["NotBefore", "NotOnOrAfter"].map((name) =>
			Date.parse(attributeOf(root, "saml:Conditions", name) ?? ""),
		);
		expect(Number(until) - Number(from)).toBe(90_000);
	});

	it("maps fields to other names, with a namespace where they have none", async () => {
		const mappings = {
			email: ["urn:oid:0.9.2342", "mail"],
			name: "http://names.example/a/b",
			user_id: `${CLAIMS}/nameidentifier`,
		};
		const { root } = await withSettings({ mappings, passthroughClaimsWithNoMapping: false, mapIdentities: false });
		const unspecified = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified";
		expect(claimsIn(root)).toEqual({
			[`${CLAIMS}/nameidentifier`]: USER_ID,
			[`${unspecified}/urn:oid:0.9.2342`]: EMAIL,
			[`${unspecified}/mail`]: EMAIL,
			"http://names.example/a/b": "Rita Rook",
		});
	});

	it("leaves out what is switched off, and nothing else", async () => {
		const usual = claimsIn((await withSettings({})).root);
		const without = async (settings: WsFederationSettings) => {
			const left = claimsIn((await withSettings(settings)).root);
			return Object.keys(usual).filter((name) => !(name in left));
		};
		expect(await without({ createUpnClaim: false })).toEqual([`${CLAIMS}/upn`]);
		expect(await without({ mapIdentities: false })).toEqual(
			["provider", "connection", "isSocial"].map((name) => `http://schemas.auth0.com/identities/default/${name}`),
		);
		const unmapped = await without({ passthroughClaimsWithNoMapping: false });
		expect(unmapped).toContain("http://schemas.auth0.com/clientID");
		expect(unmapped.every((name) => /^http:\/\/schemas\.auth0\.com\/\w+$/.test(name))).toBe(true);
	});

	it("has unmapped names without a prefix", async () => {
		const { root } = await withSettings({ mapUnknownClaimsAsIs: true });
		expect(claimsIn(root)).toMatchObject({
			"urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified/clientID": "wsfed",
		});
	});

	it("names the user by another attribute, in another format, and states another authentication method", async () => {
		const { root } = await withSettings({
			nameIdentifierProbes: ["http://nothing.example/", `${CLAIMS}/emailaddress`],
			nameIdentifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
			authnContextClassRef: "urn:federation:authentication:windows",
		});
		expect(allNamed(root, "saml:NameIdentifier").map((element) => element.text)).toEqual([EMAIL, EMAIL]);
		expect(attributeOf(root, "saml:NameIdentifier", "Format")).toBe(
			"urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
		);
		expect(attributeOf(root, "saml:AuthenticationStatement", "AuthenticationMethod")).toBe(
			"urn:federation:authentication:windows",
		);
	});

	it("is not issued where no attribute names the user", async () => {
		await setClient(tenant.service, "wsfed", {
			addons: { wsfed: { nameIdentifierProbes: ["http://nothing.example/"] } },
		});
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const response = await followedThrough(new TestBrowser(tenant.service), "wsfed/wsfed");
		const words = "No attribute was found to generate the nameIdentifier. We tried with: http://nothing.example/";
		expect([response.status, (await response.text()).includes(words)]).toEqual([400, true]);
		expect(log.mock.calls.map(([line]) => line)).toEqual([`identity-service: wsfed refused: ${words}\n`]);
	});

	it("declares the type of values, or not", async () => {
		const types = ({ root }: { root: WrittenElement }) =>
			new Set(allNamed(root, "saml:AttributeValue").map(({ attributes }) => attributes["xsi:type"]));
		expect(types(await withSettings({}))).toEqual(new Set(["xs:string", "xs:boolean"]));
		expect(types(await withSettings({ typedAttributes: false }))).toEqual(new Set([undefined]));
	});

	it.each([
		[{}, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"],
		[
			{ signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" },
			"http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
			"http://www.w3.org/2001/04/xmlenc#sha512",
		],
	] as const)("is signed with %j", async (settings, signature, digest) => {
		const { root } = await withSettings(settings);
		expect(attributeOf(root, "ds:SignatureMethod", "Algorithm")).toBe(signature);
		expect(attributeOf(root, "ds:DigestMethod", "Algorithm")).toBe(digest);
	});

	it("has the mapped attribute alone where all others are switched off", async () => {
		const { root } = await withSettings({
			mappings: { user_id: "http://id.example/id" },
			nameIdentifierProbes: ["http://id.example/id"],
			mapIdentities: false,
			passthroughClaimsWithNoMapping: false,
			createUpnClaim: false,
		});
		expect(Object.keys(claimsIn(root))).toEqual(["http://id.example/id"]);
	});
});
