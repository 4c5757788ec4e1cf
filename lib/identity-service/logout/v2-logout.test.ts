import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { ISSUER, startTestService } from "../testing/test-service";

const GOODBYE = "http://localhost:3000/goodbye";

describe("logout by /v2/logout", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const signedIn = async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		return browser;
	};
	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");
	const leave = (browser: TestBrowser, query: string) => browser.open(`v2/logout?${query}`);

	it.each([
		`client_id=web&returnTo=${encodeURIComponent(GOODBYE)}`,
		`client_id=web&returnTo=${encodeURIComponent(GOODBYE)}&federated`,
	])("ends the session and returns to an allowed address: %s", async (query) => {
		const browser = await signedIn();
		const response = await leave(browser, query);
		expect([response.status, response.headers.get("location")]).toEqual([302, GOODBYE]);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("returns to an allowed address with a slash at its end as well", async () => {
		const response = await leave(await signedIn(), `client_id=web&returnTo=${encodeURIComponent(`${GOODBYE}/`)}`);
		expect(response.headers.get("location")).toBe(`${GOODBYE}/`);
	});

	it("reports that another address is not registered, and whether the browser is signed in", async () => {
		const refused = "client_id=web&returnTo=https://elsewhere.example/";
		const markup = await (await leave(await signedIn(), refused)).text();
		expect(markup).toContain("<h1>Signing out of The web application cannot continue</h1>");
		expect(markup).toContain("The URL to return to after signing out is not registered for The web application.");
		expect(markup).toContain("You are still signed in.");
		const signedOut = await (await leave(new TestBrowser(tenant.service), refused)).text();
		expect(signedOut).toContain("You are not signed in.");
	});

	it("keeps the query of the address, which need not be registered", async () => {
		const address = `${GOODBYE}?from=app`;
		const response = await leave(await signedIn(), `client_id=web&returnTo=${encodeURIComponent(address)}`);
		expect(response.headers.get("location")).toBe(address);
	});

	it("redirects to the client's first logout URL, or to the service's own page, without a requested address", async () => {
		expect((await leave(await signedIn(), "client_id=web")).headers.get("location")).toBe(GOODBYE);
		expect((await leave(await signedIn(), "")).headers.get("location")).toBe(`${ISSUER}oidc/logout/success`);
	});

	it.each([
		"client_id=web&returnTo=https://evil.example/",
		`client_id=web&returnTo=${encodeURIComponent(`${GOODBYE}/more`)}`,
		`client_id=web&returnTo=${encodeURIComponent("http://localhost:3000@evil.example/goodbye")}`,
		`client_id=web&returnTo=${encodeURIComponent(`${GOODBYE}//`)}`,
		`client_id=web&returnTo=${encodeURIComponent("http://localhost:3001/goodbye/")}`,
		`client_id=web&returnTo=${encodeURIComponent("http://localhost:3000/Goodbye/")}`,
		`client_id=web&returnTo=${encodeURIComponent("http://me@localhost:3000/goodbye/")}`,
		"client_id=web&returnTo=javascript:alert(1)",
		`client_id=browser&returnTo=${encodeURIComponent(GOODBYE)}`,
		`client_id=unknown&returnTo=${encodeURIComponent(GOODBYE)}`,
		`returnTo=${encodeURIComponent(GOODBYE)}`,
	])("refuses %s, and the session stays", async (query) => {
		const browser = await signedIn();
		const response = await leave(browser, query);
		expect(response.status).toBe(400);
		expect(response.headers.get("location")).toBeNull();
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("redirects where no user is signed in", async () => {
		const response = await leave(new TestBrowser(tenant.service), "client_id=web");
		expect(response.headers.get("location")).toBe(GOODBYE);
	});
});
