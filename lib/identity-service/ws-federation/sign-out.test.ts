import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { followedThrough, nextAddress, postedForm } from "../testing/federated-sign-in";
import { addSamlClient } from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";

const SIGNED_OUT = `${ISSUER}oidc/logout/success`;

describe.each(ANY_ENGINE)("a sign-out by WS-Federation on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const logout_uris = JSON.stringify(["https://rp.example/bye"]);
		await tenant.service.database
			.updateTable("clients")
			.set({ logout_uris })
			.where("client_id", "=", "wsfed")
			.execute();
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const signedIn = async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		return browser;
	};
	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");

	it.each(["wsignout1.0", "wsignoutcleanup1.0"])("ends the session by %s, for a copy of its cookie too", async (wa) => {
		const browser = await signedIn();
		const cookies = new Map(browser.cookies);
		const response = await browser.visit(`wsfed/wsfed?wa=${wa}`);
		expect([response.status, response.headers.get("location")]).toEqual([303, SIGNED_OUT]);
		expect(await isSignedIn(browser)).toBe(false);
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it.each([
		["a logout URL", "wsfed/wsfed", "https://rp.example/bye"],
		["a logout URL with a slash at its end", "wsfed/wsfed", "https://rp.example/bye/"],
		["a callback", "wsfed/wsfed", "https://rp.example/second"],
		["a callback of the realm's application", "wsfed", "https://rp.example/second"],
	])("redirects back to %s", async (_, path, wreply) => {
		const query = new URLSearchParams({
			wa: "wsignout1.0",
			wreply,
			...(path === "wsfed" ? { wtrealm: "urn:wsfed" } : {}),
		});
		const response = await (await signedIn()).visit(`${path}?${query}`);
		expect(response.headers.get("location")).toBe(wreply);
	});

	it.each([
		["another address", "wsfed/wsfed", "https://evil.example/"],
		["a longer one", "wsfed/wsfed", "https://rp.example/bye/more"],
		["one with user information", "wsfed/wsfed", "https://rp.example@evil.example/bye"],
		["one with two slashes", "wsfed/wsfed", "//evil.example/"],
		["a callback of an unnamed application", "wsfed", "https://rp.example/second"],
	])("ends the session and redirects to the service's own page for %s", async (_, path, wreply) => {
		const browser = await signedIn();
		const response = await browser.visit(`${path}?${new URLSearchParams({ wa: "wsignout1.0", wreply })}`);
		expect(response.headers.get("location")).toBe(SIGNED_OUT);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("redirects where no user is signed in", async () => {
		const response = await new TestBrowser(tenant.service).visit(
			"wsfed/wsfed?wa=wsignout1.0&wreply=https://rp.example/bye",
		);
		expect([response.status, response.headers.get("location")]).toEqual([303, "https://rp.example/bye"]);
	});

	it("notifies SAML applications of the session first, and then redirects back", async () => {
		await addSamlClient(tenant.service, "notified", {
			logout: { slo_enabled: true, callback: "https://sp.example/logout" },
		});
		const browser = await signedIn();
		await followedThrough(browser, "samlp/notified");
		const response = await browser.visit("wsfed/wsfed?wa=wsignout1.0&wreply=https://rp.example/bye");
		expect(response.headers.get("location")).toBe(`${ISSUER}samlp/notified/logout`);
		const notification = postedForm(await (await browser.visit("samlp/notified/logout")).text());
		expect(notification.action).toBe("https://sp.example/logout");
		expect(Object.keys(notification.fields)).toContain("SAMLRequest");
		// The browser is back without a LogoutResponse, which is not waited for.
		const back = await browser.visit("samlp/notified/logout");
		expect(await nextAddress(back)).toBe("https://rp.example/bye");
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("refuses an unknown application, and the session stays", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const browser = await signedIn();
		for (const address of ["wsfed/unknown?wa=wsignout1.0", "wsfed?wa=wsignout1.0&wtrealm=urn:web"]) {
			expect((await browser.visit(address)).status).toBe(404);
		}
		expect(await isSignedIn(browser)).toBe(true);
	});
});
