import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import * as oidc from "openid-client";
import { test as base, expect, type PartnerApplication } from "../federation/partner-application";
import { managementOf } from "../http/management";
import { findFreePort } from "../running-app/free-port";
import { listenAt } from "../sign-in/application-callback";
import type { OutsideProvider, StartProvider } from "./outside-provider";

export { expect } from "../fixtures";

/** A connection at the tenant, and its identity provider. */
export type Connected = {
	name: string;
	/** The text of its button. */
	label: string;
	/** The service's entity ID towards the provider. */
	entityId: string;
	provider: OutsideProvider;
	update: (change: Record<string, unknown>) => Promise<void>;
};

/** An application of OpenID Connect, made of an outside library. */
export type Application = PartnerApplication & {
	callback: string;
	/** Its authorization request. */
	begin: (more?: Record<string, string>) => Promise<URL>;
	/** Waits for the callback. @param solicited checks the request's state and PKCE. @returns the ID token's claims */
	signedIn: (page: Page, solicited?: boolean) => Promise<oidc.IDToken>;
	signOutAddress: (more?: Record<string, string>) => string;
};

type Fixtures = {
	/** Starts a provider, and makes the connection to it as an admin would: with the metadata of both. */
	connect: (start: StartProvider, clientIds: string[], options?: Record<string, unknown>) => Promise<Connected>;
	startApplication: () => Promise<Application>;
};

export const test = base.extend<Fixtures>({
	connect: async ({ credentials, managementToken, folder }, use) => {
		const { json } = managementOf(credentials, managementToken);
		const ends: (() => Promise<unknown>)[] = [];
		await use(async (start, clientIds, options = {}) => {
			const name = `outside-${Date.now()}`;
			const label = `Outside ${name.slice(-6)}`;
			const signInEndpoint = "https://idp.example/not-known-yet";
			const { id } = await json<{ id: string }>("POST", "/connections", {
				name,
				strategy: "samlp",
				display_name: label,
				enabled_clients: clientIds,
				options: { signInEndpoint },
			});
			ends.push(() => json("DELETE", `/connections/${id}`));
			const response = await fetch(`${credentials.auth_url}/samlp/metadata?connection=${name}`);
			if (!response.ok) throw new Error(`No metadata: ${response.status} ${await response.text()}`);
			const serviceProvider = await response.text();
			const own = join(folder, name);
			mkdirSync(own);
			const provider = await start(own, serviceProvider);
			ends.unshift(provider.stop);
			const metadataXml = await provider.fetchMetadata();
			const set = (changed: object) => json("PATCH", `/connections/${id}`, { display_name: label, options: changed });
			await set({ ...options, metadataXml });
			const entityId = /entityID="([^"]*)"/.exec(serviceProvider)?.[1] ?? "";
			return {
				name,
				label,
				entityId,
				provider,
				async update(change) {
					const { options: before } = await json<{ options: object }>("GET", `/connections/${id}`);
					await set({ ...before, ...change });
				},
			};
		});
		for (const end of ends) await end();
	},

	startApplication: async ({ credentials, registerPartner }, use) => {
		const ends: (() => void)[] = [];
		await use(async () => {
			const callback = `http://localhost:${await findFreePort()}/callback`;
			const application = await registerPartner({
				token_endpoint_auth_method: "client_secret_post",
				grant_types: ["authorization_code"],
				callbacks: [callback],
				allowed_logout_urls: [callback],
			});
			const { clientId, clientSecret } = application;
			const config = await oidc.discovery(new URL(`${credentials.auth_url}/`), clientId, clientSecret, undefined, {
				execute: [oidc.allowInsecureRequests],
			});
			const { close } = await listenAt(callback);
			ends.push(close);
			const [pkceCodeVerifier, expectedState] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
			return {
				...application,
				callback,
				begin: async (more = {}) =>
					oidc.buildAuthorizationUrl(config, {
						redirect_uri: callback,
						scope: "openid profile email",
						state: expectedState,
						code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
						code_challenge_method: "S256",
						...more,
					}),
				async signedIn(page, solicited = true) {
					await page.waitForURL(`${callback}?*code=*`);
					const checks = solicited ? { pkceCodeVerifier, expectedState } : {};
					const tokens = await oidc.authorizationCodeGrant(config, new URL(page.url()), checks);
					const claims = tokens.claims();
					expect(claims).toBeDefined();
					return claims as oidc.IDToken;
				},
				signOutAddress(more = {}) {
					const query = new URLSearchParams({ client_id: clientId, returnTo: callback, ...more });
					return `${credentials.auth_url}/v2/logout?${query}`;
				},
			};
		});
		for (const end of ends) end();
	},
});
