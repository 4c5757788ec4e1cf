import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { authorizeAddress, fillIn } from "../sign-in/authorize";

test("sign-in and login have no accessibility violation and fit the width", async ({ page }) => {
	await page.goto("/sign-in?error=AccessDenied");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sign in" }).click();
	const email = page.getByRole("textbox", { name: "Email" });
	const password = page.getByLabel("Password");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(email).toHaveAccessibleDescription("Enter your email address.");
	await expect(password).toHaveAccessibleDescription("Enter your password.");
	await expect(email).toBeFocused();
	await expectAccessible(page);
	await fillIn(page, "nobody@example.com", "");
	await expect(password).toBeFocused();
	await expect(email).toHaveValue("nobody@example.com");
	await expect(email).not.toHaveAttribute("aria-invalid");
	await fillIn(page, "nobody@example.com", "wrong");
	await expect(page.getByText("Wrong email or password.")).toBeVisible();
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
	await expect(page.getByRole("textbox", { name: "Email or phone number" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("textbox", { name: "Email or phone number" }).fill("nobody@example.com");
	await page.getByRole("button", { name: "Send code" }).click();
	await expect(page.getByRole("textbox", { name: "Verification code" })).toBeVisible();
	await expectAccessible(page);
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
	await expect(page.getByRole("heading", { name: "Signing in to Storefront cannot go on" })).toBeVisible();
	await expectAccessible(page);
	await page.goto(authorizeAddress(credentials, "web_app", { client_id: "unknown" }));
	await expect(page.getByText("The application that sent you here is not known to this service.")).toBeVisible();
	await expectAccessible(page);
	await page.goto(`/oidc/logout?client_id=${credentials.clients.web_app?.client_id}`);
	await expect(page.getByText("Storefront asks to sign you out.")).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	await expectAccessible(page);
	for (const path of ["/outbox", "/login/gone", "/login/gone/continue", "/outbox/nowhere", "/dbconnections/reset"]) {
		await page.goto(path);
		await expectAccessible(page);
	}
});

test("no page of the console has an accessibility violation, and all fit the width", async ({
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
	const tokens = `/users/${encodeURIComponent(user?.user_id ?? "")}/refresh-tokens`;
	const [token] = (await management.json<{ tokens: { id: string }[] }>("GET", tokens)).tokens;
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	const { id } = await management.createTemplate(`Accessible ${Date.now()}`, {
		portrait: true,
		nationality: false,
		age_over_21: true,
		an_element_with_a_very_long_name_that_nobody_knows_and_that_has_no_place_to_break: true,
	});
	await signIn(page, "editor");
	for (const path of [
		"/",
		"/connection",
		"/applications",
		"/applications?q=no+such+application",
		"/applications/new",
		...["web_app", "fapi_dpop", "console_management"].map(
			(name) => `/applications/${credentials.clients[name]?.client_id}`,
		),
		...["saml_app", "wsfed_app", "web_app", "fapi_dpop"].map(
			(name) => `/applications/${credentials.clients[name]?.client_id}/single-sign-on`,
		),
		...["saml_app", "web_app"].map(
			(name) => `/applications/${credentials.clients[name]?.client_id}/single-sign-on/test`,
		),
		"/connections",
		"/connections?q=no+such+connection",
		"/connections/new",
		`/connections/${connection?.id}`,
		"/connections/none",
		"/applications/none",
		"/applications/none/single-sign-on",
		"/templates",
		"/templates/new",
		`/templates/${id}`,
		"/refresh-tokens",
		`/refresh-tokens?q=${email}`,
		`/refresh-tokens/${token?.id}`,
		"/nowhere",
	]) {
		await page.goto(path);
		await expectAccessible(page);
	}
});
