import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IdentityService } from "../context/identity-service";
import { toNode } from "../context/node-bridge";
import { handleServiceRequest } from "../handle-request";
import { openIdentityService } from "../open-identity-service";
import { CHEAP_HASH } from "../testing/cheap-hash";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, EMAIL, OTHER_EMAIL, PASSWORD, startTestService } from "../testing/test-service";
import { cookieOptions } from "./browser-session";

const ISSUER = "https://login.example.com/";
const NEW = "__Host-identity-service.session";
const OLD = "identity-service.session";
const REDIRECT = { client_id: "web", redirect_uri: `${ISSUER}callback` };
const REQUEST = { ...REDIRECT, response_type: "code", scope: "openid" };

describe.each(ANY_ENGINE)("the cookies of the service on https, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let service: IdentityService;
	let browser: TestBrowser;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const { config, database, secrets, now } = tenant.service;
		service = await openIdentityService({ ...config, issuer: ISSUER }, database, secrets, now, CHEAP_HASH);
		await service.keys.ready();
	});
	beforeEach(() => {
		browser = new TestBrowser(service);
	});
	afterAll(() => tenant.stop());

	/** The cookies of a name with a value, signed as the service does. */
	function signed(name: string, value: string): [string, { value: string; path: string }][] {
		const request = browser.request(new URL(ISSUER));
		const { req, res } = toNode(service, request, { method: "GET", path: "authorize" });
		service.oidc().provider.createContext(req, res).cookies.set(name, value, cookieOptions(service.config));
		return [res.getHeader("set-cookie") ?? []].flat().map((line) => {
			const [, cookieName = "", cookieValue = ""] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
			return [cookieName, { value: cookieValue, path: "/" }];
		});
	}
	/** Gives the browser the cookies that the release before would have set. */
	function renameBack(): void {
		for (const [name, { value, path }] of [...browser.cookies]) {
			const old = name.replace(/^__(Host|Secure)-/, "");
			browser.cookies.delete(name);
			if (name.endsWith(".sig")) continue;
			for (const [each, cookie] of signed(old, value)) browser.cookies.set(each, { ...cookie, path });
		}
	}
	/** Whether the browser is signed in. */
	async function isSignedIn(): Promise<boolean> {
		return (await browser.authorize({ ...REDIRECT, prompt: "none" })).searchParams.has("code");
	}
	/** Opens a page with a Cookie header; without an address, an authorization request without prompts. */
	async function send(cookie: string, path = `authorize?${new URLSearchParams({ ...REQUEST, prompt: "none" })}`) {
		const response = await handleServiceRequest(service, new Request(ISSUER + path, { headers: { cookie } }));
		return { location: response.headers.get("location") ?? "", cookies: response.headers.getSetCookie() };
	}
	const headerOf = (cookies: ReturnType<typeof signed>) => cookies.map(([name, { value }]) => `${name}=${value}`);
	async function signIn(email = EMAIL) {
		await browser.signIn(REDIRECT, email);
		return browser.cookies.get(NEW)?.value ?? "";
	}

	it("of the session are accepted from this host alone, those with a path over https alone", async () => {
		const { cookies: lines } = await send("", `authorize?${new URLSearchParams(REQUEST)}`);
		for (const [name, path] of [
			["__Secure-identity-service.login", /path=\/login\/[\w-]+;/],
			["__Secure-identity-service.resume", /path=\/authorize\/[\w-]+;/],
		] as const) {
			for (const sig of ["", ".sig"]) {
				expect(lines.find((line) => line.startsWith(`${name}${sig}=`))).toMatch(path);
			}
		}
		const page = await browser.authorize(REDIRECT);
		const outcome = await browser.submit(page);
		if ("problem" in outcome) throw new Error(outcome.problem);
		const done = (await browser.open(outcome.returnTo)).headers.getSetCookie();
		for (const name of [NEW, `${NEW}.sig`]) {
			const line = done.find((each) => each.startsWith(`${name}=`));
			expect(line).toMatch(/; path=\/;.*; secure; httponly/);
		}
		for (const line of [...lines, ...done]) {
			expect(line).toMatch(/^__(Host|Secure)-/);
			expect(line).toContain("; secure");
			expect(line).not.toMatch(/domain/i);
		}
	});

	it("of the release before keep its sessions, and are replaced at once, for the rest of the session", async () => {
		const value = await signIn();
		renameBack();
		expect([...browser.cookies.keys()].filter((name) => name.includes("session"))).toEqual([OLD, `${OLD}.sig`]);
		expect(await isSignedIn()).toBe(true);
		expect([...browser.cookies.keys()].filter((name) => name.includes("session"))).toEqual([NEW, `${NEW}.sig`]);
		expect(await isSignedIn()).toBe(true);
		const { cookies } = await send(
			headerOf(signed(OLD, browser.cookies.get(NEW)?.value ?? value)).join("; "),
			"outbox",
		);
		expect(cookies.find((line) => line.startsWith(`${NEW}=`))).toMatch(/; expires=\w+, \d+ \w+ 20\d\d/);
		expect(cookies).toContainEqual(expect.stringMatching(`^${OLD}=; path=/; expires=Thu, 01 Jan 1970`));
		expect(cookies).toContainEqual(expect.stringMatching(`^${OLD}.sig=[^;]+; path=/; expires=Thu, 01 Jan 1970`));
	});

	it("of the release before keep a pending login", async () => {
		const page = await browser.authorize(REDIRECT);
		renameBack();
		expect((await browser.visit(page.pathname)).status).toBe(200);
		const response = await browser.visit(`${page.href}/continue`, { email: EMAIL, password: PASSWORD });
		const returned = await browser.open(response.headers.get("location") ?? "");
		expect(returned.headers.get("location")).toContain("callback?code=");
		expect([...browser.cookies.keys()].filter((name) => !name.startsWith("__"))).toEqual([]);
	});

	it("of an old name never win over one of the new name", async () => {
		const own = await signIn();
		const attacker = new TestBrowser(service);
		await attacker.signIn(REDIRECT, OTHER_EMAIL);
		const planted = headerOf(signed(OLD, attacker.cookies.get(NEW)?.value ?? ""));
		const kept = headerOf(signed(NEW, own));
		for (const cookies of [
			[...planted, ...kept],
			[...kept, ...planted],
		]) {
			const { location, cookies: lines } = await send(cookies.join("; "));
			expect(location).toContain("callback?code=");
			expect(lines.find((line) => line.startsWith(`${NEW}=`))).toContain(`${NEW}=${own};`);
			// One of this host is deleted.
			expect(lines).toContainEqual(expect.stringMatching(`^${OLD}=; path=/; expires=Thu, 01 Jan 1970`));
		}
		// Not even over one that is no session's.
		const { location } = await send([...headerOf(signed(NEW, "x".repeat(43))), ...planted].join("; "));
		expect(location).toContain("error=login_required");
	});

	it.each([
		["twice, and stay", (cookies: string[]) => [...cookies, ...cookies]],
		["twice, once without a signature, and stay", ([cookie = "", sig = ""]: string[]) => [`${OLD}=other`, cookie, sig]],
		["with two signatures, and stay", (cookies: string[]) => [...cookies, `${OLD}.sig=other`]],
		["without a signature, and are deleted", ([cookie = ""]: string[]) => [cookie]],
		["with a wrong signature, and are deleted", ([cookie = ""]: string[]) => [cookie, `${OLD}.sig=${"A".repeat(27)}`]],
	])("of an old name are not accepted where they come %s", async (how, change) => {
		const value = await signIn();
		const { location, cookies } = await send(change(headerOf(signed(OLD, value))).join("; "));
		expect(location).toContain("error=login_required");
		expect(cookies.some((line) => line.startsWith(`${NEW}=${value}`))).toBe(false);
		// Deleting one of two would leave the other host's alone.
		expect(cookies.some((line) => line.startsWith(`${OLD}=`))).toBe(how.endsWith("deleted"));
	});

	it("with the signature of the new name are not accepted under the old one", async () => {
		const [[, { value }], [, sig]] = signed(NEW, await signIn()) as [
			ReturnType<typeof signed>[0],
			ReturnType<typeof signed>[0],
		];
		expect((await send(`${OLD}=${value}; ${OLD}.sig=${sig.value}`)).location).toContain("error=login_required");
	});

	it.each([
		["the service's own logout", async () => (await browser.open("v2/logout?client_id=web")).headers.getSetCookie()],
		[
			"a logout that the user confirms",
			async () => {
				const page = await (await browser.open("oidc/logout")).text();
				renameBack();
				const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
				const response = await browser.visit("oidc/logout/confirm", { xsrf, logout: "yes" });
				return response.headers.getSetCookie();
			},
		],
	])("of both names are deleted by %s, and the session ends", async (_way, logOut) => {
		const value = await signIn();
		renameBack();
		const lines = await logOut();
		for (const name of [OLD, `${OLD}.sig`, NEW, `${NEW}.sig`]) {
			const own = lines.filter((line) => line.startsWith(`${name}=`));
			expect(own).toEqual([expect.stringContaining("expires=Thu, 01 Jan 1970")]);
		}
		for (const name of [OLD, NEW]) {
			expect((await send(headerOf(signed(name, value)).join("; "))).location).toContain("error=login_required");
		}
	});

	it("are not touched on http", async () => {
		const plain = new TestBrowser(tenant.service);
		await plain.signIn({ client_id: "web" });
		const names = [...plain.cookies.keys()].filter((name) => name.includes("session"));
		expect(names).toEqual([`${OLD}.3000`, `${OLD}.3000.sig`]);
	});
});
