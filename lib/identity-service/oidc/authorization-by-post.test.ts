import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { ISSUER, REDIRECT_URI, startTestService } from "../testing/test-service";

const REQUEST = { client_id: "web", response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid email" };

describe("an authorization request by POST", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const send = (body: BodyInit, headers: Record<string, string> = {}) =>
		handleServiceRequest(tenant.service, new Request(`${ISSUER}authorize`, { method: "POST", body, headers }));
	const addressOf = (response: Response) => new URL(response.headers.get("location") ?? "");

	it("redirects to one by GET with the same parameters, including odd characters", async () => {
		const state = "a b&c=d#e\u2028<é";
		const response = await send(new URLSearchParams({ ...REQUEST, state, login_hint: "rita+1@example.com" }));
		expect(response.status).toBe(303);
		const address = addressOf(response);
		expect(address.origin + address.pathname).toBe(`${ISSUER}authorize`);
		expect(Object.fromEntries(address.searchParams)).toEqual({ ...REQUEST, state, login_hint: "rita+1@example.com" });
	});

	it("finds the session, whose cookie a form of another site does not send", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const elsewhere = { origin: "https://app.example" };
		const first = await send(new URLSearchParams({ ...REQUEST, prompt: "none" }), elsewhere);
		const { headers } = await browser.open(first.headers.get("location") ?? "");
		expect(new URL(headers.get("location") ?? "").searchParams.get("code")).toEqual(expect.any(String));
	});

	it("is checked like any other", async () => {
		const first = await send(new URLSearchParams({ ...REQUEST, redirect_uri: "https://elsewhere.example/" }));
		const response = await new TestBrowser(tenant.service).open(first.headers.get("location") ?? "");
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
	});

	it("is refused where it is too large for an address, and where it cannot be read", async () => {
		const large = await send(new URLSearchParams({ ...REQUEST, state: "s".repeat(8000) }));
		expect([large.status, (await large.json()).error_description]).toEqual([
			413,
			expect.stringContaining("/oauth/par"),
		]);
		expect((await send("state=s", { "content-type": "text/plain" })).status).toBe(400);
		const page = await send("state=s", { "content-type": "text/plain", accept: "text/html" });
		expect(await page.text()).toContain("<h1>This request cannot be read</h1>");
	});
});
