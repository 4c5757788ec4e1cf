import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { listenAt } from "./application-callback";
import { authorizeAddress, fillIn } from "./authorize";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

test("a person signs in with a code that only the admin's outbox shows", async ({
	page,
	credentials,
	signIn,
	openContext,
}) => {
	await page.goto(authorizeAddress(credentials, "passwordless_app"));
	await page.getByRole("link", { name: "Sign in with a one-time code instead" }).click();
	await page.getByRole("textbox", { name: "Email or phone number" }).fill("+1 202 555 0143");
	await page.getByRole("button", { name: "Send code" }).click();

	const visitor = await (await openContext()).newPage();
	await visitor.goto("/outbox");
	await expect(visitor.getByText("+12025550143")).toHaveCount(0);
	await signIn(visitor, "editor");
	await visitor.goto("/outbox");
	const message = visitor.getByRole("listitem").filter({ hasText: "+12025550143" }).first();
	const code = /\b\d{6}\b/.exec((await message.textContent()) ?? "")?.[0] ?? "";

	const redirectUri = credentials.clients.passwordless_app?.redirect_uris[0] ?? "";
	const { arrival, close } = await listenAt(redirectUri);
	await page.getByRole("textbox", { name: "Verification code" }).fill("000000" === code ? "000001" : "000000");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByText("Wrong or expired code.")).toBeVisible();
	await page.getByRole("textbox", { name: "Verification code" }).fill(code);
	await page.getByRole("button", { name: "Continue" }).click();
	expect((await arrival).searchParams.get("code")).toEqual(expect.any(String));
	await page.waitForURL(`${redirectUri}*`);
	close();
});

test("another company's application is named with what it asks for, and may be refused", async ({
	page,
	credentials,
}) => {
	const redirectUri = credentials.clients.third_party_app?.redirect_uris[0] ?? "";
	const { arrival, close } = await listenAt(redirectUri);
	await page.goto(authorizeAddress(credentials, "third_party_app"));
	await fillIn(page, credentials.sign_ins.user.email, credentials.sign_ins.user.password);
	await expect(page.getByRole("listitem").filter({ hasText: "See your email address" })).toBeVisible();
	await page.getByRole("button", { name: "Do not allow" }).click();
	expect((await arrival).searchParams.get("error")).toBe("access_denied");
	await page.waitForURL(`${redirectUri}*`);
	close();
});

test("ten wrong passwords lead to a page that says what is blocked and for how long", async ({ page, credentials }) => {
	// An account of its own, so that no other test is blocked.
	const email = `guessed-${Date.now()}@example.com`;
	await page.goto(authorizeAddress(credentials, "web_app"));
	for (let attempt = 0; attempt < 10; attempt += 1) {
		await fillIn(page, email, "wrong");
		await expect(page.getByText("Wrong email or password.")).toBeVisible();
	}
	await fillIn(page, email, "wrong");
	await expect(page.getByRole("heading", { name: "Signing in to Storefront is blocked for now" })).toBeVisible();
	await expect(page.getByRole("alert").filter({ hasText: "15 minutes" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Try again, or use another account" }).click();
	await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
});

test("parts of the interface that are not covered answer 404 in its error shape", async ({ credentials }) => {
	for (const [method, path] of [
		["GET", "/samlp/abc"],
		["GET", "/samlp/metadata/abc"],
		["POST", "/samlp/abc/logout"],
		["POST", "/login/callback?connection=abc"],
		["GET", "/wsfed/abc"],
	] as const) {
		const answer = await fetch(credentials.auth_url + path, { method });
		expect(answer.status, path).toBe(404);
		expect(await answer.json()).toMatchObject({ error: "not_found" });
	}
});

test("a viewer reads of every application what kind it is, and finds commands to try it on its page", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	await page.getByRole("navigation").getByRole("link", { name: "Applications" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
	const bank = page.getByRole("row", { name: /^Bank Onboarding \(FAPI 2\.0\)/ });
	await expect(bank).toContainText("a signed assertion (private_key_jwt)");
	await page.getByRole("link", { name: "Storefront" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Storefront" })).toBeVisible();
	await expect(page.getByRole("checkbox", { name: "Rotate refresh tokens" })).toBeChecked();
	await expect(page.getByRole("heading", { name: "2. Get a refresh token" })).toBeVisible();
	await expectAccessible(page);
});
