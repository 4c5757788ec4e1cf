import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consolePages } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { tokenFacts } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { sample as names } from "@/lib/testing/recorded-tenant/sample";

const ODD = { n: { n: 1 }, plan: "gold" };

let recorded: RecordedTestTenant;

beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterAll(async () => {
	await recorded.close();
	await clearDashboardState();
});

/** In each list one entry without a usable id, and in each other entry a part of a form that is not known. */
beforeEach(() => {
	const { tenant } = recorded;
	tenant.reset();
	const { users, sessions, tokens, templates, applications, grants, connections } = tenant.state;
	const user_id = names.amara;
	for (const [id, one] of sessions)
		sessions.set(id, { ...one, session_metadata: ODD, cookie: "x", idle_expires_at: 5 });
	for (const [id, one] of tokens) tokens.set(id, { ...one, refresh_token_metadata: ODD, rotating: "x", device: 5 });
	for (const [id, one] of users) users.set(id, { ...one, logins_count: "x", identities: "x", nickname: 5 });
	for (const [id, one] of templates) templates.set(id, { ...one, created_at: 5, well_known_trusted_issuers: ["x"] });
	for (const [id, one] of applications) applications.set(id, { ...one, web_origins: "x", client_metadata: 5 });
	for (const one of connections.values()) one.body.show_as_button = "x";
	sessions.set("odd", { id: 7, user_id });
	tokens.set("odd", { id: null, user_id });
	users.set("odd", { user_id: 7, email: "odd@example.com" });
	templates.set("odd", { name: "without id" });
	applications.set("odd", { client_id: { n: 1 }, name: "without id" });
	grants.set("odd", { client_id: names.portal, audience: "https://api.orders.example/" });
	const oddEntry = { details: 5, location_info: "x", audience: 5, scope: { n: 1 }, client_name: ["x"], user_agent: 5 };
	tenant.state.log = [...tenant.state.log.map((one) => ({ ...one, ...oddEntry })), "odd" as never];
	connections.set("odd", { ...[...connections.values()][0], body: { name: "without id" } } as never);
});

async function render(page: (typeof consolePages)[number]) {
	await recorded.use();
	await tokenFacts();
	return renderPage(page, { ...recorded.sample, ...(await fillStore(recorded.sample)) });
}

const pages = consolePages.filter(({ needs }) => needs.length > 0);

test.each(pages)(
	"$route opens where each list has an entry that can't be read, and each other one an odd part",
	async (page) => {
		const { text, heading } = await render(page);
		expect(text).not.toMatch(/undefined|\[object|NaN|not understand|not understood/);
		expect(heading).not.toBe(page.unread);
	},
);

const lists: [route: string, entries: string, others: RegExp][] = [
	["/", "1 entry could not be read", /Age check/],
	["/templates", "1 entry could not be read", /Age check.*Full name/],
	["/templates/matrix", "1 entry could not be read", /Age check.*Full name/],
	["/users", "1 entry could not be read", /amara@example.com/],
	["/applications", "1 entry could not be read", /Portal.*Kiosk|Kiosk.*Portal/],
	["/connections", "1 entry could not be read", /\w/],
	["/refresh-tokens", "1 entry could not be read", new RegExp(names.token)],
	["/log", "1 entry could not be read", /Wrong password.*Signed in/],
	["/users/[id]", "1 entry could not be read", /End session.*Revoke all tokens/],
];
test.each(lists)(
	"%s counts what can't be read, and shows the others with their buttons",
	async (route, entries, others) => {
		const page = consolePages.find((one) => one.route === route);
		if (!page) throw new Error(`The list has no page ${route}.`);
		const { text } = await render(page);
		expect(text).toContain(entries);
		expect(text).toMatch(others);
	},
);

test.each(["/", "/templates", "/templates/matrix", "/users", "/applications", "/applications/[id]", "/connections"])(
	"%s does not say that there is none where no entry of a list can be read",
	async (route) => {
		const page = consolePages.find((one) => one.route === route);
		if (!page) throw new Error(`There is no page ${route}.`);
		const { users, templates, applications, connections } = recorded.tenant.state;
		const lists = [users, templates, connections, ...(route === "/applications" ? [applications] : [])];
		for (const list of lists) for (const id of [...list.keys()]) if (id !== "odd") list.delete(id);
		const { text } = await render(page);
		expect(text).toContain("1 entry could not be read");
		expect(text).not.toMatch(/No templates yet|No users|No applications|No identity providers|The tenant names none/);
	},
);

test("a value that is no text is shown as its JSON in a field that can't be changed, and says so", async () => {
	const page = pages.find(({ route }) => route === "/refresh-tokens/[id]");
	const { html, text } = await render(page as (typeof pages)[number]);
	const fields = [...html.matchAll(/<input[^>]* name="(?:key|value)"[^>]*>/g)].map(([field]) => field);
	expect(fields.filter((field) => field.includes("readOnly"))).toHaveLength(2);
	expect(html).toContain('value="{&quot;n&quot;:1}"');
	expect(text).toContain("Not text, so read-only here. A save would lose it: remove the row");
	expect(text).toMatch(/Among them “n”, whose value is not text/);
	expect(text).toContain("Revoke token");
});
