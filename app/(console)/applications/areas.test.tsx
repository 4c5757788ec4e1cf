import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dashboardConfig } from "@/lib/dashboard/config";
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
const shown = (id = "shop") => htmlOf(ApplicationPage({ params: Promise.resolve({ id }) }));
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
		["update:clients", ["Save changes"]],
		["update:client_keys", ["Rotate secret"]],
		["delete:clients", ["Delete application"]],
		["create:client_grants", ["Allow scopes"]],
		["read:client_grants", parts],
	])("%s", async (scope, gone) => {
		tenant.grantScopes(CONSOLE_SCOPES.filter((granted) => granted !== scope));
		await list();
		const page = await shown();
		for (const part of parts) {
			if (gone.includes(part)) expect(page).not.toContain(part);
			else expect(page).toContain(part);
		}
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
	expect(page).toContain("No application with this identifier");
	expect(page).toContain('href="/applications"');
});

test("a page of a hundred shows its range of all, and links to the next", async () => {
	tenant.before = (what, response) => {
		if (what !== "GET /clients") return false;
		const clients = Array.from({ length: 100 }, (_, index) => ({ client_id: `c${index}`, name: `App ${index}` }));
		json(response, 200, { clients, total: 230 });
		return true;
	};
	const second = await list({ page: "1", sort: "-name" });
	expect(tenant.reads.at(-1)).toContain("page=1&per_page=100");
	expect(second).toContain("101 to 200 of 230");
	expect(second).toContain('href="/applications?sort=-name&amp;page=2"');
	expect(second.indexOf("App 99")).toBeLessThan(second.indexOf("App 98"));
	expect(await list({ q: "app 42" })).toContain("1 of 100 applications");
});

test("names of more than a hundred applications are read", async () => {
	const { clientNames } = await import("@/lib/dashboard/management/applications/read-applications");
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
