import { expect, test } from "../fixtures";
import { follow, submit, valuesOf, wordsOf } from "../http/native-form";
import { expectAccessible } from "../page/axe";
import { listenAt } from "./application-callback";
import { authorizeAddress, fillIn, logIn } from "./authorize";
import { messageAt } from "./outbox";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

test("a user signs in with a one-time code that only the admin's outbox shows", async ({ credentials, visit }) => {
	const person = await visit();
	const login = await person.open(authorizeAddress(credentials, "passwordless_app"));
	const start = await follow(person, login, "Sign in with a one-time code instead");
	const sent = await submit(person, start, "Send code", { "E-mail address or phone number": "+1 202 555 0143" });

	expect(wordsOf(await (await visit()).open("/outbox"))).not.toContain("+12025550143");
	const message = await messageAt(await visit("editor"), /\+12025550143/);
	const code = /\b\d{6}\b/.exec(message)?.[0] ?? "";

	const redirectUri = credentials.clients.passwordless_app?.redirect_uris[0] ?? "";
	const { arrival, close } = await listenAt(redirectUri);
	const wrong = await submit(person, sent, "Continue", {
		"Verification code": "000000" === code ? "000001" : "000000",
	});
	expect(wordsOf(wrong)).toContain("Wrong or expired code.");
	const there = await submit(person, wrong, "Continue", { "Verification code": code });
	expect(there.url.href.startsWith(redirectUri)).toBe(true);
	expect((await arrival).searchParams.get("code")).toEqual(expect.any(String));
	close();
});

test("a third-party application is named with what it requests, and consent can be refused", async ({
	visit,
	credentials,
}) => {
	const redirectUri = credentials.clients.third_party_app?.redirect_uris[0] ?? "";
	const { arrival, close } = await listenAt(redirectUri);
	const person = await visit();
	const login = await person.open(authorizeAddress(credentials, "third_party_app"));
	const consent = await logIn(person, login, credentials.sign_ins.user);
	consent.getByRole("heading", { level: 1, name: /^Allow Rental Comparison/ });
	const requested = consent.getAllByRole("listitem").map(({ textContent }) => textContent);
	expect(requested).toContainEqual(expect.stringContaining("See your e-mail address"));
	const there = await submit(person, consent, "Do not allow");
	expect(there.url.href.startsWith(redirectUri)).toBe(true);
	expect((await arrival).searchParams.get("error")).toBe("access_denied");
	close();
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("the login page has the tenant's name, focuses its first field, and has no control that needs scripts", async ({
		page,
		credentials,
	}) => {
		await page.goto(authorizeAddress(credentials, "web_app"));
		await expect(page).toHaveTitle("Sign in to Storefront · Sample tenant");
		await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
		await expect(page.getByRole("button")).toHaveText(["Continue"]);
	});
});

test("ten wrong passwords end at a page that states what is blocked and for how long", async ({
	page,
	visit,
	credentials,
	allowBrowserError,
}) => {
	// Browsers report a response with the status 429.
	allowBrowserError(/429.*\/login\/.*\/continue/);
	// An account of its own, so that no other test is blocked.
	const wrong = { email: `guessed-${Date.now()}@example.com`, password: "wrong" };
	const person = await visit();
	let login = await person.open(authorizeAddress(credentials, "web_app"));
	for (let attempt = 0; attempt < 10; attempt += 1) {
		login = await logIn(person, login, wrong);
		login.getByText("Wrong email or password.");
	}
	await page.context().addCookies(person.cookies());
	await page.goto(login.url.href);
	await fillIn(page, wrong.email, wrong.password);
	await expect(page.getByRole("heading", { name: "Signing in to Storefront is blocked for now" })).toBeVisible();
	await expect(page.getByRole("alert").filter({ hasText: "15 minutes" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Try again, or use another account" }).click();
	await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
});

test("endpoints that are not supported respond 404 in the interface's error format", async ({ credentials }) => {
	for (const [method, path] of [
		["GET", "/samlp/abc"],
		["GET", "/samlp/metadata/abc"],
		["POST", "/samlp/abc/logout"],
		["POST", "/login/callback?connection=abc"],
		["GET", "/wsfed/abc"],
	] as const) {
		const response = await fetch(credentials.auth_url + path, { method });
		expect(response.status, path).toBe(404);
		expect(await response.json()).toMatchObject({ error: "not_found" });
	}
});

test("a viewer reads the type of every application, and finds commands to try it on its page", async ({
	page,
	visit,
}) => {
	const viewer = await visit("viewer");
	const list = await viewer.open("/applications");
	list.getByRole("heading", { level: 1, name: "Applications" });
	const bank = [...list.document.querySelectorAll("tr")].find(({ textContent }) =>
		textContent?.includes("Bank Onboarding (FAPI 2.0)"),
	);
	expect(bank?.textContent).toContain("private_key_jwt");
	const shown = await follow(viewer, list, "Storefront");
	shown.getByRole("heading", { level: 1, name: "Storefront" });
	expect(valuesOf(shown)["Rotate refresh tokens"]).toBe("On");
	shown.getByRole("heading", { name: "2. Get a refresh token" });
	await page.context().addCookies(viewer.cookies());
	await page.goto(shown.url.href);
	await expectAccessible(page);
});
