import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { auditEntry, insertAuditEntry } from "../audit/audit-entry.test-data";
import { EXCHANGES_KEPT_HOURS, flushExchanges, queueExchange } from "../exchanges/exchanges";
import { addFound } from "../log-stream/collect-events";
import { DELIVERIES_KEPT_DAYS } from "../log-stream/deliveries";
import { type LogEvent, NOT_DECIDED } from "../log-stream/log-event";
import { addProposal, changeProposal } from "../proposals/change-proposals";
import { addComment } from "../proposals/comments";
import { leaveFlashMessage } from "../request/flash";
import { addOpenWrite } from "../templates/history/record-write";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { BULK_EDIT_KEPT_HOURS, createBulkEdit, listUnfinishedBulkEdits } from "./bulk-edits";
import { keepClaimedRole } from "./claimed-roles";
import { claimCreate, digestOfCreate, rememberUnconfirmed } from "./creates";
import { dashboardDatabase, heldDatabase } from "./dashboard-database";
import { pruneStore } from "./prune-store";
import type { DashboardSchema } from "./schema";
import { createSession, SESSION_LIFETIME_SECONDS } from "./sessions";
import { keepTest, newTestId } from "./sign-in-tests";
import { GONE_TEMPLATES_KEPT_DAYS } from "./template-versions";
import { keepWalletRequest } from "./wallet-requests";
import { keptRequest } from "./wallet-requests.test-data";

