// A developer's first hour: from no application to a refresh token that is shown, edited and revoked.
import * as oidc from "openid-client";
import { expect, test } from "../fixtures";
import { follow, submit, wordsOf } from "../http/native-form";
import { metadataEditor } from "../refresh-tokens/metadata-editor";
import { findFreePort } from "../running-app/free-port";
import { listenAt } from "../sign-in/application-callback";
import { logIn } from "../sign-in/authorize";
import { linkTo } from "../sign-in/outbox";

// The outbox requires the service's own session, which only a sign-in of this browser makes.
test.use({ reuseSessions: false });

const PASSWORD = "three otters on a tandem";

test("a developer registers an application, a user signs up there, and the console finds the user's token", async ({
	page,
	visit,
	credentials,
}) => {
	const callback = `http://localhost:${await findFreePort()}/callback`;
	const email = `first.hour.${Date.now()}@example.com`;

	const admin = await visit("editor");
	await page.context().addCookies(admin.cookies());
	await page.goto("/applications");
	await page.getByRole("link", { name: "New application" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "New application" })).toBeVisible();
	await page.getByRole("textbox", { name: "Name" }).fill("Door check");
	await page.getByRole("textbox", { name: "Callback URLs" }).fill(callback);
	await page.getByRole("button", { name: "Create application" }).click();
	const created = page.getByRole("status").filter({ hasText: "Application created" });
	await expect(created).toBeVisible();
	const [clientId = "", secret = ""] = await created.locator("dd code").allTextContents();
	expect([clientId, secret]).toEqual([expect.stringMatching(/^\w{32}$/), expect.stringMatching(/^[\w-]{64}$/)]);

	const application = await oidc.discovery(
		new URL(`${credentials.auth_url}/`),
		clientId,
		secret,
		oidc.ClientSecretPost(secret),
		{ execute: [oidc.allowInsecureRequests] },
	);
	const verifier = oidc.randomPKCECodeVerifier();
	const address = oidc.buildAuthorizationUrl(application, {
		redirect_uri: callback,
		scope: "openid email offline_access",
		code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
		code_challenge_method: "S256",
		state: "first-hour",
	});

	const { arrival, close } = await listenAt(callback);
	const person = await visit();
	const login = await person.open(address);
	login.getByRole("heading", { name: "Sign in to Door check" });
	const form = await follow(person, login, "Sign up");
	const sent = await submit(person, form, "Sign up", { Email: email, Password: PASSWORD });
	sent.getByRole("heading", { name: "Check your inbox" });

	const confirmed = await submit(person, await person.open(await linkTo(admin, email)), "Confirm");
	expect(wordsOf(confirmed)).toContain("Your e-mail address is confirmed. Sign in to continue.");
	await logIn(person, confirmed, { email, password: PASSWORD });
	const callbackUrl = await arrival;
	close();
	const checks = { pkceCodeVerifier: verifier, expectedState: "first-hour" };
	const tokens = await oidc.authorizationCodeGrant(application, callbackUrl, checks);
	expect(tokens.claims()).toMatchObject({ email, email_verified: true });

	await page.goto("/refresh-tokens");
	await page.getByRole("searchbox", { name: "User or refresh token" }).fill(email);
	await page.keyboard.press("Enter");
	await page
		.getByRole("link", { name: /^dcr_|Door check/ })
		.first()
		.click();
	await expect(page.getByRole("heading", { level: 1, name: "Refresh token" })).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Door check");
	const editor = metadataEditor(page);
	if ((await editor.keys.count()) === 0) await editor.button("Add row").click();
	await editor.key(1).fill("door");
	await editor.value(1).fill("North entrance");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	const refreshed = await oidc.refreshTokenGrant(application, tokens.refresh_token ?? "");
	expect(refreshed.access_token).toBeTruthy();

	await page.getByRole("button", { name: "Revoke token" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
	await expect(page.getByRole("status").filter({ hasText: /revo/i }).first()).toBeVisible();
	await expect
		.poll(() =>
			oidc.refreshTokenGrant(application, refreshed.refresh_token ?? tokens.refresh_token ?? "").then(
				() => "accepted",
				() => "refused",
			),
		)
		.toBe("refused");
});
