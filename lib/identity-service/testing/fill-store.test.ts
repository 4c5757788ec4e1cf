import { afterEach, beforeEach, expect, it } from "vitest";
import { logPage } from "@/lib/contract/log-entry";
import { userRefreshTokenPage } from "@/lib/contract/refresh-token";
import { sessionPage } from "@/lib/contract/session";
import { templatePage } from "@/lib/contract/template/template";
import { fillStore } from "./fill-store";
import { TEMPLATES } from "./template-calls";
import { describeOnEachEngine, type TestTenant } from "./test-tenant";

const SIZE = { users: 30, templates: 40, tokens: 200, sessions: 100, entries: 300 };

describeOnEachEngine("filling a store", (openTestTenant) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await openTestTenant();
	});
	afterEach(() => tenant.close());

	async function counts() {
		const { database } = tenant.service;
		const count = async (table: "users" | "templates" | "refresh_tokens" | "sessions") =>
			(await database.selectFrom(table).select("created_at").execute()).length;
		const [users, templates] = [await count("users"), await count("templates")];
		const entries = (await database.selectFrom("log_entries").select("log_id").execute()).length;
		return { users, templates, tokens: await count("refresh_tokens"), sessions: await count("sessions"), entries };
	}

	it("adds as many rows as requested, and none twice when it is repeated", async () => {
		const before = await counts();
		const filled = {
			users: before.users + SIZE.users,
			templates: before.templates + SIZE.templates,
			tokens: before.tokens + SIZE.tokens,
			sessions: before.sessions + SIZE.sessions,
			entries: before.entries + SIZE.entries,
		};
		await fillStore(tenant.service, SIZE);
		expect(await counts()).toEqual(filled);
		await fillStore(tenant.service, SIZE);
		expect(await counts()).toEqual(filled);
	});

	it("makes users, templates, refresh tokens, sessions and a log that the management interface returns like any others", async () => {
		await fillStore(tenant.service, SIZE);
		const users = (await tenant.call("GET", "/users?per_page=100")).json as { user_id: string; nickname: string }[];
		const first = users.find(({ nickname }) => nickname.endsWith(".0"));
		const tokens = await tenant.call("GET", `/users/${first?.user_id}/refresh-tokens?take=100`);
		expect(userRefreshTokenPage.parse(tokens.json).tokens.length).toBeGreaterThanOrEqual(SIZE.tokens / 20);
		const sessions = await tenant.call("GET", `/users/${first?.user_id}/sessions?take=100`);
		expect(sessionPage.parse(sessions.json).sessions.length).toBeGreaterThanOrEqual(SIZE.sessions / 20);
		const log = await tenant.call("GET", `/users/${first?.user_id}/logs?per_page=100&include_totals=true`);
		expect(logPage.parse(log.json).total).toBeGreaterThanOrEqual(SIZE.entries / 20);
		const templates = await tenant.call("GET", `${TEMPLATES}?take=100`);
		expect(templatePage.parse(templates.json).templates.length).toBeGreaterThan(SIZE.templates);
	});
});
