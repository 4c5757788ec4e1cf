import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AuditOutcome } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { updateAuditEntry } from "@/lib/dashboard/audit/audited-write";
import { heldConfig, roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { bearer, newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { listConsoleTokens, revokeConsoleToken } from "@/lib/dashboard/console-tokens/console-tokens";
import { collectEvents } from "@/lib/dashboard/log-stream/collect-events";
import { logger } from "@/lib/dashboard/logger";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { pruneStore } from "@/lib/dashboard/store/prune-store";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { GET } from "./route";

const ADDRESS = "http://localhost:3000/api/console/activity";
const START = Date.parse("2026-03-10T12:00:00Z");
const DAY_MS = 24 * 3_600_000;

let token = "";

const read = (query = "", headers: Record<string, string> = bearer(token)) =>
	GET(new NextRequest(ADDRESS + query, { headers }));

type Line = { cursor: string; id: string; outcome: string };
const linesOf = (text: string): Line[] => text.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: START });
		await pointAtService("http://127.0.0.1:9", postgres);
		signInAs("editor");
		token = await newToken("SIEM");
		await (await dashboardDatabase()).deleteFrom("audit_trail").execute();
	});
	afterEach(async () => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
		await clearDashboardState();
	});

	const add = (id: string, outcome: AuditOutcome = "done", at = new Date().toISOString()) =>
		insertAuditEntry(auditEntry({ id, at, outcome, reference: id }));

	test("the activity is read oldest first, page by page, to its end, and from any cursor again", async () => {
		for (let index = 0; index < 250; index += 1) await add(`row ${String(index).padStart(3, "0")}`);
		await collectEvents();
		const seen: Line[] = [];
		const pages: string[] = [];
		for (let query = "?limit=120"; ; ) {
			const response = await read(query);
			expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
			expect(response.headers.get("cache-control")).toBe("private, no-store");
			expect(response.headers.get("activity-kept-days")).toBe("90");
			const text = await response.text();
			expect(await (await read(query)).text()).toBe(text);
			const lines = linesOf(text);
			pages.push(String(lines.length));
			expect(response.headers.get("activity-cursor")).toBe(lines.at(-1)?.cursor ?? seen.at(-1)?.cursor);
			seen.push(...lines);
			if (lines.length === 0) break;
			query = /<[^?]*([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? expect.fail();
		}
		expect(pages).toEqual(["120", "120", "10", "0"]);
		expect(seen.map(({ id }) => id)).toEqual(
			Array.from({ length: 250 }, (_, index) => `row ${String(index).padStart(3, "0")}`),
		);
		const fromThe100th = linesOf(await (await read(`?cursor=${seen[99]?.cursor}&limit=1`)).text());
		expect(fromThe100th).toEqual([seen[100]]);
	});

	test("a store that can't be read is said as JSON, to be asked again later", async () => {
		const database = await dashboardDatabase();
		for (const table of ["log_sequence", "console_tokens"]) {
			await database.schema.alterTable(table).renameTo("away").execute();
			const response = await read();
			expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
				503,
				"5",
				{ error: expect.any(String) },
			]);
			await database.schema.alterTable("away").renameTo(table).execute();
		}
	});

	test("no row is skipped or repeated, whatever the clocks of instances, and however late a write is committed or settled", async () => {
		let state = 7;
		const random = (below: number) => {
			state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
			return Math.floor((state / 2_147_483_648) * below);
		};
		const open: string[] = [];
		const seen: Line[] = [];
		let cursor = "0";
		const step = async (number: number) => {
			const what = random(6);
			// The clocks of two instances, ten seconds apart.
			const at = new Date(Date.now() - (number % 2) * 10_000 - random(5_000)).toISOString();
			const id = `${at}-${number}`;
			if (what < 2) {
				await add(id, "unknown", at);
				open.push(id);
			} else if (what === 2) await add(id, "done", at);
			else if (what === 3 && open.length > 0) {
				const [settled = ""] = open.splice(random(open.length), 1);
				await updateAuditEntry(settled, { outcome: random(2) === 0 ? "done" : "not-done" });
			} else if (what === 4) vi.setSystemTime(Date.now() + random(40_000));
			else {
				await collectEvents();
				const lines = linesOf(await (await read(`?cursor=${cursor}&limit=${1 + random(4)}`)).text());
				seen.push(...lines);
				cursor = lines.at(-1)?.cursor ?? cursor;
				// The limit of requests is for tests of its own.
				vi.setSystemTime(Date.now() + 1_100);
			}
		};
		for (let number = 0; number < 300; number += 1) await step(number);
		vi.setSystemTime(Date.now() + 3_600_000 - 300_000);
		await collectEvents();
		seen.push(...linesOf(await (await read(`?cursor=${cursor}&limit=1000`)).text()));
		const numbers = seen.map((line) => Number(line.cursor));
		expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
		const database = await dashboardDatabase();
		const rows = await database.selectFrom("audit_trail").select(["id", "outcome"]).execute();
		const last = new Map(seen.map(({ id, outcome }) => [id, outcome]));
		expect(last).toEqual(new Map(rows.map(({ id, outcome }) => [id, outcome])));
		// Again only with another outcome, after it was not known.
		const states = seen.map(({ id, outcome }) => `${id} ${outcome}`);
		expect(new Set(states).size).toBe(states.length);
	});

	test("a row whose outcome becomes known after it was read is read again, settled", async () => {
		await add("late", "unknown");
		vi.setSystemTime(START + 61_000);
		await collectEvents();
		const [first] = linesOf(await (await read()).text());
		expect(first).toMatchObject({ id: "late", outcome: "unknown" });
		await updateAuditEntry("late", { outcome: "done" });
		await collectEvents();
		expect(linesOf(await (await read(`?cursor=${first?.cursor}`)).text())).toMatchObject([
			{ id: "late", outcome: "done" },
		]);
	});

	test("a cursor before lines that were removed by age says so, and goes on with the oldest", async () => {
		for (const id of ["a", "b"]) await add(id);
		await collectEvents();
		const [a, b] = linesOf(await (await read()).text());
		const database = await dashboardDatabase();
		await database
			.updateTable("audit_trail")
			.set({ at: new Date(START - 91 * DAY_MS).toISOString() })
			.execute();
		await pruneStore();
		await add("c");
		await collectEvents();
		const removed = async (query: string) => {
			const response = await read(query);
			return [response.headers.has("activity-removed"), linesOf(await response.text()).map(({ id }) => id)];
		};
		expect(await removed(`?cursor=${a?.cursor}`)).toEqual([true, ["c"]]);
		expect(await removed(`?cursor=${b?.cursor}`)).toEqual([false, ["c"]]);
		expect(await removed("")).toEqual([false, ["c"]]);
	});

	test.each([
		"cursor=-1",
		"cursor=x",
		"cursor=1&cursor=2",
		"cursor=12345678901",
		"limit=0",
		"limit=1001",
		"limit=",
		"cursor=7",
		"curser=1",
		"cursor=0&befor=1",
		"constructor=1",
	])("?%s is refused in JSON", async (query) => {
		const response = await read(`?${query}`);
		expect(response.status).toBe(400);
		expect(await response.json()).toEqual({ error: expect.stringMatching(/\.$/) });
	});

	test("a token works until it ends, is revoked, or its maker is not an editor any more, and each refusal is the same", async () => {
		const kept = await newToken("Kept", { stays: true });
		const described = async (of: string) => {
			const response = await read("", bearer(of));
			return [response.status, Object.fromEntries(response.headers), await response.text()];
		};
		const unknown = await described("idc_unknown");
		expect(unknown).toMatchObject([401, { "www-authenticate": 'Bearer realm="Identity Console"' }, expect.any(String)]);
		expect((await described(token))[0]).toBe(200);
		// The maker: by the settings, then at the embedded tenant.
		const settings = heldConfig.get();
		heldConfig.set({ ...settings, editors: [], viewers: ["editor"] });
		expect(await described(token)).toEqual(unknown);
		expect((await described(kept))[0]).toBe(200);
		heldConfig.set(settings);
		for (const role of ["support", null]) {
			roleOfEmbeddedUser.set(async () => role);
			expect(await described(token)).toEqual(unknown);
		}
		roleOfEmbeddedUser.set(async () => "editor");
		expect((await described(token))[0]).toBe(200);
		roleOfEmbeddedUser.set(null);
		await revokeConsoleToken((await listConsoleTokens()).find(({ name }) => name === "Kept")?.id ?? "");
		expect(await described(kept)).toEqual(unknown);
		const { expiresAt = "" } = (await listConsoleTokens()).find(({ name }) => name === "SIEM") ?? {};
		vi.setSystemTime(Date.parse(expiresAt) - 1);
		expect((await described(token))[0]).toBe(200);
		vi.setSystemTime(Date.parse(expiresAt));
		expect(await described(token)).toEqual(unknown);
	});

	test("an editor by a verified e-mail address is one for their tokens too, and by no other", async () => {
		const database = await dashboardDatabase();
		const settings = heldConfig.get();
		heldConfig.set({ ...settings, editors: ["ann@acme.example"] });
		const as = (verified: number) =>
			database
				.updateTable("console_tokens")
				.set({ maker_email: "Ann@acme.example", maker_email_verified: verified })
				.execute();
		await as(1);
		expect((await read()).status).toBe(200);
		await as(0);
		expect((await read()).status).toBe(401);
	});

	test("the log names a token that ended once an hour, however often its program asks on", async () => {
		const warned = vi.spyOn(logger, "warn").mockReturnValue();
		const id = (await listConsoleTokens())[0]?.id ?? "";
		const other = await newToken("Other");
		await revokeConsoleToken(id);
		for (let count = 0; count < 100; count += 1) expect((await read()).status).toBe(401);
		vi.setSystemTime(START + 3_599_999);
		await read();
		expect((await read("", bearer(other))).status).toBe(200);
		expect(warned.mock.calls).toEqual([
			[expect.objectContaining({ token: id, state: "revoked" }), "a read token was refused"],
		]);
		vi.setSystemTime(START + 3_600_000);
		await read();
		await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(2), 30_000);
	});

	test("a token of the feed opens nothing but the feed; no session, and no other scheme, opens this", async () => {
		const database = await dashboardDatabase();
		for (const headers of [{}, { authorization: token }, { authorization: `Basic ${btoa(`x:${token}`)}` }]) {
			expect((await read("", headers as Record<string, string>)).status).toBe(401);
		}
		expect((await read(`?token=${token}&access_token=${token}`, {})).status).toBe(401);
		await database.updateTable("console_tokens").set({ rights: "feed" }).execute();
		expect((await read()).status).toBe(401);
	});

	test("a token has sixty requests a minute, and its last use is noted within an hour", async () => {
		const lastUse = async () => (await listConsoleTokens())[0]?.lastUsedAt;
		expect(await lastUse()).toBeNull();
		for (let count = 0; count < 60; count += 1) expect((await read()).status).toBe(200);
		expect(await lastUse()).toBe(new Date(START).toISOString());
		vi.setSystemTime(START + 20_000);
		const refused = await read();
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"]);
		expect((await read("", bearer(await newToken("Other")))).status).toBe(200);
		vi.setSystemTime(START + 60_000);
		expect((await read()).status).toBe(200);
		expect(await lastUse()).toBe(new Date(START).toISOString());
		vi.setSystemTime(START + 3_600_001);
		expect((await read()).status).toBe(200);
		signInAs("editor");
		const row = await (await dashboardDatabase())
			.selectFrom("console_tokens")
			.selectAll()
			.where("name", "=", "SIEM")
			.executeTakeFirst();
		expect(row?.last_used_at).toBe(new Date(START + 3_600_001).toISOString());
	});
}

describe("the activity for programs, in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`the activity for programs, in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
