import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { followedThrough, postedForm } from "../testing/federated-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { startTestService, USER_ID } from "../testing/test-service";

describe("a sign-in that begins at the identity provider", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	it("prompts for a login, and posts the response to the first callback", async () => {
		const response = await followedThrough(new TestBrowser(tenant.service), "samlp/saml?RelayState=a%22%3E%3Cb%3E");
		const markup = await response.text();
		expect(response.status, markup).toBe(200);
		const { action, fields } = postedForm(markup);
		expect(action).toBe("https://sp.example/acs");
		expect(Object.keys(fields)).toEqual(["SAMLResponse", "RelayState"]);
		expect(fields.RelayState).toBe('a"><b>');
		const document = Buffer.from(fields.SAMLResponse ?? "", "base64").toString();
		expect(document).toContain(`>${USER_ID}</saml:NameID>`);
		expect(document).toContain("<saml:Issuer>urn:localhost:3000</saml:Issuer><ds:Signature");
		expect(document).not.toContain("InResponseTo");
		const [, script = ""] = /<script>(.*?)<\/script>/s.exec(markup) ?? [];
		const hash = createHash("sha256").update(script).digest("base64");
		const policy = (response.headers.get("content-security-policy") ?? "").split("; ");
		expect(policy).toContain(`script-src 'sha256-${hash}'`);
		expect(policy).toContain("form-action https://sp.example/acs");
		expect(markup).toContain("<button>Continue</button>");
	});

	it("responds at once where a user is signed in, with a new response each time", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const first = postedForm(await (await followedThrough(browser, "samlp/saml", { password: "not used" })).text());
		const second = postedForm(await (await followedThrough(browser, "samlp/saml", { password: "not used" })).text());
		expect(first.fields.SAMLResponse).not.toBe(second.fields.SAMLResponse);
	});

	it("lets the application redirect from there to its own web origins, and nowhere else", async () => {
		const { database } = tenant.service;
		const settings = (web_origins: string[]) =>
			database
				.updateTable("clients")
				.set({ settings: JSON.stringify({ addons: { samlp: {} }, web_origins }) })
				.where("client_id", "=", "saml")
				.execute();
		await settings(["https://app.sp.example", "http://localhost:8080"]);
		const response = await followedThrough(new TestBrowser(tenant.service), "samlp/saml");
		await settings([]);
		expect(response.headers.get("content-security-policy")).toContain(
			"form-action https://sp.example/acs https://app.sp.example http://localhost:8080; ",
		);
	});

	it.each(["samlp/web", "samlp/wsfed", "samlp/unknown", "samlp/%", "samlp/a%00b"])(
		"responds 404 in words at /%s, with one line in the log",
		async (path) => {
			const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const browser = new TestBrowser(tenant.service);
			const response = await browser.visit(path);
			expect(response.status).toBe(404);
			expect(await response.text()).toContain("There is no application here with sign-ins by SAML.");
			expect(browser.cookies.size).toBe(0);
			expect(log.mock.calls.map(([line]) => line)).toEqual([
				"identity-service: samlp refused: There is no application here with sign-ins by SAML.\n",
			]);
		},
	);

	it("cannot be requested at the authorization endpoint", async () => {
		const browser = new TestBrowser(tenant.service);
		const request = {
			client_id: "saml",
			response_type: "none",
			redirect_uri: "https://sp.example/acs",
			scope: "openid",
		};
		const attempts: Record<string, string>[] = [
			request,
			{ ...request, response_mode: "federated" },
			{ ...request, response_mode: "federated", federated_request: "x.y.z" },
		];
		for (const attempt of attempts) {
			const query = new URLSearchParams(attempt);
			const response = await browser.visit(`authorize?${query}`);
			expect(response.status).toBe(400);
			expect(await response.text()).toContain("this response mode is for SAML and WS-Federation");
		}
	});
});
