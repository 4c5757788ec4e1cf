import { createElement, type ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import {
	clearDashboardState,
	pointAtService,
	recordStatements,
	signInAs,
} from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import ActivityPage from "./activity/page";
import NewApplicationPage from "./applications/new/page";
import ApplicationsPage from "./applications/page";
import ConnectionsPage from "./connections/page";
import RefreshTokenPage from "./refresh-tokens/[id]/page";
import RefreshTokensPage from "./refresh-tokens/page";
import TemplatePage from "./templates/(form)/[id]/page";
import NewTemplatePage from "./templates/(form)/new/page";
import TemplatesPage from "./templates/page";
import UsersPage from "./users/page";
import YourSessionsPage from "./your-sessions/page";

const at = "2026-03-29T07:30:00.000Z";
const template = (number: number) => ({
	id: `vct_${number}`,
	name: `Template ${number}`,
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } },
	well_known_trusted_issuers: "aamva",
	created_at: at,
	updated_at: at,
});
const token = {
	id: "dcr_1",
	user_id: "auth0|1",
	client_id: "app",
	created_at: at,
	refresh_token_metadata: { note: "kept" },
	device: { initial_ip: "203.0.113.7", last_ip: "203.0.113.7" },
};

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		if (url.includes("/refresh-tokens/")) return json(response, 200, token);
		if (url.includes("/templates/")) return json(response, 200, template(1));
		if (url.includes("/users/")) return json(response, 200, { user_id: "auth0|1", name: "Person" });
		if (url.includes("/clients")) return json(response, 200, { clients: [], total: 0, start: 0, limit: 50 });
		json(response, 200, { templates: Array.from({ length: 50 }, (_, index) => template(index)) });
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function rendered(view: () => Promise<ReactNode>) {
	return renderToReadableStream(createElement(Queries, null, await runWithin(10_000, view)));
}

const noSearch = { params: Promise.resolve({}), searchParams: Promise.resolve({}) };
const views: [name: string, view: () => Promise<ReactNode>, calls: number, statements: number][] = [
	["the list of templates", () => TemplatesPage(noSearch), 1, 2],
	["the form of a new template", () => NewTemplatePage(noSearch), 0, 0],
	["a template's form", () => TemplatePage({ ...noSearch, params: Promise.resolve({ id: "vct_1" }) }), 1, 2],
	// Its history, and whether its end was requested a short time ago.
	["a refresh token's page", () => RefreshTokenPage({ ...noSearch, params: Promise.resolve({ id: "dcr_1" }) }), 1, 2],
];

test.each(views)("a view of %s costs its calls and statements and no more", async (_, view, calls, statements) => {
	const html = async () => new Response(await rendered(view)).text();
	// Names of users and applications, and versions seen, are kept for a minute.
	await html();
	await html();
	const taken = recordStatements();
	service.seen.length = 0;
	const formats = vi.spyOn(Intl, "DateTimeFormat");
	expect(await html()).toContain("<h1");
	expect(service.seen.map(({ url }) => url)).toHaveLength(calls);
	// React looks the session up once in a page. The log of calls is written after a while, for many of them at once.
	expect(taken().filter((sql) => !/"sessions"|"exchanges"/.test(sql))).toHaveLength(statements);
	expect(formats, "formats of a time zone, which are made once").not.toHaveBeenCalled();
});

test.each([
	["the list of applications", () => ApplicationsPage(noSearch), 1],
	["the form of a new application", () => NewApplicationPage(), 0],
	["the list of identity providers", () => ConnectionsPage(noSearch), 1],
	["the list of users", () => UsersPage(noSearch), 1],
	["the search for refresh tokens", () => RefreshTokensPage(noSearch), 0],
	["the activity", () => ActivityPage(noSearch), 0],
	["the list of one's own sessions", () => YourSessionsPage(), 0],
] as [string, () => Promise<ReactNode>, number][])(
	"a view of %s costs its calls to the tenant",
	async (_, view, calls) => {
		const render = async () => (await rendered(view)).allReady;
		await render();
		service.seen.length = 0;
		await render();
		expect(service.seen.map(({ url }) => url)).toHaveLength(calls);
	},
);
