import { lacks } from "@/lib/testing/programs.mjs";
import { readMetadata } from "../federation/identity-provider-metadata";
import { PATHS, startNodeSamlProvider } from "../federation/node-saml-provider";
import { findFreePort } from "../running-app/free-port";
import { expect, test } from "./connection";
import { startLemonLdap } from "./lemonldap";
import { USER } from "./outside-provider";
import { startSimpleSamlPhp } from "./simplesamlphp";

const PROVIDERS = [
	{ product: "SimpleSAMLphp", start: startSimpleSamlPhp, missing: lacks("SimpleSAMLphp"), notifiesInFrames: false },
	{ product: "LemonLDAP::NG", start: startLemonLdap, missing: lacks("LemonLDAP"), notifiesInFrames: true },
];

// The certificates are self-signed.
test.use({ ignoreHTTPSErrors: true });

for (const { product, start, missing, notifiesInFrames } of PROVIDERS) {
	test(`${product} signs users in, SP-initiated and IdP-initiated, and reauthenticates them; a sign-out there ends the session here, and the other way round`, async ({
		page,
		connect,
		startApplication,
		registerPartner,
		openContext,
		allowBrowserError,
	}) => {
		test.skip(missing !== "", missing);
		// Not every product has the icon that browsers request of each site.
		allowBrowserError(/404 .*\/favicon\.ico/);
		const application = await startApplication();
		const origin = `http://localhost:${await findFreePort()}`;
		const ofSaml = await registerPartner({ callbacks: [origin + PATHS.callback], addons: { samlp: {} } });
		const { entityId: issuer, certificates, signIn } = readMetadata(await ofSaml.fetchMetadata());
		const party = await startNodeSamlProvider(origin, {
			idpCert: certificates,
			idpIssuer: issuer,
			entryPoint: signIn.redirect,
			audience: false,
			wantAuthnResponseSigned: false,
		});
		const { name, label, entityId, provider, update } = await connect(start, [application.clientId, ofSaml.clientId]);

		await test.step("users who choose the provider here are signed in", async () => {
			await page.goto((await application.begin()).href);
			await page.getByRole("link", { name: `Continue with ${label}` }).click();
			await provider.logIn(page);
			const claims = await application.signedIn(page);
			expect(claims.sub).toMatch(new RegExp(`^samlp\\|${name}\\|.*${USER.id}`));
			expect(claims).toMatchObject({ email: USER.email, name: USER.name, email_verified: false });

			// Signed out here alone: the provider needs no password for the next request.
			await page.goto(application.signOutAddress());
			await expect(page).toHaveURL(application.callback);
			await page.goto((await application.begin({ connection: name })).href);
			expect((await application.signedIn(page)).sub).toBe(claims.sub);
		});

		await test.step("users who sign out there are signed out here", async () => {
			// LemonLDAP's page allows frames of services on https alone; here the service is on http.
			const other = await (await openContext({ bypassCSP: notifiesInFrames, ignoreHTTPSErrors: true })).newPage();
			// Of its own page, at which the message's redirects end.
			if (notifiesInFrames) allowBrowserError(/frame-ancestors 'none'/);
			await other.goto((await application.begin({ connection: name })).href);
			await provider.logIn(other);
			await application.signedIn(other);
			await other.goto((await application.begin()).href);
			await application.signedIn(other);

			const notified = other.waitForResponse((response) => new URL(response.url()).pathname === "/logout");
			await other.goto(provider.signOutAddress);
			await notified;
			await other.waitForURL((url) => url.origin === provider.origin);
			await other.goto((await application.begin()).href);
			await expect(other.getByRole("link", { name: `Continue with ${label}` })).toBeVisible();
		});

		await test.step("IdP-initiated sign-ins reach an application of OpenID Connect, where that is switched on", async () => {
			allowBrowserError(/400 .*\/login\/callback/);
			await page.goto(provider.signInTo(entityId));
			await expect(page.getByText(`IdP-Initiated login is not enabled for connection '${name}'.`)).toBeVisible();
			const scope = "openid profile email";
			await update({
				idpinitiated: {
					enabled: true,
					client_id: application.clientId,
					client_protocol: "oidc",
					client_authorizequery: new URLSearchParams({ redirect_uri: application.callback, scope }).toString(),
				},
			});
			await page.goto(provider.signInTo(entityId));
			expect(await application.signedIn(page, false)).toMatchObject({ email: USER.email, name: USER.name });
		});

		await test.step("the provider prompts for the password again where the application requires it", async () => {
			const { href } = await application.begin({ connection: name, prompt: "login" });
			// Some accept a password of the last few seconds instead.
			await expect(async () => {
				await page.goto(href);
				await expect(provider.renewal(page).or(page.getByText("Signed in", { exact: true }))).toBeVisible();
				expect(new URL(page.url()).origin).toBe(provider.origin);
			}).toPass({ intervals: [250, 2000] });
			await provider.logInAgain(page);
			await application.signedIn(page);
		});

		await test.step("the provider also prompts for it after a sign-out that ends its session", async () => {
			await page.goto(application.signOutAddress({ federated: "" }));
			await expect(page).toHaveURL(application.callback);
			await page.goto((await application.begin({ connection: name })).href);
			await provider.expectPasswordPrompt(page);
			expect(new URL(page.url()).origin).toBe(provider.origin);
		});

		await test.step("an IdP-initiated sign-in with a password reaches an application of SAML", async () => {
			await page.context().clearCookies();
			await update({ idpinitiated: { enabled: true, client_id: ofSaml.clientId, client_protocol: "samlp" } });
			await page.goto(provider.signInTo(entityId));
			await provider.logIn(page);
			await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
			expect(party.profile()).toMatchObject({
				nameID: expect.stringContaining(`samlp|${name}|`),
				"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": USER.email,
			});
			await party.close();
		});
	});
}
