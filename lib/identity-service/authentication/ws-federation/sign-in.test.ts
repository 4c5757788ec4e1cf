import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WsFederationSettings } from "@/lib/contract/client/client-addons";
import { xmlCharacters } from "@/lib/xml/markup";
import { type WrittenElement, writtenXml } from "@/lib/xml/testing/written-xml";
import type { ClientSettings } from "../../store/client-settings";
import type { ClientTable, UserTable } from "../../store/schema";
import { followedThrough, postedForm } from "../testing/federated-sign-in";
import { hasOfficialChecks, openOfficialChecks } from "../testing/official-checks";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ENGINES, startTestService, USER_ID } from "../testing/test-service";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const ASSERTION = "urn:oasis:names:tc:SAML:1.0:assertion";
const NOBODY_THERE = "There is no application here that people sign in to by WS-Federation.";
const RUNS = process.env.LONG ? 2000 : 60;

type Tenant = Awaited<ReturnType<typeof startTestService>>;

const all = ({ elements }: WrittenElement, name: string) => elements.filter((element) => element.name === name);
const text = (root: WrittenElement, name: string) => all(root, name)[0]?.text;
const attribute = (root: WrittenElement, name: string, attributeName: string) =>
	all(root, name)[0]?.attributes[attributeName];

/** Attributes as readers put their names together. */
function claims(root: WrittenElement): Record<string, string> {
	return Object.fromEntries(
		all(root, "saml:Attribute").map(({ attributes, text: value }) => [
			`${attributes.AttributeNamespace}/${attributes.AttributeName}`,
			value,
		]),
	);
}

async function posted(tenant: Tenant, address: string, browser = new TestBrowser(tenant.service)) {
	const response = await followedThrough(browser, address);
	const markup = await response.text();
	expect(response.status, markup).toBe(200);
	return { ...postedForm(markup), headers: response.headers };
}

async function token(tenant: Tenant, address = "wsfed/wsfed", browser?: TestBrowser) {
	const { fields } = await posted(tenant, address, browser);
	return { document: fields.wresult ?? "", root: writtenXml(fields.wresult ?? "") };
}

const change = (tenant: Tenant, row: Partial<ClientTable>, clientId = "wsfed") =>
	tenant.service.database.updateTable("clients").set(row).where("client_id", "=", clientId).execute();
const set = (tenant: Tenant, settings: Partial<ClientSettings>, clientId = "wsfed") =>
	change(tenant, { settings: JSON.stringify(settings) }, clientId);

