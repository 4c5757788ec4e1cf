import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dashboardConfig } from "@/lib/dashboard/config";
import { dropAccessToken } from "@/lib/dashboard/management/call/access-token";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import {
	type ApplicationTenant,
	CONSOLE_SCOPES,
	PLANTED_SECRET,
	startApplicationTenant,
} from "./_edit/application-tenant.test-data";
import ApplicationPage from "./[id]/page";
import NewApplicationPage from "./new/page";
import ApplicationsPage from "./page";

let tenant: ApplicationTenant;
beforeEach(async () => {
	tenant = await startApplicationTenant();
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	const html = await new Response(await renderToReadableStream(await page)).text();
	return html.replaceAll("<!-- -->", "");
}
const list = (query = {}) => htmlOf(ApplicationsPage({ searchParams: Promise.resolve(query) }));
const shown = (id = "shop") =>
	htmlOf(ApplicationPage({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) }));
const form = () => htmlOf(NewApplicationPage());

const parts = ["Save changes", "Rotate secret", "Delete application", "API access</h2>", "Allow scopes"];

test("all parts are there with all scopes, and no secret of any response", async () => {
	const page = await shown();
	for (const part of parts) expect(page).toContain(part);
	expect(await list()).toContain("New application");
	expect(await form()).toContain("Create application");
	for (const html of [page, await list(), await form()]) expect(html).not.toContain(PLANTED_SECRET);
});

test("each link of the list on an application's page points to a section of it", async () => {
	const page = await shown();
	const list = /<nav aria-label="On this page".*?<\/nav>/s.exec(page)?.[0] ?? "";
	const ids = [...list.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id);
	expect(ids).toEqual(expect.arrayContaining(["settings", "addresses", "single-sign-on", "secret", "api-access"]));
	for (const id of ids) expect(page).toContain(`<section id="${id}"`);
});

describe("without a scope its part is missing, and every other is there", () => {
	test.each([
		["update:clients", ["Save changes"], "change applications"],
		["update:client_keys", ["Rotate secret"], "rotate secrets of applications"],
		["delete:clients", ["Delete application"], "delete applications"],
		["create:client_grants", ["Allow scopes"], "grant applications scopes of the management interface"],
		["read:client_grants", parts],
	])("%s", async (scope, gone, feature = "") => {
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== scope));
		await list();
		const page = await shown();
		for (const part of parts) {
			if (gone.includes(part)) expect(page).not.toContain(part);
			else expect(page).toContain(part);
		}
		if (feature) expect(page).toContain(`has not granted this console ${scope}, so it can&#x27;t ${feature}.`);
		if (scope === "read:client_grants") expect(page).toContain("has not granted read:client_grants");
	});

	test("create:clients: no new application, and the missing scope is named", async () => {
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== "create:clients"));
		for (const html of [await list(), await form()])
			expect(html).toContain("has not granted this console create:clients");
		expect(await list()).not.toContain("/applications/new");
		expect(await form()).not.toContain("Create application</button>");
	});

	test("all but those to read: everything is shown, nothing is offered, and the missing scopes are named", async () => {
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted.startsWith("read:")));
		expect(await list()).toContain("has not granted this console create:clients");
		expect(await list()).not.toContain("New application");
		const page = await shown();
		expect(page).toContain("has not granted this console update:clients");
		for (const part of parts) expect([part, page.includes(part)]).toEqual([part, part === "API access</h2>"]);
	});
});

