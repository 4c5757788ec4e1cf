import type { Page } from "@playwright/test";
import type { managementOf } from "../http/management";

export type Management = ReturnType<typeof managementOf>;

export type StoredApplication = {
	client_id: string;
	client_secret?: string;
	name: string;
	description: string;
	callbacks: string[];
	web_origins: string[];
	grant_types: string[];
};

/** Makes an application over the management interface. */
export function makeApplication(management: Management, details: Record<string, unknown>): Promise<StoredApplication> {
	return management.json("POST", "/clients", { app_type: "regular_web", ...details });
}

export function readApplication(management: Management, id: string): Promise<StoredApplication> {
	return management.json("GET", `/clients/${id}`);
}

export async function applicationsNamed(management: Management, name: string): Promise<StoredApplication[]> {
	const all = await management.json<StoredApplication[]>("GET", "/clients?per_page=100");
	return all.filter((application) => application.name === name);
}

/** The secret that the page shows, beside its copy button. */
export async function shownSecret(page: Page): Promise<string> {
	return (
		await page.getByRole("definition").filter({ hasNotText: /^$/ }).nth(1).locator("code").first().innerText()
	).trim();
}

/** Whether the token endpoint accepts a secret. */
export async function isValidSecret(
	authUrl: string,
	{ id, secret, audience }: { id: string; secret: string; audience: string },
): Promise<boolean> {
	const form = { grant_type: "client_credentials", client_id: id, client_secret: secret, audience };
	const response = await fetch(`${authUrl}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
	return response.status === 200;
}
