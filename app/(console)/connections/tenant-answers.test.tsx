import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { ProvidersOfApplication } from "../applications/[id]/providers-of-application";
import {
	acme,
	type ConnectionTenant,
	OWN_SIGN_IN,
	PLANTED_SECRET,
	startConnectionTenant,
} from "./_edit/connection-tenant.test-data";
import ProviderPage from "./[id]/page";
import NewProviderPage from "./new/page";
import ProvidersPage from "./page";

const DATABASE = { ...acme, id: "con_people", name: "people", display_name: "People", strategy: "auth0" };

let tenant: ConnectionTenant;
beforeEach(async () => {
	tenant = await startConnectionTenant();
	tenant.connections.set(DATABASE.id, { ...DATABASE, options: { customScripts: PLANTED_SECRET } });
	tenant.clients.set(DATABASE.id, ["portal"]);
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	return new Response(await renderToReadableStream(await page)).text();
}
const wordsIn = (html: string) =>
	html
		.replace(/<(script|style|template)\b.*?<\/\1>/gs, "")
		.replace(/<!--.*?-->/gs, "")
		.replace(/<wbr\/>/g, "")
		.replace(/<[^>]*>/g, " ")
		.replace(/&#x27;/g, "'")
		.replace(/\s+/g, " ");
const list = async (query = {}) => htmlOf(ProvidersPage({ searchParams: Promise.resolve(query) }));
const page = (id: string = acme.id, query = {}) =>
	htmlOf(ProviderPage({ params: Promise.resolve({ id }), searchParams: Promise.resolve(query) }));
/** The names of the controls that are rendered. */
const controlsIn = (html: string) =>
	new Set([...html.matchAll(/<(?:input|select|textarea)\b[^>]*? name="([^"]+)"/g)].map(([, name]) => name));

/** Responds to reads of what matches with an error. */
function refuse(asked: RegExp, status: number, message: string) {
	tenant.before = (what, response) => {
		if (!asked.test(what)) return false;
		json(response, status, { statusCode: status, error: "No", errorCode: "insufficient_scope", message });
		return true;
	};
}

describe("the list", () => {
	test("has connections of all types, counts what it lists, and takes none to be on or off", async () => {
		const html = await list();
		const words = wordsIn(html);
		expect(words).toContain("2 identity providers, 1 of them by SAML");
		expect(words).toContain("Database of the tenant");
		expect(words).toContain("SAML 2.0");
		expect(words).not.toMatch(/\b(off|on for)\b/);
		expect(html).toMatch(/href="\/connections\/con_people#applications"[^>]*>not known</);
		expect(words).toContain("urn:acme");
	});

	test("asks for options of SAML alone, and needs no request a row", async () => {
		for (let index = 0; index < 20; index += 1) {
			const id = `con_${index}`;
			tenant.connections.set(id, { ...acme, id, name: id });
		}
		const html = await list();
		const asked = tenant.reads.filter((url) => url.includes("/connections"));
		expect(asked).toHaveLength(2);
		expect(asked.filter((url) => !url.includes("fields=")).every((url) => url.includes("strategy=samlp"))).toBe(true);
		expect(html).not.toContain(PLANTED_SECRET);
	});

	test("filters by type, and says of how many", async () => {
		expect(wordsIn(await list({ q: "database" }))).toContain("1 of 2 identity providers, 0 of them by SAML");
		for (let index = 0; index < 60; index += 1) {
			const id = `con_${index}`;
			tenant.connections.set(id, { ...DATABASE, id, name: id });
		}
		expect(wordsIn(await list())).toContain(
			"50 of 62 identity providers loaded (page 1), 1 of them by SAML; searching and sorting cover only these.",
		);
	});

	test("says that settings are not known where the tenant leaves them out", async () => {
		tenant.withhold("read:connections_options");
		const words = wordsIn(await list());
		expect(words).toContain("not known");
		expect(words).not.toContain("not set");
		expect(words).not.toContain("none");
		expect(words).not.toContain("at applications");
	});
});

describe("a provider's page", () => {
	test("without the scope for options names it, and shows no field as if it were empty", async () => {
		tenant.withhold("read:connections_options");
		const html = await page();
		const words = wordsIn(html);
		expect(words).toContain("has not granted this console read:connections_options");
		expect(words).toContain("Its settings are not known: ");
		expect(words).not.toMatch(/no certificate|not set|no sign-in address|at the applications/);
		const controls = controlsIn(html);
		for (const name of ["issuer", "signInEndpoint", "signingCert", "entityId", "metadata", "isProviderInitiated"]) {
			expect(controls).not.toContain(name);
		}
		expect([...controls]).toEqual(expect.arrayContaining(["displayName", "clients", "isShown", "access"]));
	});

	test("states the tenant's own entity ID where another one is set", async () => {
		tenant.connections.set(acme.id, { ...acme, options: { ...acme.options, entityId: "urn:other" } });
		const html = await page();
		expect(html).toContain('value="urn:other"');
		expect(wordsIn(html)).toMatch(/Empty: urn:auth0:\S+:acme/);
	});

	test("without the scope to change options shows them, names it, and edits none", async () => {
		tenant.withhold("update:connections_options");
		const html = await page();
		const words = wordsIn(html);
		expect(words).toContain("has not granted this console update:connections_options");
		expect(words).toContain("https://acme.example/in");
		const controls = controlsIn(html);
		for (const name of ["issuer", "signInEndpoint", "signingCert", "mapping-email"])
			expect(controls).not.toContain(name);
		expect([...controls]).toEqual(expect.arrayContaining(["displayName", "clients"]));
	});

	test("of another type has its applications to switch, and neither its options nor a way to delete it", async () => {
		const html = await page(DATABASE.id);
		const words = wordsIn(html);
		expect(words).toContain("Database of the tenant");
		expect(words).toContain("On for 1 application.");
		expect(words).toContain("Here only its applications are switched.");
		expect(controlsIn(html)).toContain("clients");
		expect(controlsIn(html)).not.toContain("displayName");
		expect(words).not.toContain("Delete identity provider");
		expect(words).not.toContain("Signing certificate");
		expect(html).not.toContain(PLANTED_SECRET);
		expect(tenant.reads.filter((url) => url.includes("con_people") && !/fields=|\/clients/.test(url))).toEqual([]);
	});

	test("says where more applications use it than are read, and switches none then", async () => {
		tenant.clients.set(
			acme.id,
			Array.from({ length: 1100 }, (_, index) => `app_${index}`),
		);
		const html = await page();
		expect(wordsIn(html)).toContain("On for more than 1000 applications");
		expect(wordsIn(html)).toContain("there are more than the 1,000 applications that this console reads");
		expect(controlsIn(html)).not.toContain("clients");
	});

	test("says why its applications are not known, and all else can be changed", async () => {
		refuse(/GET \/connections\/con_acme\/clients/, 404, "Not Found");
		const html = await page();
		expect(wordsIn(html)).toContain("Which applications may use it, if any, is not known.");
		expect(wordsIn(html)).toContain("Not known: the tenant has nothing at this URL (404).");
		expect(wordsIn(html)).not.toContain("Off: no application");
		expect(controlsIn(html)).toContain("issuer");
		expect(controlsIn(html)).not.toContain("clients");
	});

	test.each([
		[403, "Insufficient scope, expected any of: read:connections", "has not granted this console read:connections"],
		[503, "Down", "the tenant answered 503"],
		[404, "Not Found", "the tenant has nothing at this URL (404)"],
	])(
		"is read-only where it can't be read whether the console signs in through it (%s)",
		async (status, message, why) => {
			refuse(/GET \/(connections\/[^/]+\/clients|clients\/s\/connections)$/, status, message);
			for (const id of [acme.id, DATABASE.id]) {
				const html = await page(id);
				const words = wordsIn(html);
				expect(words).toContain("This identity provider is read-only here");
				expect(words).toContain("Whether users sign in to this console through it is not known");
				expect(words).toContain(why);
				expect(words).not.toMatch(/Save changes|Delete identity provider|Turn off/);
			}
		},
	);

	test("is read-only where the console signs in through it", async () => {
		tenant.clients.set(DATABASE.id, ["portal", OWN_SIGN_IN]);
		const words = wordsIn(await page(DATABASE.id));
		expect(words).toContain("Users sign in to this console through it");
		expect(words).not.toContain("Save changes");
	});

	test("after a creation that was not carried to the end has the applications ticked", async () => {
		const ticked = (html: string) =>
			[...html.matchAll(/<input[^>]*name="clients"[^>]*>/g)]
				.filter(([input]) => / checked=/.test(input))
				.map(([input]) => / value="([^"]*)"/.exec(input)?.[1]);
		expect(ticked(await page())).toEqual(["shop"]);
		expect(ticked(await page(acme.id, { on: ["portal", "unknown"] })).toSorted()).toEqual(["portal", "shop"]);
	});
});

test.each([
	["create:connections", () => list()],
	["read:connections_options", () => list()],
	["read:connections", () => list()],
	["read:connections_options", () => page()],
	["update:connections_options", () => page()],
	["update:connections", () => page()],
	["delete:connections", () => page()],
	["read:clients", () => page()],
	["read:connections", () => page()],
	["update:connections", () => page(DATABASE.id)],
	["read:clients", () => page(DATABASE.id)],
	["create:connections", () => htmlOf(NewProviderPage())],
	["read:clients", () => htmlOf(NewProviderPage())],
])("without %s a page opens and names it", async (scope, open) => {
	tenant.withhold(scope);
	// The scopes are known from the first access token.
	await list();
	expect(wordsIn(await open())).toContain(`has not granted this console ${scope}`);
});

describe("an application's page", () => {
	const providers = async (id: string) => wordsIn(await htmlOf(ProvidersOfApplication({ id, canSwitch: true })));

	test("names the providers of the application, with their types", async () => {
		expect(await providers("shop")).toMatch(/Acme\s+SAML 2\.0/);
		expect(await providers("portal")).toMatch(/People\s+Database of the tenant/);
		expect(await providers("other")).toContain("No identity provider is on for it.");
	});

	test("says that they are not known, and which scope is missing", async () => {
		refuse(/connections/, 403, "Insufficient scope, expected any of: read:connections");
		const words = await providers("shop");
		expect(words).toContain("Not known: the tenant has not granted this console read:connections.");
		expect(words).not.toContain("none");
	});

	test("says that they are not known where the answer is not a list", async () => {
		refuse(/connections/, 200, "Something else");
		expect(await providers("shop")).toContain("Not known: the tenant's response was not understood.");
	});
});

test("a viewer sees what is known, and the same words about what is not", async () => {
	signInAs("viewer");
	tenant.withhold("read:connections_options");
	const words = wordsIn(await page());
	expect(words).toContain("read:connections_options");
	expect(words).toContain("May use it Shop");
});