describe("what can't be known is said to be not known", () => {
	const bare = { client_id: "bare", name: "Bare", app_type: "regular_web" };
	/** The term of a fact, and what it says. */
	const fact = (html: string, term: string) =>
		new RegExp(`<dt>${term}</dt><dd>(.*?)</dd>`)
			.exec(html)?.[1]
			?.replace(/<[^>]+>/g, "")
			.replaceAll("&#x27;", "'");
	const rowOf = (html: string, name: string) => html.split("<tr").find((row) => row.includes(`<bdi>${name}<`)) ?? "";

	test("with read:clients alone lists and pages open, and only how a client with unread keys authenticates is open", async () => {
		tenant.applications.set("bare", bare);
		tenant.applications.set("app", { ...bare, client_id: "app", name: "App", token_endpoint_auth_method: "none" });
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== "read:client_credentials"));
		// The scopes are known from the first token on.
		await list();
		tenant.reads.length = 0;
		const table = await list();
		expect(rowOf(table, "Bare")).toContain("not known");
		expect(rowOf(table, "Bare")).not.toContain("public");
		expect(rowOf(table, "App")).toContain("none (public)");
		expect(rowOf(table, "Shop")).toContain("client_secret_post");
		expect(table).toContain("has not granted this console read:client_credentials or read:client_keys");
		const page = await shown("bare");
		expect(fact(page, "Client authentication")).toBe("not known");
		expect(page).toContain("has not granted this console read:client_credentials or read:client_keys");
		expect(page).toContain("Save changes");
		for (const url of tenant.reads) expect(url).not.toContain("client_authentication_methods");
	});

	test("with read:client_summary alone lists and pages open, nothing can be changed, and the scope is named", async () => {
		tenant.grantScopes([
			...CONSOLE_SCOPES.filter((scope) => !/^read:client(s|_cred)/.test(scope)),
			"read:client_summary",
		]);
		await list();
		const table = await list();
		expect(table).toContain("has not granted this console read:clients or read:client_keys");
		const row = rowOf(table, "Shop");
		for (const cell of row.split("<td").slice(-4)) if (!/<button|<a /.test(cell)) expect(cell).toContain("not known");
		const page = await shown();
		for (const term of ["Client authentication", "Pushed authorization requests", "FAPI profile", "Owner"]) {
			expect([term, fact(page, term)]).toEqual([term, "not known"]);
		}
		expect(page).toContain("This application is read-only here");
		expect(page).toContain("has not granted read:clients");
		for (const part of ["Save changes", "Rotate secret", "Delete application", "Allow scopes", "Callback URLs"]) {
			expect(page).not.toContain(part);
		}
	});

	test("an answer that leaves facts out is not read as a default", async () => {
		tenant.applications.set("bare", bare);
		const page = await shown("bare");
		expect(fact(page, "Client authentication")).toBe("the tenant's default");
		for (const term of ["DPoP", "Pushed authorization requests", "FAPI profile", "Owner"]) {
			expect([term, fact(page, term)]).toEqual([term, "not known"]);
		}
		expect(page).not.toContain("public client");
	});
});

test("whether refresh tokens rotate is not said to be off where the tenant does not say", async () => {
	tenant.applications.set("bare", { client_id: "bare", name: "Bare", app_type: "spa" });
	expect(await shown("bare")).toContain("Whether they rotate now is not known");
	expect(await shown()).not.toContain("Whether they rotate now is not known");
	signInAs("viewer");
	expect(await shown("bare")).toMatch(/Rotate refresh tokens<\/dt><dd[^>]*>Not known</);
	expect(await shown()).toMatch(/Rotate refresh tokens<\/dt><dd[^>]*>Off</);
});

test("the lifetimes of rotating refresh tokens are fields of the form", async () => {
	const refresh_token = { rotation_type: "rotating", token_lifetime: 600, idle_token_lifetime: 60 };
	tenant.applications.set("bare", { client_id: "bare", name: "Bare", refresh_token });
	const page = await shown("bare");
	for (const [name, seconds] of [...[["absoluteLifetime", 600] as const, ["idleLifetime", 60] as const]]) {
		expect(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0]).toContain(`value="${seconds}"`);
	}
});

describe("rotating the secret", () => {
	const rotates = (page: string) => page.includes("Rotate the secret of this application?");
	const method = (details: object) => {
		tenant.applications.set("app", { client_id: "app", name: "App", grant_types: [], ...details });
		return shown("app");
	};

	test("is offered where the tenant's default applies, without calling it public", async () => {
		const page = await method({});
		expect(rotates(page)).toBe(true);
		expect(page).toContain("the tenant&#x27;s default applies");
		expect(page).not.toContain("How it authenticates is not known");
	});

	test("says before it acts that the application may use a key, where keys can't be read", async () => {
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== "read:client_credentials"));
		await list();
		const page = await method({});
		const dialog = /<dialog[^>]*><div><h2[^>]*>Rotate the secret.*?<\/dialog>/s.exec(page)?.[0] ?? "";
		expect(dialog).toContain("How it authenticates is not known here.");
		expect(dialog).toContain("If it authenticates with its own key, a new secret changes nothing for it.");
	});

	test("is not offered to a public client, nor to one with a key", async () => {
		expect(rotates(await method({ token_endpoint_auth_method: "none" }))).toBe(false);
		expect(rotates(await method({ client_authentication_methods: { private_key_jwt: {} } }))).toBe(false);
	});
});

