import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { newLogId } from "../store/log-id";
import { isPostgres } from "../store/rows";
import type { LogEntryRow } from "../store/schema";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

const TIME = "2026-11-21T09:00:00.000Z";
const USER = "auth0|mina";

/** An entry without what is not given. @param minutes after `TIME` */
function entryRow(minutes: number, given: Partial<LogEntryRow> = {}): LogEntryRow {
	const at = new Date(Date.parse(TIME) + minutes * 60_000);
	const empty = { connection: null, connection_id: null, client_id: null, client_name: null, user_id: null };
	const others = {
		user_name: null,
		name_key: null,
		ip: null,
		hostname: null,
		organization_id: null,
		user_agent: null,
		rest: null,
	};
	const rest = { description: null, strategy: null, strategy_type: null };
	return { log_id: newLogId(at), date: at.toISOString(), type: "s", ...empty, ...others, ...rest, ...given };
}

const ENTRIES = [
	entryRow(0, { type: "fp", user_id: USER, user_name: "mina@example.org", ip: "203.0.113.9" }),
	entryRow(1, { type: "fu", user_name: "Nobody@example.org", ip: "203.0.113.9", description: "Unknown user" }),
	entryRow(2, { type: "s", user_id: USER, ip: "2001:db8::1", client_id: "web", client_name: "Web app" }),
	entryRow(3, { type: "sertft", user_id: "auth0|omar", client_id: "web", client_name: "Web app", connection: "corp" }),
	entryRow(4, {
		type: "sapi",
		description: "Update a user",
		client_id: "console",
		user_agent: "Mozilla/5.0 (X11)",
		rest: JSON.stringify({
			audience: "https://api.example.com",
			scope: "read:x",
			details: { request: { path: "/x" } },
		}),
	}),
];
const ids = (...indexes: number[]) => indexes.map((index) => ENTRIES[index]?.log_id);

