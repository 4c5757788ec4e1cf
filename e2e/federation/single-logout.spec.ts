import type { SamlConfig } from "@node-saml/node-saml";
import { makeCertificate } from "@/lib/testing/certificates";
import { findFreePort } from "../running-app/free-port";
import { readMetadata } from "./identity-provider-metadata";
import { PATHS, startNodeSamlProvider } from "./node-saml-provider";
import { test as base, expect } from "./partner-application";

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

type Settings = { host?: string; samlp?: Record<string, unknown>; library?: Partial<SamlConfig> };
type Provider = Awaited<ReturnType<typeof startNodeSamlProvider>>;

/** Starts service providers with single logout, made of an outside library. */
const test = base.extend<{ startProvider: (settings?: Settings) => Promise<Provider> }>({
	startProvider: async ({ registerPartner }, use) => {
		const ends: (() => Promise<unknown>)[] = [];
		await use(async ({ host = "localhost", samlp = {}, library = {} } = {}) => {
			const origin = `http://${host}:${await findFreePort()}`;
			const logout = { slo_enabled: true, callback: origin + PATHS.logout };
			const application = await registerPartner({
				callbacks: [origin + PATHS.callback],
				addons: { samlp: { audience: origin + PATHS.metadata, logout, ...samlp } },
			});
			const { entityId, certificates, signIn, signOut } = readMetadata(await application.fetchMetadata());
			const provider = await startNodeSamlProvider(origin, {
				idpCert: certificates,
				idpIssuer: entityId,
				entryPoint: signIn.redirect,
				logoutUrl: signOut.redirect,
				wantAuthnResponseSigned: false,
				...library,
			});
			ends.push(provider.close);
			return provider;
		});
		await Promise.all(ends.map((end) => end()));
	},
});

for (const [binding, samlp] of [
	["HTTP-POST", {}],
	["HTTP-Redirect", { binding: REDIRECT }],
] as const) {
	test(`a sign-out at one application ends the sessions of all, one of another site among them, by ${binding}`, async ({
		page,
		logIn,
		startProvider,
	}) => {
		const { privateKey, certificate } = await makeCertificate();
		const first = await startProvider({ samlp });
		const second = await startProvider({ host: "127.0.0.1", samlp });
		const third = await startProvider({
			samlp: { signingCert: certificate, binding: REDIRECT },
			library: { privateKey, signatureAlgorithm: "sha256" },
		});
		await page.goto(`${first.origin}/sign-in`);
		await logIn(page);
		await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
		for (const { origin } of [second, third]) {
			await page.goto(`${origin}/sign-in`);
			await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
		}
		await page.goto(`${first.origin}/sign-out?state=bye`);
		await expect(page.getByText("State: bye")).toBeVisible();
		expect(new URL(page.url()).origin).toBe(first.origin);
		await expect(page.getByRole("heading", { name: "No user is signed in" })).toBeVisible();
		expect([first, second, third].map(({ profile }) => profile())).toEqual([null, null, null]);
		await page.goto(`${second.origin}/sign-in`);
		await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
	});
}

test("a sign-out at the service notifies the applications before its page is shown", async ({
	page,
	credentials,
	logIn,
	startProvider,
}) => {
	const provider = await startProvider({ host: "127.0.0.1" });
	await page.goto(`${provider.origin}/sign-in`);
	await logIn(page);
	await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
	await page.goto(`${credentials.auth_url}/v2/logout`);
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	expect(provider.profile()).toBeNull();
});
