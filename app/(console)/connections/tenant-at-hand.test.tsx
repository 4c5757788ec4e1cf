import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { partsOf } from "@/app/_testing/result-parts";
import { dashboardConfig } from "@/lib/dashboard/config";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { createConnectionAction, updateConnectionAction } from "./_edit/connection-actions";
import { connectionEditor, newConnection } from "./_edit/connection-editor";
import { accessToNew, contentOf } from "./_edit/connection-request";
import { acme, type ConnectionTenant, startConnectionTenant } from "./_edit/connection-tenant.test-data";
import { connectionState } from "./_form/connection-state";
import ProviderPage from "./[id]/page";
import NewProviderPage from "./new/page";
import ProvidersPage from "./page";

/** What the vendor lacks. */
const LACKED = ["issuer", "nameIdentifierFormat", "signOutBinding", "signOutResponseEndpoint"] as const;
const LABELS = ["Provider's entity ID", "NameID format", "Sign-out binding", "Address for sign-out responses"];

let tenant: ConnectionTenant;
beforeEach(async () => {
	tenant = await startConnectionTenant();
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	return (await new Response(await renderToReadableStream(await page)).text()).replaceAll("&#x27;", "'");
}
const pages = () => [
	() => htmlOf(ProviderPage({ params: Promise.resolve({ id: acme.id }), searchParams: Promise.resolve({}) })),
	() => htmlOf(NewProviderPage()),
];
const controlsIn = (html: string) =>
	[...html.matchAll(/<(?:input|select|textarea)\b[^>]*? name="([^"]+)"/g)].map(([, name]) => name);

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}

test("a sign-in binding that is not stored is left to the tenant, and not sent", async () => {
	const { protocolBinding: _, ...options } = acme.options ?? {};
	tenant.connections.set(acme.id, { ...acme, options });
	const [shown = async () => ""] = pages();
	expect(await shown()).toMatch(/<option value="" selected="">The tenant's default<\/option>/);
	const opened = contentOf({ ...acme, options, clients: ["shop"] });
	const values = { ...connectionEditor.valuesOf(opened), isQuietSignOut: true };
	const page = { connectionId: acme.id, opened: JSON.stringify(opened) };
	await partsOf(updateConnectionAction({}, formOf({ ...page, values: JSON.stringify(values) })));
	expect(JSON.stringify(tenant.writes)).not.toContain("protocolBinding");
});

describe("the settings of a provider that the vendor lacks", () => {
	test("are on its pages where the embedded service is the tenant", async () => {
		for (const page of pages()) {
			const html = await page();
			for (const label of LABELS) expect(html).toContain(label);
			expect(controlsIn(html)).toEqual(expect.arrayContaining([...LACKED]));
		}
	});

	test.each(["editor", "viewer"] as const)(
		"are on no page of a real tenant for the role %s, and nothing is said that relies on them",
		async (role) => {
			dashboardConfig().tenant.embedded = false;
			tenant.connections.set(acme.id, { ...acme, options: { ...acme.options, issuer: undefined } });
			signInAs(role);
			for (const page of pages()) {
				const html = await page();
				for (const label of LABELS) expect(html).not.toContain(label);
				for (const name of LACKED) expect(controlsIn(html)).not.toContain(name);
				expect(html).not.toContain("It has no entity ID");
			}
			const list = await htmlOf(ProvidersPage({ searchParams: Promise.resolve({}) }));
			expect(list.replaceAll("<wbr/>", "")).toContain("https://acme.example/in");
		},
	);

	test("are sent in no save of a real tenant, with scripts and without, and stay as they are stored", async () => {
		dashboardConfig().tenant.embedded = false;
		const opened = contentOf({ ...acme, clients: ["shop"] });
		const values = { ...connectionEditor.valuesOf(opened), issuer: "urn:typed", isQuietSignOut: true };
		const page = { connectionId: acme.id, opened: JSON.stringify(opened) };
		await partsOf(updateConnectionAction({}, formOf({ ...page, values: JSON.stringify(values) })));
		const native = formOf({
			...page,
			opened: JSON.stringify({ ...opened, isQuietSignOut: true }),
			name: "acme",
			displayName: "Acme",
			signInEndpoint: "https://acme.example/in",
			isQuietSignOut: "on",
			isShown: "on",
			clients: "shop",
			"mapping-email": "mail",
			userIdAttribute: "uid",
			access: Object.values(opened.access ?? {}).join(" "),
		});
		await partsOf(updateConnectionAction({}, native));
		const options = tenant.writes.map(({ body }) => (body as { options: object }).options);
		expect(options).toEqual([
			expect.objectContaining({ issuer: "urn:acme", disableSignout: true }),
			expect.objectContaining({ issuer: "urn:acme", user_id_attribute: "uid" }),
		]);
		for (const sent of options) {
			for (const name of ["nameIdentifierFormat", "signOutBinding", "signOutResponseEndpoint"]) {
				expect(sent).not.toHaveProperty(name);
			}
		}
	});

	test("are sent with a new provider on the embedded service alone, whatever the form holds", async () => {
		const values = { ...newConnection, signInEndpoint: "https://fresh.example/in", issuer: "urn:fresh" };
		const create = (name: string) =>
			partsOf(createConnectionAction({}, formOf({ values: JSON.stringify({ ...values, name }) }))).catch(() => null);
		await create("first");
		dashboardConfig().tenant.embedded = false;
		await create("second");
		expect(tenant.writes.map(({ body }) => body)).toMatchObject([
			{ name: "first", options: { issuer: "urn:fresh" } },
			{ name: "second", options: { signInEndpoint: "https://fresh.example/in" } },
		]);
		expect(JSON.stringify(tenant.writes[1])).not.toContain("urn:fresh");
	});

	test("leave no warning of what they would prevent where the tenant does not have them", () => {
		const facts = { clients: ["shop"], issuer: "", signInEndpoint: "https://acme.example/in" };
		const certificate = { kind: "valid", at: "2030-01-01T00:00:00Z" } as const;
		expect(connectionState({ ...facts, access: accessToNew() }, certificate, "UTC").text).toContain(
			"It has no entity ID",
		);
		dashboardConfig().tenant.embedded = false;
		expect(connectionState({ ...facts, access: accessToNew() }, certificate, "UTC")).toEqual({
			tone: "success",
			text: "On for 1 application.",
		});
	});
});

test("metadata fills in what the tenant has, and says what it has not", async () => {
	const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:new"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://new.example/in"/></IDPSSODescriptor></EntityDescriptor>`;
	const notes = async () => {
		const opened = contentOf({ ...acme, clients: ["shop"] });
		const values = JSON.stringify(connectionEditor.valuesOf(opened));
		const page = { connectionId: acme.id, opened: JSON.stringify(opened), values, intent: "fill", metadata };
		const { fill } = await partsOf(updateConnectionAction({}, formOf(page)));
		return fill?.notes?.join("\n") ?? "";
	};
	const embedded = await notes();
	expect(embedded).toContain("Sets the provider's entity ID to “urn:new”");
	expect(embedded).toContain("This is a different provider from the stored one");
	expect(embedded).toContain("or no one can sign in");
	dashboardConfig().tenant.embedded = false;
	const real = await notes();
	expect(real).toContain("Sets the sign-in address to “https://new.example/in”");
	expect(real).toContain("This tenant has no setting for the provider's entity ID, which is urn:new.");
	expect(real).not.toMatch(/Sets the (provider's entity ID|NameID format)|a different provider|no one can sign in/);
});
