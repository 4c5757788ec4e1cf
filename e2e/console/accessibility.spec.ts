import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { expectReachableScrollers } from "../page/scrollers";
import { authorizeAddress, fillIn } from "../sign-in/authorize";

/** Pages like another one here, or with a test of their own that shows more of them. */
const alike = <T>(...pages: T[]): T[] => (process.env.LONG ? pages : []);

test("sign-in and login have no accessibility violation and fit the width", async ({ page }) => {
	await page.goto("/sign-in?error=AccessDenied");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sign in" }).click();
	const email = page.getByRole("textbox", { name: "Email" });
	const password = page.getByLabel("Password");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(email).toHaveAccessibleDescription("Enter your e-mail address.");
	await expect(password).toHaveAccessibleDescription("Enter your password.");
	await expect(email).toBeFocused();
	await expect(page.getByRole("alert")).toHaveText("Enter your e-mail address.Enter your password.");
	await expectAccessible(page, { isSample: true });
	await fillIn(page, "nobody@example.com", "");
	await expect(password).toBeFocused();
	await expect(email).toHaveValue("nobody@example.com");
	await expect(email).not.toHaveAttribute("aria-invalid");
	await password.fill("what was typed");
	await page.getByRole("button", { name: "Show password" }).click();
	await expect(password).toHaveAttribute("type", "text");
	await page.getByRole("button", { name: "Hide password" }).click();
	await expect(password).toHaveAttribute("type", "password");
	await fillIn(page, "nobody@example.com", "wrong");
	await expect(page.getByRole("alert")).toHaveText("Wrong email or password.");
	await expect(password).toHaveAccessibleDescription("Wrong email or password.");
	await expectAccessible(page);
});

