import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { test as base } from "../fixtures";
import { managementOf } from "../http/management";
import { submit } from "../http/native-form";
import { buttonOf, type VisitedPage, type Visitor } from "../http/visitor";
import { fillIn, logIn as fillInLogin } from "../sign-in/authorize";

export { expect } from "../fixtures";

/** An application at the tenant, as its service provider or relying party has to know it. */
export type PartnerApplication = {
	clientId: string;
	clientSecret: string;
	name: string;
	/** The single sign-on endpoint for SAML. */
	samlAddress: string;
	/** The tenant's SAML metadata for this application. */
	fetchMetadata: () => Promise<string>;
	update: (change: Record<string, unknown>) => Promise<void>;
};

type Client = { client_id: string; client_secret?: string };

type Fixtures = {
	/** Registers an application over the management interface, as an admin would. It is deleted at the end. */
	registerPartner: (registration: Record<string, unknown>) => Promise<PartnerApplication>;
	/** For keys and settings of a program; deleted at the end. */
	folder: string;
	/** Signs the sample user in on a login page. */
	logIn: (page: Page) => Promise<void>;
	/** The same without scripts. @returns the page whose button sends the response */
	logInWithoutScripts: (person: Visitor, login: VisitedPage) => Promise<VisitedPage>;
};

export const test = base.extend<Fixtures>({
	registerPartner: async ({ credentials, managementToken }, use) => {
		const { json } = managementOf(credentials, managementToken);
		const registered: string[] = [];
		await use(async (registration) => {
			const name = `Partner ${Date.now()}`;
			const usual = { name, app_type: "regular_web", token_endpoint_auth_method: "none", grant_types: [] };
			const made = await json<Client>("POST", "/clients", { ...usual, ...registration });
			const { client_id: clientId, client_secret: clientSecret = "" } = made;
			registered.push(clientId);
			return {
				clientId,
				clientSecret,
				name,
				samlAddress: `${credentials.auth_url}/samlp/${clientId}`,
				async fetchMetadata() {
					const response = await fetch(`${credentials.auth_url}/samlp/metadata/${clientId}`);
					if (!response.ok) throw new Error(`No metadata: ${response.status} ${await response.text()}`);
					return response.text();
				},
				async update(change) {
					await json("PATCH", `/clients/${clientId}`, change);
				},
			};
		});
		await Promise.all(registered.map((clientId) => json("DELETE", `/clients/${clientId}`)));
	},

	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
	folder: async ({}, use) => {
		const folder = mkdtempSync(join(tmpdir(), "identity-console-partner-"));
		await use(folder);
		rmSync(folder, { recursive: true, force: true });
	},

	logIn: async ({ credentials }, use) =>
		use((page) => fillIn(page, credentials.sign_ins.user.email, credentials.sign_ins.user.password)),

	logInWithoutScripts: async ({ credentials }, use) =>
		use(async (person, login) => {
			const page = await fillInLogin(person, login, credentials.sign_ins.user);
			buttonOf(page, "Continue");
			return page;
		}),
});

/** Sends the message in a page's form by its button, as a user without scripts does. */
export function sendMessage(person: Visitor, page: VisitedPage): Promise<VisitedPage> {
	return submit(person, page, "Continue");
}
