import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { resultsAsCsv, resultsAsJson } from "@/lib/dashboard/incidents/result-file";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { openSessionOf } from "@/lib/dashboard/store/sessions.test-data";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { sample } from "@/lib/testing/recorded-tenant/sample";
import { begin, paste, resultsOf, runOn } from "./incident.test-data";

// On a tenant whose responses have the vendor's recorded shapes.

let recorded: RecordedTestTenant;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
beforeEach(async () => {
	recorded.reset();
	await recorded.use();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});
afterAll(async () => {
	await recorded.close();
	await clearDashboardState();
});

const writes = () => recorded.tenant.writes.map(({ what }) => decodeURIComponent(what));
const users = ["Amara@Example.com", "brice@staff.example", sample.octavia, "none@example.com"];

async function lookedUp(list = users): Promise<string> {
	const id = String(await paste(list.join("\n")));
	expect((await runOn(id)).problem).toBeUndefined();
	return id;
}

it("finds users by their e-mail addresses and IDs, and leaves what the tenant omits not known", async () => {
	const items = (await findBulkEdit("editor", await lookedUp()))?.items ?? [];
	const found = items.map(({ note }) => note.users?.[0]);
	expect(found).toMatchObject([
		{
			id: sample.amara,
			blocked: null,
			emailVerified: true,
			sessions: { isAtLeast: false },
			tokens: { isAtLeast: false },
		},
		{ id: sample.brice, blocked: true, sessions: { count: 0, isAtLeast: false } },
		{ id: sample.octavia, email: null, emailVerified: null, blocked: null },
		undefined,
	]);
	expect(found[0]?.sessions?.count).toBeGreaterThan(0);
	expect(found[0]?.tokens?.count).toBeGreaterThan(0);
	expect(writes()).toEqual([]);
});

describe.each([
	["in one request", "offered", [`POST /users/${sample.amara}/revoke-access`]],
	[
		"in one each, where the tenant does not offer that",
		405,
		[
			`POST /users/${sample.amara}/revoke-access`,
			`DELETE /users/${sample.amara}/sessions`,
			`DELETE /users/${sample.amara}/refresh-tokens`,
		],
	],
] as const)("ends sessions and tokens %s", (_, newOperations, expected) => {
	it("after it has blocked the user", async () => {
		recorded.tenant.reset({ newOperations });
		await openSessionOf(sample.chidi);
		Object.assign(recorded.tenant.state.users.get(sample.chidi) ?? {}, { blocked: true });
		const list = await lookedUp([...users, sample.chidi]);
		const chosen = [sample.amara, sample.brice, sample.chidi];
		const incident = String(await begin(list, { user: chosen, act: ["block", "end", "revoke"] }));
		expect((await runOn(incident)).problem).toBeUndefined();
		expect(await resultsOf(incident)).toEqual({
			[sample.amara]: "done",
			// Blocked already, without sessions and tokens.
			[sample.brice]: "unchanged",
			// The same, with a session of this console.
			[sample.chidi]: "done",
			[sample.octavia]: "left",
			"none@example.com": "gone",
		});
		expect(writes()).toEqual([`PATCH /users/${sample.amara}`, ...expected]);
	});
});

it("ends no session of an editor of the settings for support: by ID, or by an e-mail address that is not known to be unverified", async () => {
	heldConfig.set({ ...dashboardConfig(), editors: ["amara@example.com", "chidi@staff.example", "editor"] });
	signInAs("support");
	const list = await lookedUp(["amara@example.com", "chidi@staff.example", sample.octavia]);
	const incident = String(await begin(list, { user: [sample.amara, sample.chidi, sample.octavia], act: ["end"] }));
	await runOn(incident);
	expect(await resultsOf(incident, "support")).toMatchObject({
		[sample.amara]: "protected",
		// An address that the tenant has not verified names no editor.
		[sample.chidi]: expect.stringMatching(/^(done|unchanged)$/),
		// Without an address it is not known whether it is an editor's: as on the user's own page.
		[sample.octavia]: expect.stringMatching(/^(done|unchanged)$/),
	});
	expect(writes().filter((what) => what.includes(sample.amara))).toEqual([]);
});

it("gives the result of every line as a file, in which nothing is a formula", async () => {
	const list = await lookedUp(["amara@example.com", "=cmd()", "none@example.com"]);
	const incident = String(await begin(list, { user: [sample.amara], act: ["end"], reason: "=SUP-1" }));
	await runOn(incident);
	const edit = await findBulkEdit("editor", incident);
	if (edit?.resource !== "incident") throw new Error("There is none.");
	const [head, ...rows] = resultsAsCsv(edit).trimEnd().split("\r\n");
	expect(head).toBe(
		"lines,entered,user_id,user,name,result,words,done,not_done,not_confirmed,reference,planned,reason",
	);
	expect(rows).toHaveLength(3);
	expect(rows[0]).toContain('"Done: sessions ended."');
	expect(rows[1]).toMatch(/^"3","none@example.com",.*"Not found."/);
	expect(rows[2]).toMatch(/^"2","'=cmd\(\)",/);
	for (const row of rows) expect(row).toMatch(/"'=SUP-1"$/);
	expect(JSON.parse(resultsAsJson(edit))).toMatchObject([
		{ entered: "amara@example.com", user_id: sample.amara, result: "done", reason: "=SUP-1" },
		{ result: "gone" },
		{ result: "not-read", lines: "2" },
	]);
});