test("the service's pages have no accessibility violation and fit the width", async ({
	page,
	credentials,
	allowBrowserError,
}) => {
	test.slow();
	allowBrowserError(/40[045] \(/);
	await page.goto(authorizeAddress(credentials, "passwordless_app"));
	await expectAccessible(page);
	await page.getByRole("link", { name: "Sign in with a one-time code instead" }).click();
	await expect(page.getByRole("textbox", { name: "E-mail address or phone number" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("textbox", { name: "E-mail address or phone number" }).fill("nobody@example.com");
	await page.getByRole("button", { name: "Send code" }).click();
	await expect(page.getByRole("textbox", { name: "Verification code" })).toBeVisible();
	// The same page with the refusal of a code follows.
	if (process.env.LONG) await expectAccessible(page);
	await page.getByRole("textbox", { name: "Verification code" }).fill("no code");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("textbox", { name: "Verification code" })).toHaveAccessibleDescription(
		/Wrong or expired/,
	);
	await expect(page.getByRole("textbox", { name: "Verification code" })).toBeFocused();
	await expectAccessible(page);
	await page.goto(authorizeAddress(credentials, "third_party_app"));
	await fillIn(page, credentials.sign_ins.user.email, credentials.sign_ins.user.password);
	await expect(page.getByRole("heading", { name: /^Allow Rental Comparison/ })).toBeVisible();
	await expectAccessible(page);
	await page.goto(authorizeAddress(credentials, "web_app", { redirect_uri: "https://elsewhere.example/" }));
	await expect(page.getByRole("heading", { name: "Signing in to Storefront cannot continue" })).toBeVisible();
	await expectAccessible(page);
	await page.goto(authorizeAddress(credentials, "web_app", { client_id: "unknown" }));
	await expect(page.getByText("The application that sent you here is not known to this service.")).toBeVisible();
	if (process.env.LONG) await expectAccessible(page);
	const signOut = `/oidc/logout?client_id=${credentials.clients.web_app?.client_id}`;
	await page.goto(signOut);
	await expect(page.getByText("Storefront asks to sign you out.")).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Stay signed in" }).click();
	await expect(page.getByRole("heading", { name: "You are still signed in" })).toBeVisible();
	await expectAccessible(page);
	await page.goto(signOut);
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	await expectAccessible(page);
	for (const path of [
		"/outbox",
		...alike("/login/gone", "/login/gone/continue", "/outbox/nowhere"),
		"/dbconnections/reset",
	]) {
		await page.goto(path);
		await expectAccessible(page);
	}
});

test("no page of the console has an accessibility violation, all fit the width, and every scroll container is named and focusable", async ({
	page,
	signIn,
	allowBrowserError,
	credentials,
	managementToken,
}) => {
	test.slow();
	allowBrowserError(/404/);
	const management = managementOf(credentials, managementToken);
	const email = encodeURIComponent(credentials.sign_ins.user.email);
	const [user] = await management.json<{ user_id: string }[]>("GET", `/users-by-email?email=${email}`);
	const person = `/users/${encodeURIComponent(user?.user_id ?? "")}`;
	const [token] = (await management.json<{ tokens: { id: string }[] }>("GET", `${person}/refresh-tokens`)).tokens;
	const [session] = (await management.json<{ sessions: { id: string }[] }>("GET", `${person}/sessions`)).sessions;
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	const { id } = await management.createTemplate(`Accessible ${Date.now()}`, {
		portrait: true,
		nationality: false,
		age_over_21: true,
		an_element_with_a_very_long_name_that_no_catalogue_has_and_that_has_no_place_to_break: true,
	});
	await signIn(page, "editor");
	const application = (name: string) => `/applications/${credentials.clients[name]?.client_id}`;
	const singleSignOn = (name: string) => `${application(name)}/single-sign-on`;
	const samples = ["/", `/refresh-tokens/${token?.id}`];
	await page.goto(singleSignOn("saml_app"));
	// Shown once the page is hydrated: before, its router takes no address.
	await expect(page.getByRole("button", { name: /^Copy/ }).first()).toBeVisible();
	for (const path of [
		"/",
		"/connection",
		"/account",
		"/your-sessions",
		"/messages",
		"/search?q=example.org",
		"/applications",
		...alike("/applications?q=no+such+application"),
		...alike("/applications/new", ...["web_app", "fapi_dpop", "console_management"].map(application)),
		...["saml_app", "wsfed_app", ...alike("web_app", "fapi_dpop")].map(singleSignOn),
		...["saml_app", ...alike("web_app")].map((name) => `${singleSignOn(name)}/test`),
		...alike("/connections", "/connections/new", `/connections/${connection?.id}`, "/connections/none"),
		"/connections?q=no+such+connection",
		...alike("/applications/none", "/applications/none/single-sign-on"),
		"/templates",
		...alike("/templates/new", `/templates/${id}`, "/users", "/users?q=no+such+user", "/users/none", "/refresh-tokens"),
		`/refresh-tokens?q=${email}`,
		`/refresh-tokens/${token?.id}`,
		`/sessions/${session?.id}`,
		`${person}/lost-device`,
		...alike(`/sessions/bulk?user=${encodeURIComponent(user?.user_id ?? "")}&session=${session?.id}`),
		...["/guides", "/guides/try-it", ...alike("/guides/operator", "/guides/application-developer")],
		...alike("/guides/connections", "/guides/faults", "/guides/accessibility"),
		"/nowhere",
	]) {
		await goWithin(page, path);
		await expectAccessible(page, samples.includes(path) ? { isSample: true } : {});
		// Scroll containers beside a template's form are checked there (`e2e/templates/tabs.spec.ts`).
		if (!path.startsWith("/templates")) await expectReachableScrollers(page);
	}
});

/** Navigates as a link of the page would, so that axe stays loaded. */
async function goWithin(page: Page, path: string): Promise<void> {
	if (process.env.LONG) await page.goto(path);
	else await page.evaluate((to) => window.next.router.push(to), path);
	await page.waitForURL(path);
}

declare global {
	interface Window {
		next: { router: { push: (path: string) => void } };
	}
}
