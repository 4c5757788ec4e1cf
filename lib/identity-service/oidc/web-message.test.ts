import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { PAGE_ORIGIN } from "../testing/test-clients";
import { assertion } from "../testing/test-keys";
import { EMAIL, ISSUER, PASSWORD, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, post, requestToken } from "../testing/token-request";

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";
const CALLBACK = `${PAGE_ORIGIN}/callback`;
const REQUEST = {
	client_id: "page",
	response_type: "code",
	response_mode: "web_message",
	redirect_uri: CALLBACK,
	scope: "openid email",
	state: "s",
	...challengeOf(VERIFIER),
};
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** An attribute as a browser reads it. */
function attribute(markup: string, name: string): string {
	const [, written = ""] = new RegExp(`${name}="([^"]*)"`).exec(markup) ?? [];
	return written.replace(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? entity);
}

describe("a response by web_message", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const open = async (browser: TestBrowser, more: Record<string, string> = {}) => {
		const address = `authorize?${new URLSearchParams({ ...REQUEST, ...more })}`;
		const response = await browser.open(address, { headers: { accept: "text/html" } });
		return { status: response.status, headers: response.headers, markup: await response.text() };
	};
	const signedIn = async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		return browser;
	};
	const responseIn = (markup: string) => JSON.parse(attribute(markup, "data-response")) as Record<string, string>;

	it("is posted to exactly the origin of the requesting page, by a page that only it may frame", async () => {
		const { status, headers, markup } = await open(await signedIn(), { prompt: "none" });
		expect(status).toBe(200);
		expect(attribute(markup, "data-origin")).toBe(PAGE_ORIGIN);
		expect(headers.get("x-frame-options")).toBeNull();
		expect(headers.get("content-type")).toMatch(/^text\/html/);
		expect(headers.get("cache-control")).toContain("no-store");
		const [, script = ""] = /<script>(.*?)<\/script>/s.exec(markup) ?? [];
		const hash = createHash("sha256").update(script).digest("base64");
		const policy = (headers.get("content-security-policy") ?? "").split("; ");
		expect(policy).toContain(`script-src 'sha256-${hash}'`);
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("form-action 'none'");
		expect(policy).toContain(`frame-ancestors ${PAGE_ORIGIN}`);
		expect(script).not.toContain("*");
	});

	it("holds a code that the application exchanges", async () => {
		const { markup } = await open(await signedIn(), { prompt: "none" });
		const { code = "", state, iss } = responseIn(markup);
		expect([state, iss]).toEqual(["s", ISSUER]);
		const form = { grant_type: "authorization_code", code, code_verifier: VERIFIER, redirect_uri: CALLBACK };
		expect((await requestToken(tenant.service, { ...form, client_id: "page" })).status).toBe(200);
	});

	it.each(["token", "id_token", "token id_token"])("holds what response_type=%s requests", async (responseType) => {
		const nonce = "a-nonce-of-the-page";
		const { markup } = await open(await signedIn(), { prompt: "none", response_type: responseType, nonce });
		const response = responseIn(markup);
		expect(response.access_token !== undefined).toBe(responseType.split(" ").includes("token"));
		expect(response.id_token !== undefined).toBe(responseType.includes("id_token"));
	});

	it("reports an error in the same way, and never shows a login page to prompt=none", async () => {
		for (const [browser, more, error] of [
			[new TestBrowser(tenant.service), { prompt: "none" }, "login_required"],
			[await signedIn(), { prompt: "none", max_age: "0" }, "login_required"],
			[await signedIn(), { prompt: "none", scope: "openid", response_type: "nothing" }, "unsupported_response_type"],
			[await signedIn(), { prompt: "none", code_challenge: "", code_challenge_method: "" }, "invalid_request"],
		] as const) {
			const { status, markup } = await open(browser, more);
			expect(status).toBe(200);
			expect(responseIn(markup)).toMatchObject({ error, error_description: expect.any(String), state: "s" });
			expect(attribute(markup, "data-origin")).toBe(PAGE_ORIGIN);
		}
	});

	it("reports that the user has not consented to another company's application", async () => {
		const firstParty = (first_party: number) =>
			tenant.service.database.updateTable("clients").set({ first_party }).where("client_id", "=", "page").execute();
		await firstParty(0);
		const { markup } = await open(await signedIn(), { prompt: "none" });
		await firstParty(1);
		expect(responseIn(markup).error).toBe("consent_required");
	});

	it("is text, whatever the application's state holds", async () => {
		const browser = await signedIn();
		const hostile = fc.constantFrom(
			"</script>",
			"<!--",
			"<script>",
			'"',
			"'",
			"\u2028",
			"\u2029",
			"\\",
			"&quot;",
			"]]>",
		);
		const state = fc.array(fc.oneof(hostile, fc.string({ unit: "grapheme" })), { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(state, async (parts) => {
				const sent = parts.join("").toWellFormed();
				if (sent === "") return;
				const { markup } = await open(browser, { prompt: "none", state: sent });
				expect(responseIn(markup).state).toBe(sent);
				expect(markup.match(/<script/g)).toHaveLength(1);
				expect(markup.match(/<\/script/g)).toHaveLength(1);
			}),
			{ numRuns: process.env.LONG ? 40 : 10 },
		);
	});

	it.each([
		["an application without web origins", { client_id: "web", redirect_uri: REDIRECT_URI }],
		["a registered address at another port", { redirect_uri: `${PAGE_ORIGIN}:8443/callback` }],
		["a URL that is not registered on a web origin", { redirect_uri: `${PAGE_ORIGIN}/elsewhere` }],
		["an address elsewhere", { redirect_uri: "https://evil.example/callback" }],
		["an address with user information", { redirect_uri: "https://app.example@evil.example/callback" }],
		["a web origin in capitals", { redirect_uri: "https://APP.example/callback" }],
		["a web origin without its protection", { redirect_uri: "http://app.example/callback" }],
		["the name of an origin that begins alike", { redirect_uri: "https://app.example.evil.example/callback" }],
		["an address that has an allowed origin only", { redirect_uri: "https://tools.example/callback" }],
		["an unknown application", { client_id: "unknown" }],
		["a third window to post through", { web_message_uri: "https://evil.example/", web_message_target: "x" }],
	])("is refused for %s, on a page that posts nothing and no page may frame", async (_case, more) => {
		for (const prompt of [{ prompt: "none" }, {}] as Record<string, string>[]) {
			const { status, headers, markup } = await open(await signedIn(), { ...prompt, ...(more as object) });
			expect([status, headers.get("location")]).toEqual([400, null]);
			expect(markup).not.toMatch(/<script|data-response|data-origin/);
			expect(markup).not.toContain("evil.example");
			expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
			expect(headers.get("x-frame-options")).toBe("DENY");
		}
	});

	it("is not sent to a request that names two modes", async () => {
		const query = `${new URLSearchParams({ ...REQUEST, prompt: "none" })}&response_mode=query`;
		const response = await (await signedIn()).open(`authorize?${query}`, { headers: { accept: "text/html" } });
		expect(await response.text()).not.toContain("data-response");
	});

	it("is refused for a pushed request as well, at once", async () => {
		const push = (form: Record<string, string>) => post(tenant.service, "oauth/par", { ...REQUEST, ...form });
		expect((await push({})).status).toBe(201);
		const refused = await push({ redirect_uri: `${PAGE_ORIGIN}:8443/callback` });
		expect([refused.status, (await refused.json()).error]).toEqual([400, "invalid_request"]);
		const bank = { ...REQUEST, redirect_uri: REDIRECT_URI, ...(await assertion("bank")) };
		expect((await post(tenant.service, "oauth/par", bank)).status).toBe(400);
	});

	describe("after a login in a popup", () => {
		const OPENER = "cross-origin-opener-policy";
		const through = (browser: TestBrowser, address: string, init: RequestInit = {}) => {
			const url = new URL(address, ISSUER);
			const headers = browser.headers(url.pathname);
			for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
			return handleServiceRequest(tenant.service, new Request(url, { ...init, headers }));
		};
		const submit = (browser: TestBrowser, page: string, password: string) => {
			const body = new URLSearchParams({ email: EMAIL, password });
			return through(browser, `${page}/continue`, {
				method: "POST",
				body,
				headers: { origin: new URL(ISSUER).origin },
			});
		};
		const loginPage = async (browser: TestBrowser, client: Record<string, string>) => {
			const start = await browser.open(`authorize?${new URLSearchParams({ ...REQUEST, ...client })}`);
			return { start, page: new URL(start.headers.get("location") ?? "").pathname };
		};

		it("reaches its opener: no response before cuts them off, not even after a wrong password", async () => {
			const browser = new TestBrowser(tenant.service);
			const { start, page } = await loginPage(browser, {});
			const shown = await through(browser, page);
			const wrong = await submit(browser, page, "wrong");
			const right = await submit(browser, page, PASSWORD);
			expect([start, shown, wrong, right].map(({ status }) => status)).toEqual([303, 200, 303, 303]);
			const end = await browser.open(right.headers.get("location") ?? "");
			for (const response of [start, shown, wrong, right, end])
				expect(response.headers.get(OPENER)).toBe("unsafe-none");
			expect(responseIn(await end.text()).code).toEqual(expect.any(String));
			// Pages that users type into still may not be framed.
			for (const { headers } of [start, shown]) expect(headers.get("x-frame-options")).toBe("DENY");
		});

		it("comes from a page that is cut off from its opener where the application has no web origins", async () => {
			const browser = new TestBrowser(tenant.service);
			const { start, page } = await loginPage(browser, {
				client_id: "web",
				redirect_uri: REDIRECT_URI,
				response_mode: "query",
			});
			const shown = await through(browser, page);
			const right = await submit(browser, page, PASSWORD);
			for (const response of [start, shown]) expect(response.headers.get(OPENER)).toBe("same-origin");
			expect(right.headers.get(OPENER)).not.toBe("unsafe-none");
			expect((await browser.open(right.headers.get("location") ?? "")).headers.get(OPENER)).toBe("same-origin");
		});

		it("keeps the opener only for the browser of that login", async () => {
			const { page } = await loginPage(new TestBrowser(tenant.service), {});
			const other = await through(new TestBrowser(tenant.service), page);
			expect([other.status, other.headers.get(OPENER)]).toEqual([404, "same-origin"]);
			const forged = await through(new TestBrowser(tenant.service), `${page}/continue`, { method: "POST" });
			expect(forged.headers.get(OPENER)).not.toBe("unsafe-none");
		});
	});
});
