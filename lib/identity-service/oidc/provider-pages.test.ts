import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { REDIRECT_URI, startTestService } from "../testing/test-service";

const HOSTILE = `"><script>alert('x')</script>`;

describe("the page of a sign-in that cannot continue", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const request = (more: Record<string, string>) =>
		`authorize?${new URLSearchParams({ response_type: "code", scope: "openid", redirect_uri: REDIRECT_URI, ...more })}`;
	const open = async (address: string) => {
		const response = await new TestBrowser(tenant.service).open(address, { headers: { accept: "text/html" } });
		return { status: response.status, headers: response.headers, markup: await response.text() };
	};

	it.each([
		[
			"an unknown application",
			{ client_id: "unknown" },
			"This sign-in cannot continue",
			"The application that sent you here is not known to this service. Nothing was changed.",
			"invalid_client",
		],
		[
			"a URL that is not registered",
			{ client_id: "web", redirect_uri: "https://elsewhere.example/" },
			"Signing in to The web application cannot continue",
			"The web application asked to send you to a URL that is not registered for it.",
			"invalid_redirect_uri",
		],
		[
			"a request without an application",
			{},
			"This sign-in cannot continue",
			"The application asked for it in a way that this service does not accept. Nothing was changed.",
			"invalid_request",
		],
	])(
		"states for %s what happened, what to do, and the code for the application's operator",
		async (_case, sent, heading, words, code) => {
			const { status, headers, markup } = await open(request(sent));
			expect(status).toBe(400);
			expect(headers.get("location")).toBeNull();
			expect(headers.get("content-type")).toMatch(/^text\/html/);
			expect(headers.get("content-security-policy")).toContain("default-src 'none'");
			expect(markup).toContain(`<h1>${heading}</h1>`);
			expect(markup).toContain(words);
			expect(markup).toMatch(
				/Go back to [\w ]+ and begin again\. If this page appears again, tell the administrator of/,
			);
			expect(markup.split("<details>")[0]).not.toContain(code);
			expect(markup).toContain(`<dt>Error code</dt>\n<dd><code>${code}</code></dd>`);
			expect(markup).not.toContain("elsewhere.example");
		},
	);

	it("shows nothing of the request as markup", async () => {
		for (const name of ["client_id", "redirect_uri", "state", "scope", "response_type", "prompt", "nonce"]) {
			const { markup } = await open(request({ client_id: "web", redirect_uri: "https://x.example/", [name]: HOSTILE }));
			expect(markup, name).not.toContain("<script");
		}
	});

	it("speaks of signing out where that was requested", async () => {
		for (const path of ["v2/logout?returnTo=https://elsewhere.example/", "oidc/logout?id_token_hint=nothing"]) {
			const { status, markup } = await open(path);
			expect(status).toBe(400);
			expect(markup).toContain("<h1>This sign-out cannot continue</h1>");
			expect(markup).toContain("<code>invalid_request</code>");
		}
	});

	it("reports a sign-in that was begun in another browser as expired", async () => {
		const page = await new TestBrowser(tenant.service).authorize({ client_id: "web" });
		const { status, markup } = await open(`authorize/${page.pathname.split("/").at(-1)}`);
		expect(status).toBe(400);
		expect(markup).toContain("It was left open for too long, was already used, or began in another browser.");
	});
});
