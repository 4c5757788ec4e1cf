import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { canSignIn, linkTo, messagesTo, pressButton, textOf } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ISSUER, ORDERS, PASSWORD, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, credentials, post } from "../testing/token-request";

const CHOSEN = "a phrase that is hard to guess";

describe("on the login page", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let browser: TestBrowser;
	let emails = 0;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	beforeEach(async () => {
		browser = new TestBrowser(tenant.service);
		await tenant.service.database.deleteFrom("login_failures").execute();
	});
	afterAll(() => tenant.stop());

	const newEmail = () => {
		emails += 1;
		return `user-${emails}@example.com`;
	};
	const switchSignUp = (client: string, sign_up: string) =>
		tenant.service.database
			.updateTable("clients")
			.set({ settings: JSON.stringify({ client_metadata: { sign_up } }) })
			.where("client_id", "=", client)
			.execute();
	const begin = (parameters: Record<string, string> = {}) =>
		browser.authorize({ client_id: "web", ...challengeOf("v".repeat(43)), ...parameters });
	/** Sends a form of the login page, and follows its redirect. */
	async function send(page: URL, form: "signup" | "forgotten", fields: Record<string, string>) {
		const response = await browser.visit(`${page.pathname}/${form}`, fields);
		expect(response.status).toBe(303);
		return see(response.headers.get("location") ?? "");
	}
	async function see(address: string) {
		const response = await browser.visit(address);
		const markup = await response.clone().text();
		return { status: response.status, markup, text: await textOf(response), address: new URL(address, ISSUER) };
	}

	it("both ways are linked beside the password, and link back", async () => {
		const page = await begin({ login_hint: "rita@example.com" });
		const { markup } = await see(page.href);
		expect(markup).toContain(`<a class="other" href="${page.pathname}?way=forgotten">Forgot your password?</a>`);
		expect(markup).toContain(`<a href="${page.pathname}?way=signup">Sign up</a>`);
		const signUp = await see(`${page.pathname}?way=signup`);
		expect(signUp.markup).toContain("<h1>Sign up</h1>");
		expect(signUp.markup).toContain('value="rita@example.com"');
		expect(signUp.text).toContain(
			"Create an account to sign in to The web application. Email Password 8 to 128 characters",
		);
		const forgotten = await see(`${page.pathname}?way=forgotten`);
		expect(forgotten.text).toContain("Forgot your password? We will send you a link");
		for (const { markup: back } of [signUp, forgotten]) expect(back).toContain(`href="${page.pathname}">`);
	});

	it("a user signs up, follows the link in the same browser, and signs in to the application", async () => {
		const email = newEmail();
		const page = await begin();
		const sent = await send(page, "signup", { email: ` ${email} `, password: CHOSEN });
		expect(sent.text).toContain(`Check your inbox We sent a message to ${email}.`);
		expect(await canSignIn(tenant.service, email, CHOSEN)).toBe(false);
		expect(await browser.submit(page, email, CHOSEN)).toEqual({ problem: "credentials" });

		const link = await linkTo(tenant.service, email);
		const confirm = await see(link.href);
		expect(confirm.text).toContain(`You signed up for The web application as ${email} . Confirm`);
		expect(confirm.markup).not.toContain('type="password"');
		const confirmed = await pressButton(tenant.service, link, {}, browser);
		expect(confirmed.status).toBe(303);
		const back = await see(confirmed.headers.get("location") ?? "");
		expect(back.address.pathname).toBe(page.pathname);
		expect(back.text).toContain("Your e-mail address is confirmed. Sign in to continue.");
		expect(back.markup).toContain(`value="${email}"`);
		// Only now, and only with the password.
		expect(browser.cookies.has("identity-service.session.3000")).toBe(false);
		const outcome = await browser.submit(page, email, CHOSEN);
		expect(outcome).toHaveProperty("returnTo");
	});

	it("a sign-up with an address that nobody sees whole is refused on its field, with what was typed", async () => {
		const page = await begin();
		for (const typed of [
			"us\u200ber@example.com",
			"us er@example.com",
			"\u202euser@example.com",
			"user\u0007@example.com",
		]) {
			const { text, markup } = await send(page, "signup", { email: typed, password: CHOSEN });
			expect(text).toContain("Leave out spaces and invisible characters.");
			expect(markup).toMatch(/<input id="email"[^>]*aria-describedby="email-problem"[^>]* aria-invalid="true"/);
			expect(markup).toContain(`value="${typed}"`);
			expect(await messagesTo(tenant.service, typed)).toEqual([]);
		}
	});

	it("an account that has such an address still signs in, and gets a link for a new password", async () => {
		const email = "od\u200bd@example.com";
		const rita = tenant.service.database.selectFrom("users").selectAll().where("email_key", "=", EMAIL.toLowerCase());
		const row = await rita.executeTakeFirstOrThrow();
		const odd = { ...row, user_id: "auth0|odd", email, email_key: email };
		await tenant.service.database.insertInto("users").values(odd).execute();
		expect(await canSignIn(tenant.service, email, PASSWORD)).toBe(true);
		const sent = await send(await begin(), "forgotten", { email });
		expect(sent.text).toContain(`We sent a message to ${email}.`);
		expect(await messagesTo(tenant.service, email)).toHaveLength(1);
	});

	it("the link's page requires the password in any other browser, and in this one for another sign-up", async () => {
		const [first, second] = [newEmail(), newEmail()];
		const page = await begin();
		await send(page, "signup", { email: first, password: CHOSEN });
		await send(page, "signup", { email: second, password: CHOSEN });
		const [older, newer] = [await linkTo(tenant.service, first), await linkTo(tenant.service, second)];
		expect((await see(older.href)).markup).toContain('type="password"');
		expect((await see(newer.href)).markup).not.toContain('type="password"');
		const cookie = browser.cookies.get("identity-service.sign-up.3000")?.value ?? "";
		for (const value of ["", "x", `.${cookie.split(".")[1]}`, `${cookie}x`, cookie.toLowerCase()]) {
			const other = new TestBrowser(tenant.service);
			other.cookies.set("identity-service.sign-up.3000", { value, path: "/dbconnections" });
			expect(await (await other.visit(newer.href)).text()).toContain('type="password"');
			const response = await pressButton(tenant.service, newer, {}, other);
			expect([response.status, response.headers.get("location")]).toEqual([303, newer.href]);
		}
		expect(await canSignIn(tenant.service, second, CHOSEN)).toBe(false);
	});

	it("the link's page names the application to continue with once the pending login is over", async () => {
		const email = newEmail();
		const page = await begin();
		await send(page, "signup", { email, password: CHOSEN });
		tenant.passSeconds(3601);
		const link = await linkTo(tenant.service, email);
		const uid = page.pathname.split("/").at(-1) ?? "";
		await tenant.service.database.deleteFrom("oidc_artifacts").where("model", "=", "Interaction").execute();
		expect(uid).not.toBe("");
		const response = await pressButton(tenant.service, link, {}, browser);
		expect(response.status).toBe(200);
		expect(await textOf(response)).toContain("Go back to The web application and sign in");
		expect(await canSignIn(tenant.service, email, CHOSEN)).toBe(true);
	});

	it("for an address that has an account the page is the same, and its owner gets a message", async () => {
		const page = await begin();
		const known = await send(page, "signup", { email: EMAIL, password: CHOSEN });
		const unknown = await send(page, "signup", { email: newEmail(), password: CHOSEN });
		const withoutAddress = (text: string) => text.replace(/to \S+\. It/, "to ADDRESS. It");
		expect(withoutAddress(known.text)).toBe(withoutAddress(unknown.text));
		expect((await messagesTo(tenant.service, EMAIL))[0]).toContain("which already has an account");
	});

	it.each([
		[{}, "Enter your e-mail address.", "Enter your password."],
		[{ email: "no-address", password: CHOSEN }, "Enter an e-mail address, like name@example.com."],
		[{ email: "a@example.com", password: "7 chars" }, "Use at least 8 characters."],
		[{ email: "a@example.com", password: "A@EXAMPLE.com" }, "Choose one that is not your e-mail address."],
		[{ email: "a@example.com", password: "password" }, "This is a common password"],
	] as [Record<string, string>, ...string[]][])(
		"the form to sign up is shown again after %j with the problem, and no message is sent",
		async (fields, ...words) => {
			const page = await begin();
			const { text, markup, address } = await send(page, "signup", fields);
			expect(address.href).toBe(`${page.href}?way=signup`);
			for (const each of words) expect(text).toContain(each);
			expect(markup).toContain(`value="${fields.email ?? ""}"`);
			expect(markup).not.toContain("7 chars");
			expect(await messagesTo(tenant.service, "a@example.com")).toEqual([]);
		},
	);

	it("a new password is requested by address, with the same response for every address", async () => {
		const page = await begin();
		expect((await send(page, "forgotten", { email: " " })).text).toContain("Enter your e-mail address.");
		expect((await send(page, "forgotten", { email: "no-address" })).text).toContain("Enter an e-mail address, like");
		const known = await send(page, "forgotten", { email: EMAIL });
		const unknown = await send(page, "forgotten", { email: newEmail() });
		const withoutAddress = (text: string) => text.replace(/to \S+\. If/, "to ADDRESS. If");
		expect(withoutAddress(known.text)).toBe(withoutAddress(unknown.text));
		expect((await linkTo(tenant.service, EMAIL)).pathname).toBe("/dbconnections/reset");
	});

	it("an address gets ten messages at most, whether it has an account or not", async () => {
		const page = await begin();
		for (const email of [EMAIL, newEmail()]) {
			await tenant.service.database.deleteFrom("login_failures").execute();
			for (let count = 0; count < 10; count += 1) {
				const form = count % 2 ? "signup" : "forgotten";
				expect((await send(page, form, { email, password: CHOSEN })).text).toContain("Check your inbox");
			}
			const before = (await messagesTo(tenant.service, email)).length;
			for (const form of ["signup", "forgotten"] as const) {
				const response = await browser.visit(`${page.pathname}/${form}`, { email, password: CHOSEN });
				expect([response.status, Number(response.headers.get("retry-after")) > 890]).toEqual([429, true]);
				expect(await textOf(response)).toContain(
					"Too many messages were requested for this e-mail address or number. Try again in 15 minutes.",
				);
			}
			expect(await messagesTo(tenant.service, email)).toHaveLength(before);
		}
	});

	describe("signing up is not offered, and its form does nothing,", () => {
		async function expectNone(page: URL) {
			expect((await see(page.href)).markup).not.toContain("way=signup");
			const { markup } = await see(`${page.pathname}?way=signup`);
			expect(markup).toContain("<h1>Sign in to");
			expect(markup).toContain("Forgot your password?");
			const email = newEmail();
			const response = await browser.visit(`${page.pathname}/signup`, { email, password: CHOSEN });
			expect(response.status).toBe(303);
			expect(await messagesTo(tenant.service, email)).toEqual([]);
		}

		it("where the application's switch is off, whatever it requests", async () => {
			await switchSignUp("web", "off");
			await expectNone(await begin());
			await expectNone(await begin({ screen_hint: "signup" }));
			await switchSignUp("web", "on");
		});

		it("without the login's own cookie, or from another origin", async () => {
			const page = await begin();
			const email = newEmail();
			const other = new TestBrowser(tenant.service);
			for (const form of ["signup", "forgotten"]) {
				const response = await other.visit(`${page.pathname}/${form}`, { email, password: CHOSEN });
				expect([response.status, response.headers.get("location")]).toEqual([303, page.href]);
				for (const origin of [undefined, "null", "https://evil.example"]) {
					const headers = browser.headers(page.pathname);
					if (origin) headers.set("origin", origin);
					const body = new URLSearchParams({ email, password: CHOSEN });
					const request = new Request(`${page.href}/${form}`, { method: "POST", headers, body });
					expect((await handleServiceRequest(tenant.service, request)).status).toBe(403);
				}
			}
			expect(await messagesTo(tenant.service, email)).toEqual([]);
		});
	});

	it("an application requests the form by screen_hint=signup, and by no other value", async () => {
		const page = await begin({ screen_hint: "signup" });
		expect(page.search).toBe("?way=signup");
		expect((await see(page.href)).markup).toContain("<h1>Sign up</h1>");
		for (const hint of ["login", "SIGNUP", "", "signup'"]) {
			expect((await begin({ screen_hint: hint })).search).toBe("");
		}
	});

	it("an application requests the form in the same way in a pushed request", async () => {
		const pushed = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid", screen_hint: "signup" };
		const response = await post(tenant.service, "oauth/par", { ...pushed, ...credentials(tenant.service, "web") });
		const { request_uri } = await response.json();
		expect((await browser.authorize({ client_id: "web", request_uri })).search).toBe("?way=signup");
	});

	it("a signed-in user sees no form, nor one in place of the consent page", async () => {
		await browser.signIn({ client_id: "web" });
		const again = await begin({ screen_hint: "signup" });
		expect(again.searchParams.get("code")).not.toBeNull();
		const consent = await browser.authorize({
			client_id: "third-party",
			audience: ORDERS,
			scope: "openid read:orders",
			screen_hint: "signup",
		});
		expect(consent.search).toBe("");
		expect((await see(`${consent.pathname}?way=signup`)).text).toContain("Allow The third-party application?");
	});
});
