import type { Page } from "@playwright/test";
import { submit } from "../http/native-form";
import type { VisitedPage, Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";

type Login = { email: string; password: string };

/** The authorization request of an application of the sample tenant. */
export function authorizeAddress(credentials: Credentials, name: string, more: Record<string, string> = {}): string {
	const client = credentials.clients[name];
	if (!client) throw new Error(`The sample tenant has no client "${name}"`);
	const query = { client_id: client.client_id, redirect_uri: client.redirect_uris[0] ?? "", scope: "openid email" };
	const challenge = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
	return `${credentials.auth_url}/authorize?${new URLSearchParams({ response_type: "code", ...query, ...challenge, ...more })}`;
}

/** Fills in and sends the service's sign-in page. */
export async function fillIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByRole("textbox", { name: "Email" }).fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Continue" }).click();
}

/** Fills in and sends the service's sign-in page without a browser. @returns the next page */
export function logIn(visitor: Visitor, page: VisitedPage, { email, password }: Login): Promise<VisitedPage> {
	return submit(visitor, page, "Continue", { Email: email, Password: password });
}
