import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsolePage, consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { CONSOLE_SCOPES } from "@/lib/dashboard/testing/recorded-tenant";

const NAME = "Ac\u200bme";
const EMAIL = "mi\u00adna@example.org";
const MARK = "contains invisible characters: U+200B";
const MARK_OF_EMAIL = "contains invisible characters: U+00AD";

const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } };
const template = { id: "vct_1", name: NAME, type: "mdl", dialect: "simplified/1.0", presentation, ...times };
const user = { user_id: "auth0|1", name: NAME, email: EMAIL, ...times };
const client = { client_id: "app", name: NAME, app_type: "regular_web", ...times };
const connection = { id: "con_1", name: "corp", display_name: NAME, strategy: "samlp", options: {} };
const token = { id: "dcr_1", user_id: "auth0|1", client_id: "app", rotating: true, ...times };
const session = { id: "s_1", user_id: "auth0|1", clients: [{ client_id: "app" }], ...times };

/** What the tenant answers, by the end of the path. */
const ANSWERS: [RegExp, object][] = [
	[/\/templates\/vct_\d$/, template],
	[/\/templates$/, { templates: [template, { ...template, id: "vct_2" }], next: null }],
	[/\/users\/[^/]+\/refresh-tokens$/, { tokens: [token], next: null }],
	[/\/users\/[^/]+\/sessions$/, { sessions: [session], next: null }],
	[/\/user-blocks\//, { blocked_for: [] }],
	[/\/users\/[^/]+$/, user],
	[/\/users$/, { users: [user], total: 1 }],
	[/\/refresh-tokens\/dcr_1$/, token],
	[/\/sessions\/s_1$/, session],
	[/\/clients\/app\/connections$/, { connections: [connection] }],
	[/\/clients\/app$/, client],
	[/\/connections\/con_1\/clients$/, { clients: [{ client_id: "app" }] }],
	[/\/clients$/, { clients: [client], total: 1 }],
	[/\/client-grants$/, { client_grants: [], total: 0 }],
	[/\/connections\/con_1$/, connection],
	[/\/connections$/, { connections: [connection], total: 1 }],
];

let service: FaultServer;
beforeAll(async () => {
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		const path = new URL(url, "http://tenant").pathname;
		const [, usual] = ANSWERS.find(([pattern]) => pattern.test(path)) ?? [];
		// A search that finds one user alone leads to its page.
		const answer = url.includes("zzz") ? { users: [user, { ...user, user_id: "auth0|2" }] } : usual;
		json(response, answer ? 200 : 404, answer ?? { statusCode: 404, message: "no" });
	};
	service.respondWithToken = (_, response) =>
		json(response, 200, {
			access_token: "t",
			token_type: "Bearer",
			expires_in: 3600,
			scope: CONSOLE_SCOPES.join(" "),
		});
	await pointAtService(service.address);
	signInAs("editor");
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

const ids = {
	template: "vct_1",
	otherTemplate: "vct_2",
	user: "auth0|1",
	token: "dcr_1",
	session: "s_1",
	application: "app",
	provider: "con_1",
} as Sample;

test.each(consolePages)("$route shows no such name without its mark", async (page) => {
	// A search that finds one leads there.
	const listed = page.route === "/search" ? { ...page, query: () => ({ q: "ac" }) } : page;
	const { html } = await renderPage(listed, ids);
	// Requests and responses are shown as they are, and the value of a field that can't be changed.
	const words = html
		.replaceAll(/<bdi class="invisible-character"[^>]*>(.*?)<\/bdi>/gs, "$1")
		.replaceAll(/<(script|style|pre|code)\b.*?<\/\1>|<dd class="whitespace-pre-wrap">.*?<\/dd>/gs, " ")
		.replaceAll(/<[^>]+>/g, " ");
	const [, ...after] = words.split(/Ac\u200bme|mi\u00adna@example\.org/);
	for (const rest of after) expect(rest.slice(0, 50)).toMatch(/^\W*contains invisible characters/);
});

async function textOf(route: string, query?: Record<string, string>): Promise<string> {
	const page = consolePages.find((each) => each.route === route);
	if (!page) throw new Error(`no page ${route}`);
	const shown: ConsolePage = query ? { ...page, query: () => query } : page;
	return (await renderPage(shown, ids)).text;
}

test.each([
	["/", MARK, 1],
	["/templates", MARK, 2],
	["/templates/matrix", MARK, 1],
	["/templates/compare", MARK, 2],
	["/templates/[id]", MARK, 1],
	["/templates/[id]/history", MARK, 1],
	["/templates/[id]/try-it", MARK, 1],
	["/users", MARK, 1],
	["/users", MARK_OF_EMAIL, 1],
	["/users/[id]", MARK, 3],
	["/users/[id]", MARK_OF_EMAIL, 1],
	["/refresh-tokens", MARK, 2],
	["/refresh-tokens", MARK_OF_EMAIL, 1],
	["/refresh-tokens/[id]", MARK, 1],
	["/refresh-tokens/[id]", MARK_OF_EMAIL, 1],
	["/refresh-tokens/revoke", MARK, 1],
	["/sessions/[id]", MARK, 1],
	["/sessions/[id]", MARK_OF_EMAIL, 1],
	["/applications", MARK, 1],
	["/applications/[id]", MARK, 2],
	["/connections", MARK, 1],
	["/connections/[id]", MARK, 2],
])("%s marks a name that looks like another: %s", async (route, mark, count) => {
	expect((await textOf(route)).split(mark).length - 1).toBeGreaterThanOrEqual(count);
});

test("a name that needs its joiners is not marked", async () => {
	const given = client.name;
	client.name = "👩‍🚀 می‌خواهم";
	expect(await textOf("/applications")).not.toContain("invisible characters");
	client.name = given;
});