describe("grants", () => {
	const grant = (details: object) => {
		const { audience } = dashboardConfig().management;
		tenant.grants.push({ id: `g${tenant.grants.length}`, client_id: "shop", audience, ...details });
	};

	test("of all scopes are shown as that, and make the application read-only", async () => {
		grant({ allow_all_scopes: true });
		const page = await shown();
		expect(page).toContain("<code>all scopes, future ones too</code>");
		expect(page).toContain("It may do what this console may not (all scopes, future ones too)");
		for (const part of ["Save changes", "Rotate secret", "Delete application", "Remove grant"]) {
			expect(page).not.toContain(part);
		}
	});

	test("for people stand apart, and are not what it may do in its own name", async () => {
		grant({ scope: ["delete:users"], subject_type: "user" });
		const page = await shown();
		expect(page).toContain("None: it signs users in");
		expect(page.indexOf("For the users who sign in to it")).toBeLessThan(page.indexOf("<code>delete:users</code>"));
		expect(page).toContain("Save changes");
		expect(page).toContain("Allow scopes");
		expect(await shown("shop")).not.toContain("Change scopes");
	});

	test("have a checkbox for each scope, ticked where it is held", async () => {
		grant({ scope: ["read:clients"], subject_type: "client" });
		const page = await shown();
		expect(page).toContain("Change scopes");
		const box = (scope: string) =>
			new RegExp(`<input type="checkbox"[^>]*value="${scope}"[^>]*>`).exec(page)?.[0] ?? "";
		expect(box("read:clients")).toContain("checked");
		expect(box("update:clients")).not.toContain("checked");
		expect(page).toContain('name="shown" value="read:clients"');
	});

	test("can't be changed without update:client_grants, but removed", async () => {
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== "update:client_grants"));
		await list();
		grant({ scope: ["read:clients"] });
		const page = await shown();
		expect(page).not.toContain("Change scopes");
		expect(page).toContain("Remove grant");
		expect(page).toContain(
			"has not granted this console update:client_grants, so it can&#x27;t add and remove single scopes",
		);
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== "delete:client_grants"));
		dropAccessToken();
		await list();
		const other = await shown();
		expect(other).not.toContain("Remove grant");
		expect(other).toContain("has not granted this console delete:client_grants, so it can&#x27;t remove grants.");
	});

	test("that the tenant made itself can't be changed", async () => {
		grant({ scope: ["read:clients"], is_system: true });
		const page = await shown();
		expect(page).toContain("The tenant made this grant itself");
		for (const part of ["Change scopes", "Remove grant"]) expect(page).not.toContain(part);
	});
});

test("the management interface is not offered to an application without client credentials, and a grant that it has is marked as without effect", async () => {
	tenant.applications.set("people", {
		client_id: "people",
		name: "People",
		app_type: "regular_web",
		grant_types: ["authorization_code"],
	});
	const page = await shown("people");
	expect(page).not.toContain("Allow scopes");
	expect(page).toContain("give this one the grant type client credentials first");
	expect(page).not.toContain("has no effect");
	const { audience } = dashboardConfig().management;
	tenant.grants.push({ id: "g", client_id: "people", audience, scope: ["read:clients"] });
	const granted = await shown("people");
	expect(granted).toContain(
		"This grant has no effect: the application does not have the grant type client credentials.",
	);
	expect(granted).toContain("Remove grant");
	expect(granted).not.toContain("give this one the grant type");
});

test.each(["viewer", "support"] as const)("the role %s sees everything and can change nothing", async (role) => {
	signInAs(role);
	const page = await shown();
	expect(page).toContain(`your role is ${role}. Changing applications needs the editor role.`);
	for (const part of ["Save changes", "Rotate secret", "Delete application", "Allow scopes"]) {
		expect(page).not.toContain(part);
	}
	for (const part of ["API access", "https://shop.example/cb", "History"]) expect(page).toContain(part);
	expect(await list()).not.toContain("/applications/new");
	expect(await form()).not.toContain("Create application</button>");
});

test("an application that is not there is reported missing, with a link back", async () => {
	const page = await shown("gone");
	expect(page).toContain("No application with this ID");
	expect(page).toContain('href="/applications"');
});

test("a page of a hundred says of how many, and links to the next", async () => {
	tenant.before = (what, response) => {
		if (what !== "GET /clients") return false;
		const clients = Array.from({ length: 100 }, (_, index) => ({ client_id: `c${index}`, name: `App ${index}` }));
		json(response, 200, { clients, total: 230 });
		return true;
	};
	const second = await list({ page: "1", sort: "-name" });
	expect(tenant.reads.at(-1)).toContain("page=1&per_page=100");
	expect(second).toContain("100 of 230 applications loaded (page 2)");
	expect(second).toContain('href="/applications?sort=-name&amp;page=2"');
	expect(second.indexOf("App 99")).toBeLessThan(second.indexOf("App 98"));
	expect(await list({ q: "app 42" })).toContain("1 of 100 applications");
});

test("names of more than a hundred applications are read", async () => {
	const { clientNames } = await import("@/lib/dashboard/management/applications/client-names");
	tenant.before = (what, response) => {
		if (what !== "GET /clients") return false;
		const page = Number(/[?&]page=(\d+)/.exec(tenant.reads.at(-1) ?? "")?.[1]);
		const rows = Array.from({ length: page < 2 ? 100 : 7 }, (_, index) => ({
			client_id: `${page}-${index}`,
			name: "n",
		}));
		json(response, 200, rows);
		return true;
	};
	expect((await clientNames()).size).toBe(207);
	expect(tenant.reads).toHaveLength(3);
});
