import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { fieldOf, follow, submit, wordsOf } from "../http/native-form";
import type { VisitedPage } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { listenAt } from "./application-callback";
import { authorizeAddress, fillIn, logIn } from "./authorize";
import { linkTo } from "./outbox";

const CHOSEN = "a phrase that nobody guesses";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

async function signUp(page: Page, email: string, password: string): Promise<void> {
	await expect(page.getByRole("heading", { level: 1, name: "Sign up", exact: true })).toBeVisible();
	await page.getByRole("textbox", { name: "Email" }).fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign up" }).click();
}

const description = (page: VisitedPage, label: string) => {
	const ids = fieldOf(page, label).getAttribute("aria-describedby")?.split(" ") ?? [];
	return ids.map((id) => page.document.getElementById(id)?.textContent).join(" ");
};
const headingOf = (page: VisitedPage) => page.getByRole("heading", { level: 1 }).textContent;

test("with scripts a user signs up, confirms the address, arrives signed in, and chooses another password; each page is accessible", async ({
	page,
	visit,
	credentials,
}) => {
	test.slow();
	const [email, elsewhere] = [`new-true-${Date.now()}@example.com`, `elsewhere-true-${Date.now()}@example.com`];
	const admin = await visit("editor");
	// For pages that differ in their text alone from one that is always checked.
	const expectAlikeAccessible = async () => {
		if (process.env.LONG) await expectAccessible(page);
	};
	const redirectUri = credentials.clients.web_app?.redirect_uris[0] ?? "";
	const { arrival, close } = await listenAt(redirectUri);

	await test.step("signs up", async () => {
		await page.goto(authorizeAddress(credentials, "web_app"));
		await page.getByRole("link", { name: "Sign up" }).click();
		await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
		await expectAlikeAccessible();
		await page.getByRole("button", { name: "Sign up" }).click();
		await expect(page.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(
			"Enter your e-mail address.",
		);
		await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
		await expectAccessible(page);
		await signUp(page, email, "password");
		await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/This is a common password/);
		await expect(page.getByLabel("Password")).toBeFocused();
		await signUp(page, email, CHOSEN);
		await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
		await expect(page.getByRole("status")).toContainText(`We sent a message to ${email}.`);
		await expectAccessible(page);
		await page.getByRole("link", { name: "Back to sign-in" }).click();
		await expect(page.getByLabel("Password")).toBeVisible();
	});
	await test.step("confirms the address in the same browser, and arrives", async () => {
		await page.goto(await linkTo(admin, email));
		await page.getByRole("button", { name: "Confirm" }).click();
		await expect(page.getByRole("status")).toHaveText("Your e-mail address is confirmed. Sign in to continue.");
		await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
		await fillIn(page, email, CHOSEN);
		expect((await arrival).searchParams.get("code")).toEqual(expect.any(String));
		await page.waitForURL(`${redirectUri}*`);
		close();
	});
	await test.step("confirms another address in another browser", async () => {
		const person = await visit();
		const form = await person.open(authorizeAddress(credentials, "web_app", { screen_hint: "signup" }));
		await submit(person, form, "Sign up", { Email: elsewhere, Password: CHOSEN });
		await page.context().clearCookies();
		await page.goto(await linkTo(admin, elsewhere));
		await page.getByLabel("Password").fill("not the one");
		await page.getByRole("button", { name: "Confirm" }).click();
		await expect(page.getByLabel("Password")).toBeFocused();
		await expectAccessible(page);
		await page.getByLabel("Password").fill(CHOSEN);
		await page.getByRole("button", { name: "Confirm" }).click();
		await expect(page.getByRole("heading", { name: "Your e-mail address is confirmed" })).toBeVisible();
		await expectAccessible(page);
	});
	await test.step("chooses another password", async () => {
		await page.goto(authorizeAddress(credentials, "passwordless_app"));
		await expect(page.getByRole("link", { name: "Sign up" })).toBeVisible();
		await page.getByRole("link", { name: "Forgot your password?" }).click();
		await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
		await expectAccessible(page);
		await page.getByRole("textbox", { name: "Email" }).fill(email);
		await page.getByRole("button", { name: "Send link" }).click();
		await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
		await expectAlikeAccessible();
		await page.goto(await linkTo(admin, email));
		await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
		await expectAccessible(page);
		await page.getByLabel("New password").fill(`${CHOSEN} anew`);
		await page.getByRole("button", { name: "Set password" }).click();
		await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
		await expectAlikeAccessible();
	});
});

