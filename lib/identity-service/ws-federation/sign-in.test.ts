import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { writtenXml } from "@/lib/xml/testing/written-xml";
import { followedThrough, postedForm } from "../testing/federated-sign-in";
import {
	attributeOf,
	CLAIMS,
	changeClient,
	claimsIn,
	passiveResponse,
	passiveToken,
	setClient,
	textOf,
} from "../testing/passive-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, EMAIL, startTestService, USER_ID } from "../testing/test-service";

const NO_APPLICATION = "There is no application here with sign-ins by WS-Federation.";
const RUNS = process.env.LONG ? 20_000 : 60;

describe.each(ANY_ENGINE)("a sign-in by WS-Federation on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());
	beforeEach(() =>
		setClient(tenant.service, "wsfed", {
			addons: { wsfed: {} },
			client_aliases: ["urn:rp.example:wsfed", "Üpper_%'\"\\alias"],
		}),
	);
	afterEach(() => vi.restoreAllMocks());

	it("posts a token to the first callback, with the context unchanged", async () => {
		const wctx = `rm=0&id=passive&ru=%2f"><b>'`;
		const { action, fields, headers } = await passiveResponse(
			tenant.service,
			`wsfed/wsfed?wctx=${encodeURIComponent(wctx)}`,
		);
		expect(action).toBe("https://rp.example/wsfed");
		expect(Object.keys(fields)).toEqual(["wa", "wresult", "wctx"]);
		expect([fields.wa, fields.wctx]).toEqual(["wsignin1.0", wctx]);
		const policy = (headers.get("content-security-policy") ?? "").split("; ");
		expect(policy).toContain("form-action https://rp.example/wsfed");
		const root = writtenXml(fields.wresult ?? "");
		expect([root.name, root.attributes.Context]).toEqual(["t:RequestSecurityTokenResponse", wctx]);
		expect(textOf(root, "saml:NameIdentifier")).toBe(USER_ID);
		expect(textOf(root, "saml:Audience")).toBe("urn:wsfed");
		expect(textOf(root, "wsa:Address")).toBe("urn:wsfed");
		expect(attributeOf(root, "saml:Assertion", "Issuer")).toBe("urn:localhost:3000");
		expect(attributeOf(root, "saml:AuthenticationStatement", "AuthenticationMethod")).toBe(
			"urn:oasis:names:tc:SAML:1.0:am:password",
		);
		expect(claimsIn(root)).toMatchObject({
			[`${CLAIMS}/nameidentifier`]: USER_ID,
			[`${CLAIMS}/emailaddress`]: EMAIL,
			[`${CLAIMS}/name`]: "Rita Rook",
			[`${CLAIMS}/givenname`]: "Rita",
			[`${CLAIMS}/surname`]: "Rook",
			[`${CLAIMS}/upn`]: EMAIL,
			"http://schemas.auth0.com/identities/default/connection": "Username-Password-Authentication",
			"http://schemas.auth0.com/email_verified": "true",
		});
		expect(claimsIn(root)).not.toHaveProperty("http://schemas.auth0.com/nickname");
	});

	it("responds without a context where none was sent", async () => {
		const { fields } = await passiveResponse(tenant.service, "wsfed/wsfed?wa=wsignin1.0&wctx=");
		expect(Object.keys(fields)).toEqual(["wa", "wresult"]);
		expect(writtenXml(fields.wresult ?? "").attributes).not.toHaveProperty("Context");
	});

	it("finds the application by its identifier or an alias, which becomes the audience", async () => {
		for (const realm of ["urn:wsfed", "urn:rp.example:wsfed", "Üpper_%'\"\\alias"]) {
			const query = `wtrealm=${encodeURIComponent(realm)}`;
			for (const address of [`wsfed?${query}`, `wsfed/wsfed?${query}`]) {
				expect(textOf((await passiveToken(tenant.service, address)).root, "saml:Audience")).toBe(realm);
			}
		}
	});

	it("responds at the requested callback, and signs in once for several applications", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const wreply = encodeURIComponent("https://rp.example/second");
		const response = await followedThrough(browser, `wsfed?wtrealm=urn:wsfed&wreply=${wreply}`, {
			password: "never used",
		});
		expect(postedForm(await response.text()).action).toBe("https://rp.example/second");
	});

	it.each([
		["an unknown realm", "wsfed?wtrealm=urn:unknown", 404, NO_APPLICATION],
		["an application without the protocol", "wsfed?wtrealm=urn:web", 404, NO_APPLICATION],
		["an application with SAML", "wsfed/saml", 404, NO_APPLICATION],
		["an unknown application", "wsfed/unknown", 404, NO_APPLICATION],
		["an address that can't be read", "wsfed/%", 404, NO_APPLICATION],
		["a realm with NUL", "wsfed?wtrealm=urn:%00", 404, NO_APPLICATION],
		["an endless realm", `wsfed?wtrealm=${"a".repeat(2000)}`, 404, NO_APPLICATION],
		["an alias in other letters", "wsfed?wtrealm=urn:RP.example:wsfed", 404, NO_APPLICATION],
		["wildcards", "wsfed?wtrealm=urn:rp.example%25", 404, NO_APPLICATION],
		["no realm", "wsfed", 400, "it has no wtrealm"],
		[
			"the realm of another application",
			"wsfed/wsfed?wtrealm=urn:web",
			400,
			"The wtrealm is not one of the application",
		],
		["another action", "wsfed/wsfed?wa=wattr1.0", 400, "The wa is not wsignin1.0"],
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
	])("never responds at %j, which is not exactly a callback", async (wreply) => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const response = await new TestBrowser(tenant.service).visit(`wsfed/wsfed?wreply=${encodeURIComponent(wreply)}`);
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
		expect(await response.text()).toContain("The wreply is not one of the application&#39;s callback URLs.");
	});

	it("refuses a realm that two applications have, whichever of them was first", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const browser = new TestBrowser(tenant.service);
		for (const alias of ["urn:rp.example:wsfed", "urn:wsfed"]) {
			await setClient(tenant.service, "web-basic", { addons: { wsfed: {} }, client_aliases: [alias] });
			const response = await browser.visit(`wsfed?wtrealm=${alias}`);
			expect([response.status, (await response.text()).includes("More than one application")]).toEqual([400, true]);
			// Where the path names the application, the realm is not ambiguous.
			expect((await browser.visit(`wsfed/wsfed?wtrealm=${alias}`)).status).toBe(303);
		}
		await setClient(tenant.service, "web-basic", {});
	});

	it("is off with settings of SAML beside it, with invalid settings, and without settings", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const status = async () => (await new TestBrowser(tenant.service).visit("wsfed/wsfed")).status;
		expect(await status()).toBe(303);
		await setClient(tenant.service, "wsfed", { addons: { wsfed: {}, samlp: {} } });
		expect(await status()).toBe(404);
		await changeClient(tenant.service, "wsfed", { settings: '{"addons":{"wsfed":{"lifetimeInSeconds":"long"}}}' });
		expect(await status()).toBe(404);
		await setClient(tenant.service, "wsfed", {});
		expect(await status()).toBe(404);
	});

	it("accepts the database connection, and a time close to now", async () => {
		const at = (seconds: number) => new Date(tenant.service.now().getTime() + seconds * 1000).toISOString();
		const status = async (query: string) =>
			(await new TestBrowser(tenant.service).visit(`wsfed/wsfed?${query}`)).status;
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		expect(await status("whr=urn:Username-Password-Authentication")).toBe(303);
		expect(await status(`wct=${at(0).replace(/\.\d+/, "")}`)).toBe(303);
		expect(await status(`wct=${at(-290)}`)).toBe(303);
		expect(await status(`wct=${at(-310)}`)).toBe(400);
		expect(await status(`wct=${at(310)}`)).toBe(400);
	});

	it("prompts again where the last login is too old for wfresh", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const leadsTo = async (query: string) => {
			const first = await browser.visit(`wsfed/wsfed?${query}`);
			const next = await browser.visit(first.headers.get("location") ?? "");
			return next.headers.get("location")?.includes("/login/") ? "login" : "response";
		};
		expect(await leadsTo("")).toBe("response");
		expect(await leadsTo("wfresh=0")).toBe("login");
		expect(await leadsTo("wfresh=1")).toBe("response");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90_000 });
		expect(await leadsTo("wfresh=1")).toBe("login");
		expect(await leadsTo("wfresh=2")).toBe("response");
		vi.useRealTimers();
	});

	it("states when the user signed in, and that the token is valid for eight hours from now", async () => {
		const { root } = await passiveToken(tenant.service);
		const [from = "", until = ""] = ["NotBefore", "NotOnOrAfter"].map(
			(name) => attributeOf(root, "saml:Conditions", name) ?? "",
		);
		expect(Date.parse(until) - Date.parse(from)).toBe(8 * 3600 * 1000);
		expect([textOf(root, "wsu:Created"), textOf(root, "wsu:Expires")]).toEqual([from, until]);
		const instant = Date.parse(attributeOf(root, "saml:AuthenticationStatement", "AuthenticationInstant") ?? "");
		expect(Math.abs(Date.parse(from) - instant)).toBeLessThan(30_000);
	});

	it("responds to any request with a redirect of its own or in words, and signs no user in", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const names = ["wa", "wtrealm", "wreply", "wctx", "wct", "whr", "wfresh", "wreq", "__proto__"];
		const values = [
			"wsignin1.0",
			"wsignout1.0",
			"urn:wsfed",
			"https://rp.example/wsfed",
			"0",
			"",
			"%",
			"urn:%00",
			"\\",
		];
		const value = fc.oneof(fc.constantFrom(...values), fc.string({ unit: anyCharacter, maxLength: 40 }));
		const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 });
		const path = fc.constantFrom("wsfed", "wsfed/wsfed", "wsfed/web", "wsfed/%00", "wsfed/%F0%9F");
		await fc.assert(
			fc.asyncProperty(path, query, async (start, parameters) => {
				const search = new URLSearchParams(parameters.map(([name, text]) => [name, text.toWellFormed()]));
				const browser = new TestBrowser(tenant.service);
				const response = await browser.visit(`${start}?${search}`);
				expect([303, 400, 404]).toContain(response.status);
				expect(browser.cookies.size).toBe(0);
				const location = response.headers.get("location") ?? "http://localhost:3000/";
				const isReply = location === "https://rp.example/wsfed" && search.get("wa") === "wsignout1.0";
				expect(isReply || new URL(location).origin === "http://localhost:3000", location).toBe(true);
			}),
			{ numRuns: RUNS },
		);
	});
});
