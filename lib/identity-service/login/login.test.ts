import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ENGINES, ISSUER, PASSWORD, startTestService } from "../testing/test-service";
import { findPendingLogin } from "./login-page";

describe.each(ENGINES)("the login on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const begin = async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web", login_hint: "rita@example.com" });
		return { browser, page };
	};

	it("shows the name of the application and the address that it suggests", async () => {
		const { browser, page } = await begin();
		expect(page.href).toMatch(new RegExp(`^${ISSUER}login/[\\w-]+$`));
		expect(await findPendingLogin(tenant.service, browser.request(page))).toEqual({
			applicationName: "The web application",
			emailHint: "rita@example.com",
			offersCode: false,
			offersSignUp: true,
			connections: [],
			consent: null,
			returnOrigin: "http://localhost:3000",
		});
	});

	it("belongs to the browser that began it", async () => {
		const { page } = await begin();
		const otherBrowser = new TestBrowser(tenant.service);
		expect(await findPendingLogin(tenant.service, otherBrowser.request(page))).toBeNull();
		expect(await otherBrowser.submit(page)).toEqual({ problem: "expired" });
		const other = await begin();
		expect(await findPendingLogin(tenant.service, other.browser.request(page))).toBeNull();
	});

	it("is stored with a hash of the network address of its request, and nothing else is stored", async () => {
		const rows = () => tenant.service.database.selectFrom("oidc_artifacts").select(["model", "caller_hash"]).execute();
		await tenant.service.database.deleteFrom("oidc_artifacts").execute();
		for (const address of ["2001:db8:0:1::1", "2001:db8:0:1::2", "192.0.2.9"]) {
			await new TestBrowser(tenant.service, { "x-forwarded-for": address }).authorize({ client_id: "web" });
		}
		const begun = await rows();
		expect(begun.map(({ model }) => model)).toEqual(["Interaction", "Interaction", "Interaction"]);
		expect(new Set(begun.map(({ caller_hash }) => caller_hash)).size).toBe(2);
		expect(begun.every(({ caller_hash }) => caller_hash !== null)).toBe(true);
	});

	it("is over once it was used, and its cookie is gone", async () => {
		const { browser, page } = await begin();
		const cookies = new Map(browser.cookies);
		const outcome = await browser.submit(page);
		if ("problem" in outcome) throw new Error(outcome.problem);
		await browser.open(outcome.returnTo);
		expect([...browser.cookies.keys()].filter((name) => name.includes("login"))).toEqual([]);
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await browser.submit(page)).toEqual({ problem: "expired" });
		expect((await browser.open(outcome.returnTo)).status).toBe(400);
	});

	it("accepts the address in any case and with spaces around it", async () => {
		const { browser, page } = await begin();
		expect(await browser.submit(page, `  ${EMAIL.toUpperCase()} `)).toHaveProperty("returnTo");
	});

	it.each([
		["a wrong password", EMAIL, "wrong"],
		["an unknown user", "unknown@example.com", PASSWORD],
		["an address that PostgreSQL does not accept", "a\u0000b@example.com", PASSWORD],
		["an endless password", EMAIL, PASSWORD.repeat(1000)],
	])("gives the same result for %s", async (_case, email, password) => {
		const { browser, page } = await begin();
		expect(await browser.submit(page, email, password)).toEqual({ problem: "credentials" });
	});

	it("sets cookies with the port in their names, for this site's server only", async () => {
		const browser = new TestBrowser(tenant.service);
		const query = new URLSearchParams({
			client_id: "web",
			response_type: "code",
			redirect_uri: "http://localhost:3000/callback",
			scope: "openid",
		});
		const cookies = (await browser.open(`authorize?${query}`)).headers.getSetCookie();
		expect(cookies.length).toBeGreaterThan(0);
		for (const cookie of cookies) {
			expect(cookie).toMatch(/^identity-service\.\w+\.3000(\.sig)?=/);
			expect(cookie).toMatch(/; httponly/i);
			expect(cookie).toMatch(/; samesite=lax/i);
		}
	});
});

describe("failed logins", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	it("block the account after ten, even for the right password, for fifteen minutes", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		// Concurrent attempts must not exceed the limit either.
		const guesses = Array.from({ length: 12 }, () => browser.submit(page, EMAIL, "wrong"));
		const problems = (await Promise.all(guesses)).map((outcome) => "problem" in outcome && outcome.problem);
		expect(problems.filter((problem) => problem === "credentials")).toHaveLength(10);
		expect(problems.filter((problem) => problem === "blocked")).toHaveLength(2);
		expect(await browser.submit(page)).toEqual({ problem: "blocked" });
		expect(await browser.submit(page, "unknown@example.com", "wrong")).toEqual({ problem: "credentials" });
		tenant.passSeconds(15 * 60 + 1);
		expect(await browser.submit(page)).toHaveProperty("returnTo");
	});
});