describeOnEachEngine("the log", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
		await tenant.service.database.insertInto("log_entries").values(ENTRIES).execute();
	});
	afterAll(() => tenant.close());
	// What a test has asked for wrongly is in the log too.
	beforeEach(async () => {
		await tenant.service.log.flush();
		const own = ENTRIES.map(({ log_id }) => log_id);
		await tenant.service.database.deleteFrom("log_entries").where("log_id", "not in", own).execute();
	});

	type Listed = { log_id: string; date: string }[];
	const list = async (query: Record<string, string>, path = "/logs") => {
		const response = await tenant.call("GET", `${path}?${new URLSearchParams(query)}`);
		expect(response.status, response.text).toBe(200);
		return response;
	};
	const idsOf = async (query: Record<string, string>, path?: string) =>
		((await list(query, path)).json as Listed).map(({ log_id }) => log_id);
	const status = async (query: Record<string, string>, path = "/logs") =>
		(await tenant.call("GET", `${path}?${new URLSearchParams(query)}`)).status;

	it("lists the newest entries first, by page, with totals and chosen fields", async () => {
		expect(await idsOf({})).toEqual(ids(4, 3, 2, 1, 0));
		expect(await idsOf({ sort: "date:1" })).toEqual(ids(0, 1, 2, 3, 4));
		expect(await idsOf({ page: "1", per_page: "2" })).toEqual(ids(2, 1));
		expect(await idsOf({ page: "1", per_page: "2", sort: "date:1" })).toEqual(ids(2, 3));
		expect(await idsOf({ per_page: "0" })).toEqual([]);
		const totals = await list({ include_totals: "true", per_page: "2", fields: "type", q: "NOT type:s" });
		const logs = [{ type: "sapi" }, { type: "sertft" }];
		expect(totals.json).toEqual({ start: 0, limit: 2, length: 2, total: 4, logs });
		expect(await status({ sort: "type:1" })).toBe(400);
		expect(await status({ page: "10", per_page: "100" })).toBe(400);
		expect(await status({ page: "9", per_page: "100" })).toBe(200);
		expect(await status({ per_page: "101" })).toBe(400);
	});

	it("has what is known of an entry, and nothing in place of what is not", async () => {
		const [id = ""] = ids(4);
		const whole = {
			...{ _id: id, log_id: id, date: "2026-11-21T09:04:00.000Z", type: "sapi", description: "Update a user" },
			...{
				client_id: "console",
				user_agent: "Mozilla/5.0 (X11)",
				audience: "https://api.example.com",
				scope: "read:x",
			},
			isMobile: false,
			details: { request: { path: "/x" } },
		};
		expect((await list({}, `/logs/${id}`)).json).toEqual(whole);
		expect((await list({ per_page: "1" })).json).toEqual([whole]);
		expect(await status({}, "/logs/90020261121090000000000000000000")).toBe(404);
	});

	it("lists the entries of one user, whether the user exists or not", async () => {
		const path = `/users/${encodeURIComponent(USER)}/logs`;
		expect(await idsOf({}, path)).toEqual(ids(2, 0));
		expect(await idsOf({ sort: "date:1", per_page: "1" }, path)).toEqual(ids(0));
		const totals = await list({ include_totals: "true", per_page: "1" }, path);
		expect(totals.json).toMatchObject({ start: 0, limit: 1, length: 1, total: 2 });
		expect(await idsOf({}, "/users/auth0%7Cnobody/logs")).toEqual([]);
		expect(await status({ page: "20" }, path)).toBe(400);
		expect(await status({ q: "type:s" }, path)).toBe(400);
	});

	it.each<[q: string, ...found: number[]]>([
		['user_id:"auth0|mina"', 2, 0],
		["user_id:auth0|mina AND type:fp", 0],
		["type:(f OR fp OR fu)", 1, 0],
		["type:(f OR fp OR fu) AND ip:203.0.113.9 NOT user_id:*", 1],
		["type:f*", 1, 0],
		["ip:*113*", 1, 0],
		["ip:*.113.9", 1, 0],
		['ip:"2001:db8::1"', 2],
		["NOT ip:*", 4, 3],
		["user_name:nobody*"],
		["user_name:Nobody*", 1],
		["user_name:*example.org", 1, 0],
		["user_name:example.org"],
		['"Web app"', 3, 2],
		["corp", 3],
		["Web"],
		["*app", 3, 2],
		['user_agent:"Mozilla/5.0 (X11)"', 4],
		["user_agent:*X11*", 4],
		["mozilla"],
		["date:[2026-11-21T09:01:00Z TO 2026-11-21T09:03:00Z]", 3, 2, 1],
		["date:{2026-11-21T09:01:00Z TO 2026-11-21T09:03:00Z}", 2],
		["date:[2026-11-21T10:03:00+01:00 TO *]", 4, 3],
		["date:[2026-11-20 TO 2026-11-21]", 4, 3, 2, 1, 0],
		["date:[* TO 2026-11-21}"],
		["date:{2026-11-21 TO *]"],
		["date:2026-11-21T09\\:04*", 4],
		["date:2026-11-21", 4, 3, 2, 1, 0],
		['date:"2026-11-21T09:04"', 4],
		['date:"2026-11-21T10:04:00+01:00"', 4],
		["date:2026-11-20"],
		['date:"2026-11-21T09:04:00.000Z"', 4],
		["type:[s TO sb]", 4, 2],
		["user_id:[auth0|n TO *}", 3],
		["organization_id:*"],
	])("finds by %s", async (q, ...found) => {
		expect(await idsOf({ q })).toEqual(ids(...found));
		expect(await idsOf({ q, sort: "date:1" })).toEqual(ids(...found.toReversed()));
	});

	it("refuses a search that it does not understand, or that is too long", async () => {
		for (const q of ["details:x", "na*me", "type:s?", "*ab", "date:[2026 2027]", "(s", "type:(s", "type:()", "a~1"])
			expect(await status({ q }), q).toBe(400);
		expect(await status({ q: `"${"a".repeat(3_998)}"` })).toBe(200);
		expect(await status({ q: `"${"a".repeat(3_999)}"` })).toBe(414);
	});

	it("lists by checkpoint from the earliest entry on, and ignores the other parameters", async () => {
		const first = await list({ take: "2", q: "(", sort: "x", page: "-1", per_page: "500", foo: "1" });
		expect((first.json as Listed).map(({ log_id }) => log_id)).toEqual(ids(0, 1));
		const link = async ({ headers }: { headers: Headers }) => {
			const [, next = ""] = /^<(.*)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
			expect(next).toMatch(/^http:\/\/localhost:3000\/api\/v2\/logs\?/);
			return tenant.call("GET", next.replace("http://localhost:3000/api/v2", ""));
		};
		const second = await link(first);
		expect((second.json as Listed).map(({ log_id }) => log_id)).toEqual(ids(2, 3));
		const third = await link(second);
		expect((third.json as Listed).map(({ log_id }) => log_id)).toEqual(ids(4));
		const none = await link(third);
		expect(none.json).toEqual([]);
		expect(none.headers.get("link")).toBe(third.headers.get("link"));
		// Of an entry that is no longer there.
		expect(await idsOf({ from: `${ids(1)[0]}0` })).toEqual(ids(2, 3, 4));
		expect(await status({ from: "x" })).toBe(400);
		expect(await status({ take: "0", q: "type:s" })).toBe(400);
		expect((await list({})).headers.get("link")).toBeNull();
	});

	it("lists each entry to a reader by checkpoint, also one that waits for its write", async () => {
		const { service } = tenant;
		const add = (description: string) => service.log.add({ type: "sapi", request: null, description });
		let from = ids(4)[0] ?? "";
		const readOn = async () => {
			const entries = (await list({ from })).json as { log_id: string; description: string }[];
			from = entries.at(-1)?.log_id ?? from;
			return entries.map(({ description }) => description);
		};
		add("waits long");
		tenant.passMilliseconds(6_000);
		add("waits");
		tenant.passMilliseconds(10);
		await inTransaction(service.database, (transaction) =>
			service.log.record(transaction, { type: "sapi", request: null, description: "written" }),
		);
		tenant.passMilliseconds(4_500);
		// On PostgreSQL another instance may be about to write an earlier one.
		const [atOnce, ...late] = isPostgres(service.database) ? [[]] : [["waits", "written", "waits long"], ["later"], []];
		expect(await readOn()).toEqual(atOnce);
		tenant.passMilliseconds(5_600);
		add("later");
		expect(await readOn()).toEqual(late[0] ?? ["waits", "written"]);
		tenant.passMilliseconds(10_100);
		expect(await readOn()).toEqual(late[1] ?? ["waits long", "later"]);
	});
});