describe.each(ENGINES)("a sign-in by WS-Federation on %s", (engine) => {
	let tenant: Tenant;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());
	beforeEach(() =>
		set(tenant, { addons: { wsfed: {} }, client_aliases: ["urn:rp.example:wsfed", "Üpper_%'\"\\alias"] }),
	);
	afterEach(() => vi.restoreAllMocks());

	it("posts a token to the first callback, with the context as it came", async () => {
		const wctx = `rm=0&id=passive&ru=%2f"><b>'`;
		const { action, fields, headers } = await posted(tenant, `wsfed/wsfed?wctx=${encodeURIComponent(wctx)}`);
		expect(action).toBe("https://rp.example/wsfed");
		expect(Object.keys(fields)).toEqual(["wa", "wresult", "wctx"]);
		expect([fields.wa, fields.wctx]).toEqual(["wsignin1.0", wctx]);
		const policy = (headers.get("content-security-policy") ?? "").split("; ");
		expect(policy).toContain("form-action https://rp.example/wsfed");
		const root = writtenXml(fields.wresult ?? "");
		expect([root.name, root.attributes.Context]).toEqual(["t:RequestSecurityTokenResponse", wctx]);
		expect(text(root, "saml:NameIdentifier")).toBe(USER_ID);
		expect(text(root, "saml:Audience")).toBe("urn:wsfed");
		expect(text(root, "wsa:Address")).toBe("urn:wsfed");
		expect(attribute(root, "saml:Assertion", "Issuer")).toBe("urn:localhost:3000");
		expect(attribute(root, "saml:AuthenticationStatement", "AuthenticationMethod")).toBe(
			"urn:oasis:names:tc:SAML:1.0:am:password",
		);
		expect(claims(root)).toMatchObject({
			[`${CLAIMS}/nameidentifier`]: USER_ID,
			[`${CLAIMS}/emailaddress`]: EMAIL,
			[`${CLAIMS}/name`]: "Rita Rook",
			[`${CLAIMS}/givenname`]: "Rita",
			[`${CLAIMS}/surname`]: "Rook",
			[`${CLAIMS}/upn`]: EMAIL,
			"http://schemas.auth0.com/identities/default/connection": "Username-Password-Authentication",
			"http://schemas.auth0.com/email_verified": "true",
		});
		expect(claims(root)).not.toHaveProperty("http://schemas.auth0.com/nickname");
	});

	it("answers without a context where none came", async () => {
		const { fields } = await posted(tenant, "wsfed/wsfed?wa=wsignin1.0&wctx=");
		expect(Object.keys(fields)).toEqual(["wa", "wresult"]);
		expect(writtenXml(fields.wresult ?? "").attributes).not.toHaveProperty("Context");
	});

	it("finds the application by its identifier or an alias, which is the audience then", async () => {
		for (const realm of ["urn:wsfed", "urn:rp.example:wsfed", "Üpper_%'\"\\alias"]) {
			const query = `wtrealm=${encodeURIComponent(realm)}`;
			for (const address of [`wsfed?${query}`, `wsfed/wsfed?${query}`]) {
				expect(text((await token(tenant, address)).root, "saml:Audience")).toBe(realm);
			}
		}
	});

	it("answers to the callback that is asked for, and signs in once for several applications", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const wreply = encodeURIComponent("https://rp.example/second");
		const response = await followedThrough(browser, `wsfed?wtrealm=urn:wsfed&wreply=${wreply}`, {
			password: "never asked",
		});
		expect(postedForm(await response.text()).action).toBe("https://rp.example/second");
	});

	it.each([
		["an unknown realm", "wsfed?wtrealm=urn:nobody", 404, NOBODY_THERE],
		["an application without the protocol", "wsfed?wtrealm=urn:web", 404, NOBODY_THERE],
		["an application with SAML", "wsfed/saml", 404, NOBODY_THERE],
		["an unknown application", "wsfed/nobody", 404, NOBODY_THERE],
		["an address that can't be read", "wsfed/%", 404, NOBODY_THERE],
		["a realm with NUL", "wsfed?wtrealm=urn:%00", 404, NOBODY_THERE],
		["an endless realm", `wsfed?wtrealm=${"a".repeat(2000)}`, 404, NOBODY_THERE],
		["an alias in other letters", "wsfed?wtrealm=urn:RP.example:wsfed", 404, NOBODY_THERE],
		["wildcards", "wsfed?wtrealm=urn:rp.example%25", 404, NOBODY_THERE],
		["no realm", "wsfed", 400, "it has no wtrealm"],
		[
			"the realm of another application",
			"wsfed/wsfed?wtrealm=urn:web",
			400,
			"The wtrealm is not one of the application",
		],
		["another action", "wsfed/wsfed?wa=wattr1.0", 400, "The wa is none of wsignin1.0"],
		["two realms", "wsfed?wtrealm=urn:wsfed&wtrealm=urn:web", 400, "more than one wtrealm"],
		[
			"two addresses",
			"wsfed/wsfed?wreply=https://rp.example/wsfed&wreply=https://evil.example/",
			400,
			"more than one wreply",
		],
		["another home", "wsfed/wsfed?whr=urn:google-oauth2", 400, "The whr is not a connection"],
		["a context that no form carries", "wsfed/wsfed?wctx=a%0Ab", 400, "The wctx has characters"],
		["an endless context", `wsfed/wsfed?wctx=${"%C3%A9".repeat(1025)}`, 400, "The wctx has more than 2048 bytes"],
		["an unreadable time", "wsfed/wsfed?wct=yesterday", 400, "The wct is not a time"],
		["an unreadable freshness", "wsfed/wsfed?wfresh=-1", 400, "The wfresh is not a number"],
	])("refuses %s in words, without a session, in one line of the log", async (_, address, status, words) => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const browser = new TestBrowser(tenant.service);
		const response = await browser.visit(address);
		expect(response.status).toBe(status);
		expect(await response.text()).toContain(words);
		expect(browser.cookies.size).toBe(0);
		expect(log.mock.calls).toHaveLength(1);
		expect(String(log.mock.calls[0]?.[0])).toMatch(/^identity-service: wsfed refused: [^\n]+\n$/);
	});

	it.each([
		...["https://rp.example/wsfed/", "https://rp.example/wsfed?x=1", "https://rp.example/WSFED", "https://rp.example/"],
		...[
			"https://rp.example:443/wsfed",
			"https://rp.example@evil.example/wsfed",
			"https://rp.example.evil.example/wsfed",
		],
		...["https://rp.example//wsfed", "https://rp.example\\wsfed", "https://rp.example/%77sfed", "//rp.example/wsfed"],
		...["http://rp.example/wsfed", "javascript:alert(1)", "HTTPS://rp.example/wsfed", " https://rp.example/wsfed"],
	])("never answers to %j, which is not a callback as it stands", async (wreply) => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const response = await new TestBrowser(tenant.service).visit(`wsfed/wsfed?wreply=${encodeURIComponent(wreply)}`);
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
		expect(await response.text()).toContain("The wreply is not one of the application&#39;s callback URLs.");
	});

	it("refuses a realm that two applications have, whoever of them was first", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const browser = new TestBrowser(tenant.service);
		for (const alias of ["urn:rp.example:wsfed", "urn:wsfed"]) {
			await set(tenant, { addons: { wsfed: {} }, client_aliases: [alias] }, "web-basic");
			const response = await browser.visit(`wsfed?wtrealm=${alias}`);
			expect([response.status, (await response.text()).includes("that of more than one application")]).toEqual([
				400,
				true,
			]);
			// Where the path says which one, there is nothing to guess.
			expect((await browser.visit(`wsfed/wsfed?wtrealm=${alias}`)).status).toBe(303);
		}
		await set(tenant, {}, "web-basic");
	});

	it("is off with settings of SAML beside it, with FAPI 2.0, and with settings that nobody can mean", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const status = async () => (await new TestBrowser(tenant.service).visit("wsfed/wsfed")).status;
		expect(await status()).toBe(303);
		await set(tenant, { addons: { wsfed: {}, samlp: {} } });
		expect(await status()).toBe(404);
		await change(tenant, { settings: '{"addons":{"wsfed":{"lifetimeInSeconds":"long"}}}' });
		expect(await status()).toBe(404);
		await set(tenant, {});
		expect(await status()).toBe(404);
	});

	it("takes the connection that there is, and a time that is near", async () => {
		const at = (seconds: number) => new Date(tenant.service.now().getTime() + seconds * 1000).toISOString();
		const ask = async (query: string) => (await new TestBrowser(tenant.service).visit(`wsfed/wsfed?${query}`)).status;
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		expect(await ask("whr=urn:Username-Password-Authentication")).toBe(303);
		expect(await ask(`wct=${at(0).replace(/\.\d+/, "")}`)).toBe(303);
		expect(await ask(`wct=${at(-290)}`)).toBe(303);
		expect(await ask(`wct=${at(-310)}`)).toBe(400);
		expect(await ask(`wct=${at(310)}`)).toBe(400);
	});

	it("asks again where the last login is too old for it", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const leadsTo = async (query: string) => {
			const answer = await browser.visit(`wsfed/wsfed?${query}`);
			const next = await browser.visit(answer.headers.get("location") ?? "");
			return next.headers.get("location")?.includes("/login/") ? "login" : "answer";
		};
		expect(await leadsTo("")).toBe("answer");
		expect(await leadsTo("wfresh=0")).toBe("login");
		expect(await leadsTo("wfresh=1")).toBe("answer");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90_000 });
		expect(await leadsTo("wfresh=1")).toBe("login");
		expect(await leadsTo("wfresh=2")).toBe("answer");
		vi.useRealTimers();
	});

	it("says when the person signed in, and that the token is good for eight hours from now", async () => {
		const { root } = await token(tenant);
		const [from = "", until = ""] = ["NotBefore", "NotOnOrAfter"].map(
			(name) => attribute(root, "saml:Conditions", name) ?? "",
		);
		expect(Date.parse(until) - Date.parse(from)).toBe(8 * 3600 * 1000);
		expect([text(root, "wsu:Created"), text(root, "wsu:Expires")]).toEqual([from, until]);
		const instant = Date.parse(attribute(root, "saml:AuthenticationStatement", "AuthenticationInstant") ?? "");
		expect(Math.abs(Date.parse(from) - instant)).toBeLessThan(30_000);
	});

	describe("with settings of the application's own", () => {
		const withSettings = async (wsfed: WsFederationSettings) => {
			await set(tenant, { addons: { wsfed } });
			return token(tenant);
		};

		it("is for another audience and from another issuer", async () => {
			const { root } = await withSettings({ audience: "urn:other <party>", issuer: "urn:ours" });
			expect([text(root, "saml:Audience"), text(root, "wsa:Address")]).toEqual([
				"urn:other <party>",
				"urn:other <party>",
			]);
			expect(attribute(root, "saml:Assertion", "Issuer")).toBe("urn:ours");
		});

		it("lives shorter", async () => {
			const { root } = await withSettings({ lifetimeInSeconds: 90 });
			const [from, until] = ["NotBefore", "NotOnOrAfter"].map((name) =>
				Date.parse(attribute(root, "saml:Conditions", name) ?? ""),
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
			expect(claims(root)).toEqual({
				[`${CLAIMS}/nameidentifier`]: USER_ID,
				[`${unspecified}/urn:oid:0.9.2342`]: EMAIL,
				[`${unspecified}/mail`]: EMAIL,
				"http://names.example/a/b": "Rita Rook",
			});
		});

		it("leaves out what is switched off, and nothing else", async () => {
			const usual = claims((await withSettings({})).root);
			const without = async (settings: WsFederationSettings) => {
				const left = claims((await withSettings(settings)).root);
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

		it("keeps bare names", async () => {
			const { root } = await withSettings({ mapUnknownClaimsAsIs: true });
			expect(claims(root)).toMatchObject({
				"urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified/clientID": "wsfed",
			});
		});

		it("names the user by another attribute, in another format, and says another way to sign in", async () => {
			const { root } = await withSettings({
				nameIdentifierProbes: ["http://nothing.example/", `${CLAIMS}/emailaddress`],
				nameIdentifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
				authnContextClassRef: "urn:federation:authentication:windows",
			});
			expect(all(root, "saml:NameIdentifier").map((element) => element.text)).toEqual([EMAIL, EMAIL]);
			expect(attribute(root, "saml:NameIdentifier", "Format")).toBe(
				"urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
			);
			expect(attribute(root, "saml:AuthenticationStatement", "AuthenticationMethod")).toBe(
				"urn:federation:authentication:windows",
			);
		});

		it("is not issued where nothing names the user", async () => {
			await set(tenant, { addons: { wsfed: { nameIdentifierProbes: ["http://nothing.example/"] } } });
			const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const response = await followedThrough(new TestBrowser(tenant.service), "wsfed/wsfed");
			const words = "No attribute was found to generate the nameIdentifier. We tried with: http://nothing.example/";
			expect([response.status, (await response.text()).includes(words)]).toEqual([400, true]);
			expect(log.mock.calls.map(([line]) => line)).toEqual([`identity-service: wsfed refused: ${words}\n`]);
		});

		it("says the type of values, or not", async () => {
			const types = ({ root }: { root: WrittenElement }) =>
				new Set(all(root, "saml:AttributeValue").map(({ attributes }) => attributes["xsi:type"]));
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
			expect(attribute(root, "ds:SignatureMethod", "Algorithm")).toBe(signature);
			expect(attribute(root, "ds:DigestMethod", "Algorithm")).toBe(digest);
		});

		it("has no attribute statement where nothing is said", async () => {
			const { root } = await withSettings({
				...{ mappings: { user_id: "http://id.example/id" }, nameIdentifierProbes: ["http://id.example/id"] },
				...{ mapIdentities: false, passthroughClaimsWithNoMapping: false, createUpnClaim: false },
			});
			expect(Object.keys(claims(root))).toEqual(["http://id.example/id"]);
		});
	});
});

describe.skipIf(!hasOfficialChecks)("a token of WS-Federation", () => {
	let tenant: Tenant;
	let checks: ReturnType<typeof openOfficialChecks>;
	let certificate: string;
	beforeAll(async () => {
		tenant = await startTestService();
		checks = openOfficialChecks();
		certificate = await (await new TestBrowser(tenant.service).visit("pem")).text();
	});
	afterAll(async () => {
		checks.close();
		await tenant.stop();
	});

	const isGood = (document: string) =>
		checks.isWellSigned(document, `${ASSERTION}:Assertion`, { certificate, idAttribute: "AssertionID" });
	const assertionOf = (document: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(document)?.[0] ?? "";

	it("is valid against the schema of SAML 1.1 and verified by xmlsec1, until a character changes", async () => {
		for (const wsfed of [{}, { signatureAlgorithm: "rsa-sha512" as const, typedAttributes: false }]) {
			await set(tenant, { addons: { wsfed } });
			const { document } = await token(tenant);
			expect(checks.schemaFaults(assertionOf(document), "cs-sstc-schema-assertion-1.1.xsd")).toBe("");
			expect(isGood(document)).toBe(true);
			expect(isGood(document.replace("Rita Rook", "Rita Hook"))).toBe(false);
		}
	});

	it("says whatever a user is called, valid, signed, and read as it was written", async () => {
		await set(tenant, { addons: { wsfed: {} } });
		const { database } = tenant.service;
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const anything = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
		const markup = fc.constantFrom(
			"]]>",
			"<a/>",
			"&amp;",
			'"',
			"\ud800",
			"\u0000",
			"admin<!---->.evil",
			"\r\n\t",
			"\uffff",
		);
		const name = fc.array(fc.oneof(anything, markup), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
		await fc.assert(
			fc.asyncProperty(name, name, async (given, family) => {
				// What a database of another engine could not hold never gets so far.
				const row: Partial<UserTable> = { given_name: storable(given), family_name: storable(family) };
				await database.updateTable("users").set(row).where("user_id", "=", USER_ID).execute();
				const { document, root } = await token(tenant, "wsfed/wsfed", browser);
				expect(claims(root)).toMatchObject({
					[`${CLAIMS}/givenname`]: xmlCharacters(row.given_name ?? ""),
					[`${CLAIMS}/surname`]: xmlCharacters(row.family_name ?? ""),
				});
				expect(isGood(document)).toBe(true);
				expect(checks.schemaFaults(assertionOf(document), "cs-sstc-schema-assertion-1.1.xsd")).toBe("");
			}),
			{ numRuns: RUNS },
		);
	});
});

/** As the store gives it back: NUL ends a text there, half of a pair is replaced. */
function storable(name: string): string {
	return name.replaceAll("\0", "\u0001").toWellFormed();
}