test("without scripts a user signs up, can sign in once the address is confirmed, and is signed out everywhere else by choosing a new password", async ({
	visit,
	credentials,
}) => {
	const email = `new-false-${Date.now()}@example.com`;
	const redirectUri = credentials.clients.web_app?.redirect_uris[0] ?? "";
	const { arrival, close } = await listenAt(redirectUri);
	const person = await visit();
	const form = await follow(person, await person.open(authorizeAddress(credentials, "web_app")), "Sign up");
	const weak = await submit(person, form, "Sign up", { Email: email, Password: "password" });
	expect(description(weak, "Password")).toMatch(/This is a common password/);
	expect(fieldOf(weak, "Email").value).toBe(email);
	const sent = await submit(person, weak, "Sign up", { Email: email, Password: CHOSEN });
	expect(headingOf(sent)).toBe("Check your inbox");
	expect(sent.getByRole("status").textContent).toContain(`We sent a message to ${email}.`);
	const early = await logIn(person, await follow(person, sent, "Back to sign-in"), { email, password: CHOSEN });
	early.getByText("Wrong email or password.");

	const admin = await visit("editor");
	const link = await person.open(await linkTo(admin, email));
	const confirmed = await submit(person, link, "Confirm");
	expect(confirmed.getByRole("status").textContent?.trim()).toBe(
		"Your e-mail address is confirmed. Sign in to continue.",
	);
	expect(fieldOf(confirmed, "Email").value).toBe(email);
	const there = await logIn(person, confirmed, { email, password: CHOSEN });
	expect(there.url.href.startsWith(redirectUri)).toBe(true);
	expect((await arrival).searchParams.get("code")).toEqual(expect.any(String));

	const again = await person.open(authorizeAddress(credentials, "web_app"));
	expect(again.url.searchParams.has("code"), "still signed in").toBe(true);

	const forgetful = await visit();
	const login = await forgetful.open(authorizeAddress(credentials, "web_app"));
	const forgot = await follow(forgetful, login, "Forgot your password?");
	const requested = await submit(forgetful, forgot, "Send link", { Email: email });
	expect(requested.getByRole("status").textContent).toContain(`We sent a message to ${email}.`);
	const reset = await forgetful.open(await linkTo(admin, email));
	expect(headingOf(reset)).toBe("Choose a new password");
	const short = await submit(forgetful, reset, "Set password", { "New password": "short" });
	expect(description(short, "New password")).toMatch(/Use at least 8 characters/);
	const set = await submit(forgetful, short, "Set password", { "New password": `${CHOSEN} anew` });
	expect(headingOf(set)).toBe("Your password is set");

	const out = await person.open(authorizeAddress(credentials, "web_app"));
	const refused = await logIn(person, out, { email, password: CHOSEN });
	refused.getByText("Wrong email or password.");
	const back = await logIn(person, refused, { email, password: `${CHOSEN} anew` });
	expect(back.url.href.startsWith(redirectUri)).toBe(true);
	close();
});

test("the link requires the password in another browser, and is single use", async ({ visit, credentials }) => {
	const email = `elsewhere-${Date.now()}@example.com`;
	const person = await visit();
	const form = await person.open(authorizeAddress(credentials, "web_app", { screen_hint: "signup" }));
	expect(headingOf(await submit(person, form, "Sign up", { Email: email, Password: CHOSEN }))).toBe("Check your inbox");
	const link = await linkTo(await visit("editor"), email);
	const other = await visit();
	const opened = await other.open(link);
	expect(wordsOf(opened)).toContain("If it was not you, close this page");
	const empty = await submit(other, opened, "Confirm");
	expect(description(empty, "Password")).toMatch(/Enter your password/);
	const wrong = await submit(other, empty, "Confirm", { Password: "not the one" });
	expect(description(wrong, "Password")).toMatch(/not the password that you chose/);
	expect(fieldOf(wrong, "Password").hasAttribute("autofocus")).toBe(true);
	expect(headingOf(await submit(other, wrong, "Confirm", { Password: CHOSEN }))).toBe(
		"Your e-mail address is confirmed",
	);
	const dead = await other.open(link);
	expect([dead.status, headingOf(dead)]).toEqual([404, "This link no longer works"]);
});

test("the console offers no sign-up, but a new password", async ({ visit, credentials }) => {
	const visitor = await visit();
	const login = await submit(visitor, await visitor.open("/sign-in"), "Sign in");
	login.getByRole("link", { name: "Forgot your password?" });
	expect(login.queryByRole("link", { name: "Sign up" })).toBeNull();
	const hinted = await visitor.open(authorizeAddress(credentials, "console_sign_in", { screen_hint: "signup" }));
	expect(headingOf(hinted)).toBe("Sign in to Identity Console");
});
