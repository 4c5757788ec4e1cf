import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ISSUER, ORDERS, startTestService } from "../testing/test-service";
import { type LoginRetry, retryCookie } from "./login-problems";

const PKCE = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
const HOSTILE = `"><script>alert('x')</script>`;
const ESCAPED = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;";

describe("the login page", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await tenant.service.database
			.updateTable("clients")
			.set({ name: HOSTILE })
			.where("client_id", "=", "courier")
			.execute();
	});
	afterAll(() => tenant.stop());

	/** The page of a login, opened first, or after an attempt. */
	async function open(parameters: Record<string, string>, retry: LoginRetry | null = null, query = "") {
		const browser = new TestBrowser(tenant.service);
		const page =
			parameters.client_id === "third-party" ? await browser.signIn(parameters) : await browser.authorize(parameters);
		const headers = browser.headers(page.pathname);
		if (retry) {
			const [pair] = retryCookie(ISSUER, page.pathname, retry).split(";");
			headers.set("cookie", `${headers.get("cookie")}; ${pair}`);
		}
		return look(page.href + query, headers);
	}

	async function look(address: string, headers = new Headers()) {
		const response = await handleServiceRequest(tenant.service, new Request(address, { headers }));
		const markup = await response.text();
		return {
			status: response.status,
			policy: response.headers.get("content-security-policy"),
			markup,
			text: textOf(markup),
		};
	}

	const attempt = (problem: LoginRetry["problem"], more: Partial<LoginRetry> = {}): LoginRetry => ({
		problem,
		email: "rita@example.com",
		codeSent: false,
		...more,
	});

	it("has fields for e-mail and password, names the application, and allows forms to lead to it alone", async () => {
		const { status, markup, text, policy } = await open({ client_id: "web", login_hint: "rita@example.com" });
		expect(status).toBe(200);
		expect(markup).toContain("<title>Sign in to The web application · Sample tenant</title>");
		expect(text).toContain("Sign in to The web application Email Password Continue");
		expect(markup).toContain('value="rita@example.com"');
		expect(text).not.toContain("one-time code");
		expect(policy).toContain("form-action 'self' http://localhost:3000;");
	});

	it("offers a code where the application does", async () => {
		const { text, markup } = await open({ client_id: "courier", ...PKCE });
		expect(text).toContain("Sign in with a one-time code instead");
		expect(markup).toMatch(/<a [^>]*href="\/login\/[\w-]+\?way=code">/);
	});

	it("ties the problem to its fields, and focuses the one to fill in again", async () => {
		const { markup } = await open({ client_id: "web" }, attempt("credentials"));
		expect(markup).toMatch(/role="alert"><p id="problem">Wrong email or password.</);
		for (const name of ["email", "password"]) {
			expect(inputOf(markup, name)).toMatch(/aria-describedby="problem".* aria-invalid="true"/);
		}
		expect(inputOf(markup, "password")).toContain(" autofocus");
		expect(inputOf(markup, "password")).toContain('value=""');
		expect(inputOf(markup, "email")).toContain('value="rita@example.com"');
	});

	it.each([
		["no-email-or-password", "", { email: "Enter your e-mail address.", password: "Enter your password." }, "email"],
		["no-email", " ", { email: "Enter your e-mail address." }, "email"],
		["no-password", "rita@example.com", { password: "Enter your password." }, "password"],
	] as const)(
		"states in the form's one alert which fields are missing, and focuses the first: %s",
		async (problem, email, words, next) => {
			const { markup } = await open({ client_id: "web", login_hint: "hint@example.com" }, attempt(problem, { email }));
			for (const name of ["email", "password"] as const) {
				const field = inputOf(markup, name);
				const text = (words as Record<string, string>)[name];
				if (text) expect(field).toMatch(new RegExp(`aria-describedby="${name}-problem".* aria-invalid="true"`));
				else expect(field).not.toContain("aria-");
				expect(new RegExp(`role="alert">.*<p id="${name}-problem">([^<]*)</p>`).exec(markup)?.[1]).toBe(text);
				expect(field.includes(" autofocus")).toBe(name === next);
			}
			expect(inputOf(markup, "email")).toContain(`value="${email}"`);
			expect(markup.split('role="alert"')).toHaveLength(2);
			expect(markup).not.toContain("Wrong email");
		},
	);

	it.each([
		["an unknown address", {}, "email"],
		["the password where the application sends the address", { login_hint: "rita@example.com" }, "password"],
	])("focuses the field for %s", async (_case, request, name) => {
		const { markup } = await open({ client_id: "web", ...request });
		expect(markup.match(/<input[^>]* autofocus/g)).toEqual([expect.stringContaining(`id="${name}"`)]);
	});

	it("allows its one script, which shows the password on request, and no other", async () => {
		const { markup, policy } = await open({ client_id: "web" });
		const script = /<script>(.*?)<\/script>/s.exec(markup)?.[1] ?? "";
		const hash = createHash("sha256").update(script).digest("base64");
		expect(policy).toContain(`script-src 'sha256-${hash}';`);
		expect(script).toContain("Show password");
		expect(markup.replace(script, "")).not.toContain("Show password");
		const withoutPassword = await open({ client_id: "courier", ...PKCE }, null, "?way=code");
		expect(withoutPassword.markup).not.toContain("<script");
		expect(withoutPassword.policy).not.toContain("script-src");
	});

	it("reports in the form's alert that the code is empty", async () => {
		const retry = attempt("no-code", { codeSent: true, way: "code" });
		const { markup } = await open({ client_id: "courier", ...PKCE }, retry, "?way=code");
		expect(inputOf(markup, "code")).toMatch(/aria-describedby="code-description code-problem".* aria-invalid="true"/);
		expect(markup).toContain('id="code-problem">Enter the six digits of the code.<');
	});

	it("shows the problem of a form on that form's page alone", async () => {
		const forgotten = await open({ client_id: "web" }, attempt("credentials"), "?way=forgotten");
		expect(forgotten.text).toContain("Send link");
		expect(forgotten.markup).not.toContain('role="alert"');
		expect(inputOf(forgotten.markup, "email")).toContain('value="rita@example.com"');
		const password = await open({ client_id: "web" }, attempt("no-address", { way: "forgotten" }));
		expect(password.markup).not.toContain('role="alert"');
	});

	/** The page of a password that is refused because of a block. */
	async function blocked(email: string) {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const { logins } = tenant.service.throttles;
		for (let index = 0; index < 10; index += 1) await logins.begin(email.toLowerCase(), "192.0.2.1");
		const response = await browser.visit(`${page.pathname}/continue`, { email, password: "wrong" });
		const markup = await response.text();
		return { browser, page, status: response.status, markup, text: textOf(markup) };
	}

	it("shows a block in place of the form, with the time that is left, until the user chooses to try again", async () => {
		const { browser, page, status, text, markup } = await blocked("guessed@example.com");
		expect(status).toBe(429);
		expect(text).toContain("Signing in to The web application is blocked for now");
		expect(text).toContain("too many failed attempts to sign in as guessed@example.com, or from your IP address.");
		expect(text).toContain("The block ends by itself in 15 minutes.");
		expect(text).not.toContain("one-time code");
		expect(markup).toMatch(/role="alert"/);
		expect(markup).not.toContain("<form");
		expect(markup).toContain(`<a href="${page.pathname}">Try again, or use another account</a>`);
		expect(await (await browser.visit(page.pathname)).text()).toContain('type="password"');
	});

	it("shows a hostile address as text where it is blocked", async () => {
		const { markup } = await blocked(`${HOSTILE}@example.com`);
		expect(markup).toContain(ESCAPED);
		expect(markup).not.toContain("<script");
	});

	it("has a field for an address or number, then for the code that was sent to it", async () => {
		const first = await open({ client_id: "courier", ...PKCE }, null, "?way=code");
		expect(first.text).toContain("E-mail address or phone number Send code Sign in with a password instead");
		const wrong = await open(
			{ client_id: "courier", ...PKCE },
			attempt("destination", { email: "what?", way: "code" }),
			"?way=code",
		);
		expect(inputOf(wrong.markup, "destination")).toMatch(
			/value="what\?".* aria-describedby="problem" aria-invalid="true"/,
		);
		const sent = await open({ client_id: "courier", ...PKCE }, attempt(null, { codeSent: true }), "?way=code");
		expect(sent.text).toContain("If rita@example.com belongs to an account, we sent it a code.");
		expect(sent.text).toContain("Send a new code");
		const code = await open(
			{ client_id: "courier", ...PKCE },
			attempt("code", { codeSent: true, way: "code" }),
			"?way=code",
		);
		expect(code.text).toContain("Wrong or expired code. After three attempts, ask for a new one.");
		expect(inputOf(code.markup, "code")).toContain('aria-describedby="code-description problem"');
		expect(code.text).not.toContain("we sent it a code");
	});

	it("has no code form for an application without that grant", async () => {
		const { markup } = await open({ client_id: "web" }, null, "?way=code");
		expect(markup).toContain('type="password"');
	});

	it("names another company's application, the account and every requested scope", async () => {
		const scope = "openid profile email offline_access read:orders";
		const { markup, text } = await open({ client_id: "third-party", audience: ORDERS, scope });
		expect(text).toContain("Allow The third-party application?");
		expect(text).toContain(
			`You are signed in as ${EMAIL}. The third-party application belongs to another company and asks to: Know who you are here See your name and picture See your e-mail address Use an API for you: read:orders Stay connected while you are away Do not allow Allow`,
		);
		expect(markup).toContain('name="decision" value="deny"');
	});

	it("shows hostile names and addresses as text", async () => {
		const email = `${HOSTILE}@example.com`;
		for (const [retry, query] of [
			[null, ""],
			[attempt("credentials", { email }), ""],
			[attempt("destination", { email }), "?way=code"],
			[attempt(null, { email, codeSent: true }), "?way=code"],
		] as const) {
			const { markup, status } = await open({ client_id: "courier", login_hint: email, ...PKCE }, retry, query);
			expect(status).toBe(200);
			expect(markup.replace(/<script>for \(const input of [^<]*<\/script>/, "")).not.toContain("<script");
			expect(markup.split(ESCAPED).length, `times on ${query}`).toBeGreaterThan(2);
		}
	});

	it.each([
		["an unknown login", `${ISSUER}login/unknown`],
		["one that was begun in another browser", null],
	])("is 404 for %s, with a link to begin again", async (_case, address) => {
		const other = address ?? (await new TestBrowser(tenant.service).authorize({ client_id: "web" })).href;
		const { status, text, markup, policy } = await look(other);
		expect(status).toBe(404);
		expect(text).toContain("This sign-in has expired");
		expect(markup).toContain('<a href="/">open the console</a>');
		expect(policy).toContain("form-action 'self';");
	});
});

/** The visible text. */
function textOf(markup: string): string {
	const body = /<main>(.*)<\/main>/s.exec(markup)?.[1] ?? "";
	return body
		.replaceAll(/<\/?bdi>/g, "")
		.replace(/<[^>]*>/g, " ")
		.replace(/\s+/g, " ")
		.replaceAll(" .", ".")
		.trim();
}

function inputOf(markup: string, name: string): string {
	return new RegExp(`<input id="${name}"[^>]*>`).exec(markup)?.[0] ?? "";
}
