import { lacks } from "@/lib/testing/programs.mjs";
import { readMetadata } from "../federation/identity-provider-metadata";
import { PATHS, startNodeSamlProvider } from "../federation/node-saml-provider";
import { findFreePort } from "../running-app/free-port";
import { expect, test } from "./connection";
import { startLemonLdap } from "./lemonldap";
import { PERSON } from "./outside-provider";
import { startSimpleSamlPhp } from "./simplesamlphp";

const PROVIDERS = [
	{ product: "SimpleSAMLphp", start: startSimpleSamlPhp, missing: lacks("SimpleSAMLphp"), tellsInFrames: false },
	{ product: "LemonLDAP::NG", start: startLemonLdap, missing: lacks("LemonLDAP"), tellsInFrames: true },
];

// Nobody vouches for the certificates of this machine.
test.use({ ignoreHTTPSErrors: true });

for (const { product, start, missing, tellsInFrames } of PROVIDERS) {
	test.describe(product, () => {
		test.skip(missing !== "", missing);
		// Not every product has the icon that a browser asks each site for.
		test.beforeEach(({ allowBrowserError }) => allowBrowserError(/404 .*\/favicon\.ico/));

		test("signs people in who choose it here, asks for the password again where the application wants that, and anew after a sign-out that ends its session, too", async ({
			page,
			connect,
			startApplication,
		}) => {
			const application = await startApplication();
			const { name, label, provider } = await connect(start, [application.clientId]);
			await page.goto((await application.begin()).href);
			await page.getByRole("link", { name: `Continue with ${label}` }).click();
			await provider.logIn(page);
			const claims = await application.signedIn(page);
			expect(claims.sub).toMatch(new RegExp(`^samlp\\|${name}\\|.*${PERSON.id}`));
			expect(claims).toMatchObject({ email: PERSON.email, name: PERSON.name, email_verified: false });

			// Signed out here alone: whoever asks there is let in again without a password.
			await page.goto(application.signOutAddress());
			await expect(page).toHaveURL(application.callback);
			await page.goto((await application.begin({ connection: name })).href);
			expect((await application.signedIn(page)).sub).toBe(claims.sub);

			const { href } = await application.begin({ connection: name, prompt: "login" });
			// Some take a password of the last few seconds for an answer.
			await expect(async () => {
				await page.goto(href);
				await expect(provider.renewal(page).or(page.getByText("Signed in", { exact: true }))).toBeVisible();
				expect(new URL(page.url()).origin).toBe(provider.origin);
			}).toPass({ intervals: [1000] });
			await provider.logInAgain(page);
			await application.signedIn(page);

			await page.goto(application.signOutAddress({ federated: "" }));
			await expect(page).toHaveURL(application.callback);
			await page.goto((await application.begin({ connection: name })).href);
			await provider.expectToAskForPassword(page);
			expect(new URL(page.url()).origin).toBe(provider.origin);
		});

		test("signs people in who begin there, where that is switched on, to an application of OpenID Connect and to one of SAML", async ({
			page,
			connect,
			startApplication,
			registerPartner,
			allowBrowserError,
		}) => {
			allowBrowserError(/400/);
			const application = await startApplication();
			const origin = `http://localhost:${await findFreePort()}`;
			const ofSaml = await registerPartner({ callbacks: [origin + PATHS.callback], addons: { samlp: {} } });
			const { entityId: issuer, certificates, signIn } = readMetadata(await ofSaml.fetchMetadata());
			const party = await startNodeSamlProvider(origin, {
				...{ idpCert: certificates, idpIssuer: issuer, entryPoint: signIn.redirect, audience: false },
				wantAuthnResponseSigned: false,
			});
			const { name, entityId, provider, update } = await connect(start, [application.clientId, ofSaml.clientId]);
			await page.goto(provider.signInTo(entityId));
			await provider.logIn(page);
			await expect(page.getByText(`IdP-Initiated login is not enabled for connection '${name}'.`)).toBeVisible();

			const scope = "openid profile email";
			await update({
				idpinitiated: {
					...{ enabled: true, client_id: application.clientId, client_protocol: "oidc" },
					client_authorizequery: new URLSearchParams({ redirect_uri: application.callback, scope }).toString(),
				},
			});
			await page.goto(provider.signInTo(entityId));
			expect(await application.signedIn(page, false)).toMatchObject({ email: PERSON.email, name: PERSON.name });

			await update({ idpinitiated: { enabled: true, client_id: ofSaml.clientId, client_protocol: "samlp" } });
			await page.goto(provider.signInTo(entityId));
			await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
			expect(party.profile()).toMatchObject({
				nameID: expect.stringContaining(`samlp|${name}|`),
				"http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": PERSON.email,
			});
			await party.close();
		});

		test.describe("whatever its pages may frame", () => {
			// LemonLDAP's page lets a service be framed that is on https, as it would be; here it is on http.
			test.use({ bypassCSP: tellsInFrames });

			test("signs people out here who sign out there", async ({
				page,
				connect,
				startApplication,
				allowBrowserError,
			}) => {
				// By its own page, in which the round of the message ends.
				if (tellsInFrames) allowBrowserError(/frame-ancestors 'none'/);
				const application = await startApplication();
				const { name, label, provider } = await connect(start, [application.clientId]);
				await page.goto((await application.begin({ connection: name })).href);
				await provider.logIn(page);
				await application.signedIn(page);
				await page.goto((await application.begin()).href);
				await application.signedIn(page);

				const told = page.waitForResponse((response) => new URL(response.url()).pathname === "/logout");
				await page.goto(provider.signOutAddress);
				await told;
				await page.waitForURL((url) => url.origin === provider.origin);
				await page.goto((await application.begin()).href);
				await expect(page.getByRole("link", { name: `Continue with ${label}` })).toBeVisible();
			});
		});
	});
}
