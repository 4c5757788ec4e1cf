import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { acme, type ConnectionTenant, OWN_SIGN_IN, startConnectionTenant } from "./_edit/connection-tenant.test-data";
import ProviderPage from "./[id]/page";
import NewProviderPage from "./new/page";
import ProvidersPage from "./page";

let tenant: ConnectionTenant;
beforeEach(async () => {
	tenant = await startConnectionTenant();
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	return new Response(await renderToReadableStream(await page)).text();
}

/** The texts, names and titles of a page, without scopes and addresses, in which the service has its own terms. */
async function wordsOf(page: Promise<ReactNode>): Promise<string> {
	const html = await htmlOf(page);
	const names = [...html.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(([, name]) => name);
	const text = html
		.replace(/<(script|style|template)\b.*?<\/\1>/gs, "")
		.replace(/<wbr\/>/g, "")
		.replace(/<[^>]*>/g, " ");
	return [text, ...names].join(" ").replace(/\S*[:/?=]\S*connection\S*/g, "");
}

test("each link of the list on a provider's page points to a section of it", async () => {
	const page = await htmlOf(
		ProviderPage({ params: Promise.resolve({ id: acme.id }), searchParams: Promise.resolve({}) }),
	);
	const list = /<nav aria-label="On this page".*?<\/nav>/s.exec(page)?.[0] ?? "";
	const ids = [...list.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id);
	expect(ids).toEqual(expect.arrayContaining(["tell-the-provider", "provider", "applications", "users"]));
	for (const id of ids) expect(page).toContain(`<section id="${id}"`);
});

const list = () => wordsOf(ProvidersPage({ searchParams: Promise.resolve({}) }));
const form = () => wordsOf(NewProviderPage());
const shown = (id: string = acme.id) =>
	wordsOf(ProviderPage({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) }));

test("no page about identity providers calls one a connection", async () => {
	expect(await list()).toContain("New identity provider");
	expect(await form()).toContain("Create identity provider");
	expect(await shown()).toContain("Delete identity provider");
	const texts = [await list(), await form(), await shown(), await shown("con_none")];
	signInAs("viewer");
	texts.push(await list(), await form(), await shown());
	expect(texts.at(-1)).toContain("You can view, not change: your role is viewer.");
	signInAs("editor");
	tenant.clients.set(acme.id, [OWN_SIGN_IN]);
	texts.push(await shown());
	expect(texts.at(-1)).toContain("This identity provider is read-only here");
	tenant.grantScopes(["read:connections"]);
	texts.push(await list(), await form(), await shown());
	tenant.connections.clear();
	texts.push(await list());
	expect(texts.at(-1)).toContain("No identity providers");
	for (const text of texts) expect(text).not.toMatch(/connection/i);
});
