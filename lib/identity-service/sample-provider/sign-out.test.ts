import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { authorizeAddress } from "../testing/connection-sign-in";
import { nextAddress, postedForm } from "../testing/federated-sign-in";
import { isSignedIn, postCrossSite } from "../testing/provider-logout";
import { addSampleConnection, choicesOn, signInAtSample, untilPage } from "../testing/sample-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";

const THROUGH = authorizeAddress({ client_id: "web", connection: "sample-provider" });
const GOODBYE = "http://localhost:3000/goodbye";

describe.each(ANY_ENGINE)("a logout with the sample provider on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	const words = async (response: Response) => (await response.text()).replaceAll("&#39;", "'");
	/** Follows redirects of the service and the provider, up to a page or another site. */
	async function through(browser: TestBrowser, first: Response): Promise<Response> {
		let response = first;
		for (;;) {
			const location = response.headers.get("location");
			if (!location?.startsWith(ISSUER) || location === GOODBYE) return response;
			response = await browser.visit(location);
		}
	}
	const prompts = async (browser: TestBrowser) =>
		(await words(await untilPage(browser, THROUGH))).includes("Who are you today?");

	it("that is federated ends its session in that browser alone, and returns", async () => {
		await addSampleConnection(tenant.service);
		const [browser, other] = [new TestBrowser(tenant.service), new TestBrowser(tenant.service)];
		for (const one of [browser, other]) await signInAtSample(tenant.service, one, THROUGH);
		await through(browser, await browser.visit("v2/logout?client_id=web"));
		expect(await prompts(browser)).toBe(false);
		await signInAtSample(tenant.service, browser, THROUGH);
		const cookies = new Map(browser.cookies);
		const last = await through(browser, await browser.visit("v2/logout?client_id=web&federated"));
		expect(last.headers.get("location")).toBe(GOODBYE);
		expect(await prompts(browser)).toBe(true);
		// A copy of its cookie has no session either.
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await prompts(browser)).toBe(true);
		expect([await isSignedIn(other), await prompts(other)]).toEqual([true, false]);
	});

	it("that is federated works by HTTP-POST, too", async () => {
		await addSampleConnection(tenant.service, { signOutBinding: HTTP_POST_BINDING });
		const browser = new TestBrowser(tenant.service);
		await signInAtSample(tenant.service, browser, THROUGH);
		const page = await through(browser, await browser.visit("v2/logout?client_id=web&federated"));
		const { action, fields } = postedForm(await page.text());
		expect(action).toBe(`${ISSUER}sample-provider/sign-out`);
		const response = await postCrossSite(tenant.service, browser, fields, "sample-provider/sign-out");
		expect(await nextAddress(await through(browser, response))).toBe(GOODBYE);
		expect(await prompts(browser)).toBe(true);
	});

	it("that begins there ends the session here, once, and shows that it did", async () => {
		await addSampleConnection(tenant.service);
		const [browser, other] = [new TestBrowser(tenant.service), new TestBrowser(tenant.service)];
		for (const one of [browser, other]) await signInAtSample(tenant.service, one, THROUGH);
		const request = await browser.visit("sample-provider/leave", {});
		const response = await browser.visit(request.headers.get("location") ?? "");
		const outcome = response.headers.get("location") ?? "";
		expect(await words(await browser.visit(outcome))).toContain(
			"You are signed out of the sample provider, and of the service that you continued to.",
		);
		expect([await isSignedIn(browser), await prompts(browser)]).toEqual([false, true]);
		expect(await isSignedIn(other)).toBe(true);
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		expect(await words(await browser.visit(outcome))).toContain("does not match a request of the sample provider");
	});

	it("that begins there does not notify a service without an assertion", async () => {
		await addSampleConnection(tenant.service);
		const browser = new TestBrowser(tenant.service);
		await (await choicesOn(await browser.visit("sample-provider"))).choose(browser, "Noa Linde");
		expect(await words(await browser.visit("sample-provider/leave", {}))).toContain(
			"<p>You are signed out of the sample provider.</p>",
		);
		expect(await words(await browser.visit("sample-provider"))).toContain("Who are you today?");
	});
});
