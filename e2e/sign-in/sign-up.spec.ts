import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { listenAt } from "./application-callback";
import { authorizeAddress, fillIn } from "./authorize";
import { linkInOutbox } from "./outbox";

const CHOSEN = "a phrase that nobody guesses";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

async function signUp(page: Page, email: string, password: string): Promise<void> {
	await expect(page.getByRole("heading", { level: 1, name: "Sign up", exact: true })).toBeVisible();
	await page.getByRole("textbox", { name: "Email" }).fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign up" }).click();
}

for (const javaScriptEnabled of [true, false]) {
	const scripts = javaScriptEnabled ? "with scripts" : "without scripts";

	test(`somebody signs up from an application, confirms the address, and arrives there signed in, ${scripts}`, async ({
		openContext,
		credentials,
		signIn,
	}) => {
		const page = await (await openContext({ javaScriptEnabled })).newPage();
		const admin = await (await openContext()).newPage();
		await signIn(admin, "editor");
		const email = `new-${javaScriptEnabled}-${Date.now()}@example.com`;
		const redirectUri = credentials.clients.web_app?.redirect_uris[0] ?? "";
		const { arrival, close } = await listenAt(redirectUri);
		await page.goto(authorizeAddress(credentials, "web_app"));
		await page.getByRole("link", { name: "Sign up" }).click();
		await signUp(page, email, "password");
		await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Many people use this password/);
		await signUp(page, email, CHOSEN);
		await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
		await expect(page.getByRole("status")).toContainText(`A message is on its way to ${email}.`);
		// Not before the address is confirmed.
		await page.getByRole("link", { name: "Back to the sign-in" }).click();
		await fillIn(page, email, CHOSEN);
		await expect(page.getByText("Wrong email or password.")).toBeVisible();

		const link = await linkInOutbox(admin, email);
		await page.goto(link);
		await page.getByRole("button", { name: "Confirm" }).click();
		await expect(page.getByRole("status")).toHaveText("Your email address is confirmed. Sign in to go on.");
		await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
		await fillIn(page, email, CHOSEN);
		expect((await arrival).searchParams.get("code")).toEqual(expect.any(String));
		await page.waitForURL(`${redirectUri}*`);
		close();
	});
}

test("the link asks for the password in another browser, and is good once", async ({
	page,
	openContext,
	credentials,
	signIn,
	allowBrowserError,
}) => {
	allowBrowserError(/404/);
	const email = `elsewhere-${Date.now()}@example.com`;
	await page.goto(authorizeAddress(credentials, "web_app", { screen_hint: "signup" }));
	await signUp(page, email, CHOSEN);
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	const other = await (await openContext()).newPage();
	await signIn(other, "editor");
	const link = await linkInOutbox(other, email);
	await other.goto(link);
	await expect(other.getByText("If it was not you, close this page")).toBeVisible();
	const password = other.getByLabel("Password");
	await other.getByRole("button", { name: "Confirm" }).click();
	await expect(password).toHaveAccessibleDescription(/Enter your password/);
	await password.fill("not the one");
	await other.getByRole("button", { name: "Confirm" }).click();
	await expect(password).toHaveAccessibleDescription(/not the password that was chosen/);
	await expect(password).toBeFocused();
	await expectAccessible(other);
	await password.fill(CHOSEN);
	await other.getByRole("button", { name: "Confirm" }).click();
	await expect(other.getByRole("heading", { name: "Your email address is confirmed" })).toBeVisible();
	await expectAccessible(other);
	await other.goto(link);
	await expect(other.getByRole("heading", { name: "This link is not good any more" })).toBeVisible();
	await expectAccessible(other);
});

test("somebody who has forgotten the password chooses a new one, and is signed out everywhere else", async ({
	page,
	openContext,
	credentials,
	signIn,
}) => {
	const email = `forgetful-${Date.now()}@example.com`;
	const admin = await (await openContext()).newPage();
	await signIn(admin, "editor");
	const redirectUri = credentials.clients.web_app?.redirect_uris[0] ?? "";
	await page.goto(authorizeAddress(credentials, "web_app", { screen_hint: "signup" }));
	await signUp(page, email, CHOSEN);
	await page.goto(await linkInOutbox(admin, email));
	await page.getByRole("button", { name: "Confirm" }).click();
	const { arrival, close } = await listenAt(redirectUri);
	await fillIn(page, email, CHOSEN);
	await arrival;
	await page.waitForURL(`${redirectUri}*`);

	const forgetful = await (await openContext()).newPage();
	await forgetful.goto(authorizeAddress(credentials, "web_app"));
	await forgetful.getByRole("link", { name: "Forgot your password?" }).click();
	await forgetful.getByRole("textbox", { name: "Email" }).fill(email);
	await forgetful.getByRole("button", { name: "Send link" }).click();
	await expect(forgetful.getByRole("status")).toContainText(`A message is on its way to ${email}.`);
	const link = await linkInOutbox(admin, email);
	await forgetful.goto(link);
	await expect(forgetful.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
	await forgetful.getByLabel("New password").fill("short");
	await forgetful.getByRole("button", { name: "Set password" }).click();
	await expect(forgetful.getByLabel("New password")).toHaveAccessibleDescription(/Use at least 8 characters/);
	await forgetful.getByLabel("New password").fill(`${CHOSEN} anew`);
	await forgetful.getByRole("button", { name: "Set password" }).click();
	await expect(forgetful.getByRole("heading", { name: "Your password is set" })).toBeVisible();

	await page.goto(authorizeAddress(credentials, "web_app"));
	await fillIn(page, email, CHOSEN);
	await expect(page.getByText("Wrong email or password.")).toBeVisible();
	await fillIn(page, email, `${CHOSEN} anew`);
	await page.waitForURL(`${redirectUri}*`);
	close();
});

test("the console offers no sign-up, and a new password", async ({ page, credentials }) => {
	await page.goto("/sign-in");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("link", { name: "Forgot your password?" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Sign up" })).toHaveCount(0);
	await page.goto(authorizeAddress(credentials, "console_sign_in", { screen_hint: "signup" }));
	await expect(page.getByRole("heading", { name: "Sign in to Identity Console" })).toBeVisible();
});

test("the pages of a sign-up and of a forgotten password are accessible and fit the width", async ({
	page,
	openContext,
	credentials,
	signIn,
}) => {
	test.slow();
	const email = `accessible-${Date.now()}@example.com`;
	await page.goto(authorizeAddress(credentials, "passwordless_app"));
	await expectAccessible(page);
	await page.getByRole("link", { name: "Sign up" }).click();
	await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sign up" }).click();
	await expect(page.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription("Enter your email address.");
	await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
	await expectAccessible(page);
	await signUp(page, email, CHOSEN);
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Back to the sign-in" }).click();
	await page.getByRole("link", { name: "Forgot your password?" }).click();
	await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
	await expectAccessible(page);
	const admin = await (await openContext()).newPage();
	await signIn(admin, "editor");
	await page.goto(await linkInOutbox(admin, email));
	await expectAccessible(page);
	await page.getByRole("button", { name: "Confirm" }).click();
	await expect(page.getByRole("status")).toBeVisible();
	await page.getByRole("link", { name: "Forgot your password?" }).click();
	await page.getByRole("textbox", { name: "Email" }).fill(email);
	await page.getByRole("button", { name: "Send link" }).click();
	await expectAccessible(page);
	await page.goto(await linkInOutbox(admin, email));
	await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
	await expectAccessible(page);
	await page.getByLabel("New password").fill(`${CHOSEN} anew`);
	await page.getByRole("button", { name: "Set password" }).click();
	await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
	await expectAccessible(page);
});
