import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../fixtures";
import { managementOf } from "../http/management";
import { fetchManagementToken } from "../running-app/credentials";
import { findFreePort } from "../running-app/free-port";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

export { expect } from "../fixtures";

type Options = Record<string, unknown>;

/** A second installation, with one application that users may sign in to through the sample provider. */
export type SampleTenant = {
	/** The service's address, without a slash at its end. */
	origin: string;
	/** The application's authorization request. @param more parameters */
	signInAddress: (more?: Record<string, string>) => string;
	/** @param federated whether the session at the provider ends, too */
	signOutAddress: (federated: boolean) => string;
	/** Expects the browser at the application, signed in or after signing out. */
	expectAtApplication: (page: Page, state: "signed in" | "signed out") => Promise<void>;
	/** Sets the connection to the sample provider: `options` are added to its original ones. */
	set: (values: { options?: Options; enabled?: boolean }) => Promise<void>;
};

export const test = base.extend<object, { tenant: SampleTenant }>({
	tenant: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const app = await startSecondApp();
			const application = await startApplication();
			await use(await sampleTenant(app, application.origin));
			application.stop();
			await app.stop();
		},
		{ scope: "worker", timeout: 120_000 },
	],
});

async function sampleTenant({ credentials }: SecondApp, application: string): Promise<SampleTenant> {
	const { json } = managementOf(credentials, await fetchManagementToken(credentials));
	const { client_id } = await json<{ client_id: string }>("POST", "/clients", {
		name: "The test’s application",
		app_type: "regular_web",
		token_endpoint_auth_method: "client_secret_post",
		grant_types: ["authorization_code"],
		callbacks: [`${application}/signed-in`],
		allowed_logout_urls: [`${application}/signed-out`],
	});
	type Connection = { id: string; display_name: string; options: Options };
	const [connection] = await json<Connection[]>("GET", "/connections?name=sample-provider");
	const query = { client_id, redirect_uri: `${application}/signed-in`, response_type: "code", scope: "openid email" };
	const challenge = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
	return {
		origin: credentials.auth_url,
		signInAddress: (more = {}) =>
			`${credentials.auth_url}/authorize?${new URLSearchParams({ ...query, ...challenge, ...more })}`,
		signOutAddress: (federated) => {
			const leaving = new URLSearchParams({ client_id, returnTo: `${application}/signed-out` });
			return `${credentials.auth_url}/v2/logout?${leaving}${federated ? "&federated" : ""}`;
		},
		async expectAtApplication(page, state) {
			const path = state === "signed in" ? /^\/signed-in\?.*code=/ : /^\/signed-out$/;
			await expect(page).toHaveURL((url) => url.origin === application && path.test(url.pathname + url.search));
		},
		async set({ options = {}, enabled = true }) {
			const enabled_clients = enabled ? [client_id] : [];
			await json("PATCH", `/connections/${connection?.id}`, {
				display_name: connection?.display_name,
				enabled_clients,
				options: { ...connection?.options, ...options },
			});
		},
	};
}

async function startApplication(): Promise<{ origin: string; stop: () => void }> {
	const port = await findFreePort();
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "text/html" }).end('<link rel="icon" href="data:,"><h1>Application</h1>');
	});
	await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
	const stop = () => {
		server.close();
		server.closeAllConnections();
	};
	return { origin: `http://localhost:${port}`, stop };
}