const START = Date.parse("2026-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const RETENTION_HOURS = 90 * 24;

/** Statements for versions of templates, and for purposes: tested with the history. */
const OF_VERSIONS = 3;
/** The first: it notes the number of the last line of the trail that is removed. */
const OF_LINES = 1;

const token = { id: "a", name: "App", detail: null, state: "planned" as const, note: {}, baseline: [] };
const exchange = () => ({
	id: `${Date.now()}`,
	at: new Date().toISOString(),
	subject: "ann",
	reference: "r",
	request_id: null,
	operation: "o",
	method: "GET",
	url: "u",
	status: 200,
	failure: null,
	milliseconds: 1,
	request_headers: "{}",
	request_body: null,
	response_headers: "{}",
	response_body: null,
});

const logEvent = (): LogEvent => ({
	id: `${Date.now()}`,
	type: "t",
	at: "",
	outcome: "done",
	summary: "",
	actor: null,
	reference: null,
	reason: null,
	...NOT_DECIDED,
	target: { kind: "template", id: "t", name: null },
	changes: [],
	more_changes: 0,
	values: [],
});

async function addDelivery() {
	const database = await dashboardDatabase();
	const texts = { kinds: "[]", created_at: "", state: "paused", next_at: "", lease_until: "" };
	await database
		.insertInto("webhooks")
		.values({ id: "w", name: "W", url: "u", ...texts, cursor: 0, attempts: 0 })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const at = new Date().toISOString();
	await database
		.insertInto("webhook_deliveries")
		.values({ id: at, webhook_id: "w", at, event_id: "e", type: "t", summary: "", attempt: 1, milliseconds: 1 })
		.execute();
}

async function addEndedToken() {
	const now = new Date().toISOString();
	const texts = { name: "T", rights: "read", created_at: now, expires_at: now };
	await (await dashboardDatabase())
		.insertInto("console_tokens")
		.values({ id: now, hash: now, ...texts, maker_email_verified: 0, stays: 0 })
		.execute();
}

/** Tables with an expiry: the function that writes a row, and for how many hours it is kept. */
const kept: [table: keyof DashboardSchema, hours: number, write: () => Promise<unknown>][] = [
	[
		"audit_trail",
		RETENTION_HOURS,
		() => insertAuditEntry(auditEntry({ id: `${Date.now()}`, at: new Date().toISOString() })),
	],
	["log_events", RETENTION_HOURS, () => addFound(async () => [logEvent()])],
	["webhook_deliveries", DELIVERIES_KEPT_DAYS * 24, addDelivery],
	["console_tokens", RETENTION_HOURS, addEndedToken],
	[
		"exchanges",
		EXCHANGES_KEPT_HOURS,
		async () => {
			queueExchange(exchange);
			await flushExchanges();
		},
	],
	[
		"sessions",
		SESSION_LIFETIME_SECONDS / 3600,
		() =>
			createSession({ subject: "ann", name: "Ann", email: null, email_verified: 0, id_token: null, user_agent: null }),
	],
	["claimed_roles", 90 * 24, () => keepClaimedRole(`${Date.now()}`, "roles", ["editor"])],
	["flash_messages", 2, () => leaveFlashMessage("/templates", "Done.", 2 * 3600)],
	["unconfirmed_creates", 1 / 6, () => rememberUnconfirmed({ name: `${Date.now()}` })],
	["application_creates", 24, () => claimCreate(digestOfCreate("ann", `${Date.now()}`))],
	["sign_in_tests", 1 / 6, () => keepTest(newTestId(), { subject: "ann", testedId: "c", protocol: "samlp" }, null)],
	["wallet_requests", 1 / 6, () => keepWalletRequest("session", keptRequest)],
	[
		"template_writes",
		GONE_TEMPLATES_KEPT_DAYS * 24,
		async () => {
			const author = { auditId: `${Date.now()}`, subject: "ann", person: "Ann" };
			const write = { author, templateId: "vct_1", at: new Date().toISOString(), content: null };
			await addOpenWrite(await dashboardDatabase(), write);
		},
	],
	[
		"proposals",
		RETENTION_HOURS,
		async () => {
			const id = await addProposal({ subject: "ann", name: "Ann", email: null }, null, []);
			await addComment(id, { subject: "bo", name: "Bo" }, "No.");
			await changeProposal({ id, revision: 1, state: "open" }, { state: "declined" });
		},
	],
	[
		"bulk_edits",
		BULK_EDIT_KEPT_HOURS,
		() =>
			createBulkEdit(
				"ann",
				{ resource: "refresh token", user: { id: "u", label: "U" }, operation: { kind: "remove", key: "k" } },
				[token],
			).then(() => listUnfinishedBulkEdits("ann")),
	],
];

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: START });
		await pointAtService("http://127.0.0.1:9", postgres);
		await (await dashboardDatabase()).deleteFrom("sessions").execute();
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	const rowsOf = async (table: keyof DashboardSchema) =>
		(await (await dashboardDatabase()).selectFrom(table).selectAll().execute()).length;

	test.each(kept)("%s keep expired rows until the store is pruned, and no longer", async (table, hours, write) => {
		await write();
		vi.setSystemTime(START + hours * HOUR_MS);
		await pruneStore();
		expect(await rowsOf(table)).toBe(1);
		vi.setSystemTime(START + hours * HOUR_MS + 1);
		// No write, response or page waits until old rows are removed.
		await write();
		expect(await rowsOf(table)).toBe(2);
		await pruneStore();
		expect(await rowsOf(table)).toBe(1);
		if (table === "proposals") expect(await rowsOf("proposal_comments")).toBe(1);
		if (table === "bulk_edits") expect(await rowsOf("bulk_edit_tokens")).toBe(1);
	});

	test("keeps what an accepted proposal has sent until it is finished", async () => {
		const id = await addProposal({ subject: "ann", name: "Ann", email: null }, null, []);
		await changeProposal({ id, revision: 1, state: "open" }, { state: "applying" });
		const sent = auditEntry({ id: "sent", at: new Date().toISOString(), proposal: { id, by: "Ann" } });
		const other = { ...sent, id: "other", proposal: undefined };
		for (const entry of [sent, other, { ...other, id: "gone", proposal: { id: "gone", by: "Ann" } }])
			await insertAuditEntry(auditEntry(entry));
		vi.setSystemTime(START + RETENTION_HOURS * HOUR_MS + 1);
		await pruneStore();
		const database = await dashboardDatabase();
		const left = await database.selectFrom("audit_trail").select("id").execute();
		expect(left).toEqual([{ id: "sent" }]);
		await changeProposal({ id, revision: 1, state: "applying" }, { state: "done" });
		await pruneStore();
		expect(await rowsOf("audit_trail")).toBe(0);
	});

	test("finds expired rows by indexes, a few at a time", async () => {
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await pruneStore();
		const statements = recorder.take();
		expect(statements).toHaveLength(kept.length + OF_VERSIONS + OF_LINES);
		for (const [index, statement] of statements.entries()) {
			if (index >= OF_LINES) expect(statement.sql).toContain("limit");
			expect(unindexedSteps(await planOf(recorder.database, statement))).toEqual([]);
		}
	});

	test("removes all rows where there are more than it removes at a time", async () => {
		for (let count = 0; count < 1001; count += 1) await leaveFlashMessage("/templates", "Done.", 1);
		vi.setSystemTime(START + HOUR_MS);
		await pruneStore();
		expect(await rowsOf("flash_messages")).toBe(0);
	});
}

describe("in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
