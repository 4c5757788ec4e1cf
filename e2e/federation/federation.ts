import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { test as base } from "../fixtures";
import { submit } from "../http/native-form";
import { buttonOf, type VisitedPage, type Visitor } from "../http/visitor";
import { fillIn, logIn as handleLogin } from "../sign-in/authorize";

export { expect } from "../fixtures";

/** An application at the tenant, as an outside party has to know it. */
export type PartnerApplication = {
	clientId: string;
	clientSecret: string;
	name: string;
	/** Where people are sent to sign in by SAML. */
	samlAddress: string;
	/** What the tenant says of itself to this application's SAML library, as it is. */
	fetchMetadata: () => Promise<string>;
	update: (change: Record<string, unknown>) => Promise<void>;
};

type Fixtures = {
	/** Registers an application over the management interface, as its admin would. It is gone at the end. */
	registerPartner: (registration: Record<string, unknown>) => Promise<PartnerApplication>;
	/** For keys and settings of a program; gone at the end. */
	folder: string;
	/** Signs the sample user in on a login page. */
	logIn: (page: Page) => Promise<void>;
	/** The same for somebody without scripts. @returns the page whose button brings the answer */
	logInWithout: (person: Visitor, login: VisitedPage) => Promise<VisitedPage>;
};

export const test = base.extend<Fixtures>({
	registerPartner: async ({ credentials, managementToken }, use) => {
		const headers = { authorization: `Bearer ${managementToken}`, "content-type": "application/json" };
		const call = async (method: string, path: string, body?: unknown) => {
			const answer = await fetch(credentials.base_url + path, { method, headers, body: JSON.stringify(body) });
			if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
			return answer.status === 204 ? {} : answer.json();
		};
		const registered: string[] = [];
		await use(async (registration) => {
			const name = `Partner ${Date.now()}`;
			const usual = { name, app_type: "regular_web", token_endpoint_auth_method: "none", grant_types: [] };
			const made = await call("POST", "/clients", { ...usual, ...registration });
			const { client_id: clientId, client_secret: clientSecret = "" } = made;
			registered.push(clientId);
			return {
				...{ clientId, clientSecret, name, samlAddress: `${credentials.auth_url}/samlp/${clientId}` },
				async fetchMetadata() {
					const answer = await fetch(`${credentials.auth_url}/samlp/metadata/${clientId}`);
					if (!answer.ok) throw new Error(`No metadata: ${answer.status} ${await answer.text()}`);
					return answer.text();
				},
				async update(change) {
					await call("PATCH", `/clients/${clientId}`, change);
				},
			};
		});
		await Promise.all(registered.map((clientId) => call("DELETE", `/clients/${clientId}`)));
	},

	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
	folder: async ({}, use) => {
		const folder = mkdtempSync(join(tmpdir(), "identity-console-partner-"));
		await use(folder);
		rmSync(folder, { recursive: true, force: true });
	},

	logIn: async ({ credentials }, use) =>
		use((page) => fillIn(page, credentials.sign_ins.user.email, credentials.sign_ins.user.password)),

	logInWithout: async ({ credentials }, use) =>
		use(async (person, login) => {
			const answer = await handleLogin(person, login, credentials.sign_ins.user);
			buttonOf(answer, "Continue");
			return answer;
		}),
});

/** Brings the message that a page holds by its button, as somebody without scripts does. */
export function bring(person: Visitor, page: VisitedPage): Promise<VisitedPage> {
	return submit(person, page, "Continue");
}
