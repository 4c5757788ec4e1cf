// What the developer of an application does first, from nothing to a refresh token that is seen, noted on and revoked.
import type { Page } from "@playwright/test";
import * as oidc from "openid-client";
import { expect, test } from "../fixtures";
import { metadataEditor } from "../refresh-tokens/metadata-editor";
import { findFreePort } from "../running-app/free-port";
import { listenAt } from "../sign-in/application-callback";
import { fillIn } from "../sign-in/authorize";

// The outbox asks for the service's own session, which only a sign-in of this browser brings.
test.use({ reuseSessions: false });

const PASSWORD = "three otters on a tandem";

test("a developer registers an application, somebody signs up there, and the console finds their token", async ({
	page,
	openContext,
	signIn,
	credentials,
}) => {
	test.setTimeout(120_000);
	const callback = `http://localhost:${await findFreePort()}/callback`;
	const email = `first.hour.${Date.now()}@example.com`;

	await signIn(page, "editor");
	await page.goto("/applications");
	await page.getByRole("link", { name: "New application" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "New application" })).toBeVisible();
	await page.getByRole("textbox", { name: "Name" }).fill("Door check");
	await page.getByRole("textbox", { name: "Callback URLs" }).fill(callback);
	await page.getByRole("button", { name: "Create application" }).click();
	const created = page.getByRole("status").filter({ hasText: "“Door check” was created" });
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
	const person = await (await openContext()).newPage();
	await person.goto(address.href);
	await expect(person.getByRole("heading", { name: "Sign in to Door check" })).toBeVisible();
	await person.getByRole("link", { name: "Sign up" }).click();
	await expect(person.getByRole("heading", { level: 1, name: "Sign up" })).toBeVisible();
	await person.getByRole("textbox", { name: "Email" }).fill(email);
	await person.getByLabel("Password").fill(PASSWORD);
	await person.getByRole("button", { name: "Sign up" }).click();
	await expect(person.getByRole("heading", { name: "Check your email" })).toBeVisible();

	await person.goto(await linkFromOutbox(page, email));
	await person.getByRole("button", { name: "Confirm" }).click();
	await expect(person.getByText("Your email address is confirmed. Sign in to go on.")).toBeVisible();
	await fillIn(person, email, PASSWORD);
	const answer = await arrival;
	close();
	const checks = { pkceCodeVerifier: verifier, expectedState: "first-hour" };
	const tokens = await oidc.authorizationCodeGrant(application, answer, checks);
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
				() => "taken",
				() => "refused",
			),
		)
		.toBe("refused");
});

/** The link of the one message to an address, as the admin reads it at the outbox. */
async function linkFromOutbox(page: Page, email: string): Promise<string> {
	await page.goto("/outbox");
	const message = page.getByRole("listitem").filter({ hasText: email });
	await expect(message).toHaveCount(1);
	const link = /https?:\/\/\S+\/dbconnections\/verify\?ticket=[\w-]+/.exec((await message.textContent()) ?? "");
	if (!link) throw new Error(`No link in: ${await message.textContent()}`);
	return link[0];
}
