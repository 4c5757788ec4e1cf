import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import type { AuditOutcome } from "../audit/audit-entry";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { updateAuditEntry } from "../audit/audited-write";
import { dashboardDatabase, heldDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { addFound, collectEvents } from "./collect-events";
import { typesOfKinds } from "./event-types";
import { type LogEvent, NOT_DECIDED } from "./log-event";
import { storedEvents, writeTrail } from "./log-stream.test-data";

const NOW = new Date("2026-01-01T00:01:00Z");
const LATER = new Date("2026-01-01T00:02:00Z");

function guarantees(postgres?: string) {
	beforeEach(() => pointAtService("http://127.0.0.1:9", postgres));
	afterEach(clearDashboardState);

	const settle = async (outcome: AuditOutcome) => {
		const [entry] = await listAuditEntries(everything, null, 1);
		await updateAuditEntry(entry?.id ?? "", { outcome });
	};
	const outcomes = async () => (await storedEvents()).map(({ event }) => event.outcome);

	test("each write that was done is one event, in the order of the trail, with numbers without gaps", async () => {
		await writeTrail(1, 450);
		await collectEvents(NOW);
		await writeTrail(451, 3);
		await collectEvents(NOW);
		await collectEvents(NOW);
		const events = await storedEvents();
		expect(events.map(({ event }) => event.target.id)).toEqual(Array.from({ length: 453 }, (_, n) => `vct_${n + 1}`));
		expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 453 }, (_, n) => n + 1));
		for (const { sequence, id, event } of events) expect(event).toMatchObject({ sequence, id });
	});

	test("collectors at the same time add each event once, without gaps", async () => {
		await writeTrail(1, 30);
		await Promise.all([collectEvents(NOW), collectEvents(NOW), writeTrail(31, 30), collectEvents(NOW)]);
		await collectEvents(NOW);
		const events = await storedEvents();
		expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
		expect(new Set(events.map(({ id }) => id)).size).toBe(60);
	});

	test("an emergency save is an event of its own, beside that of the write, with its reason", async () => {
		await writeTrail(1, 1, { isEmergency: true, reason: "SUP-1", name: "Bar" });
		await writeTrail(2, 1, { reason: "SUP-2", name: "Bar" });
		await collectEvents(NOW);
		await collectEvents(NOW);
		const told = (await storedEvents()).map(({ type, event }) => [type, event.reason, event.summary]);
		expect(told).toEqual([
			["template.changed", "SUP-1", "edda@example.com changed template “Bar”"],
			[
				"template.emergency_save",
				"SUP-1",
				"Emergency, without a second editor: edda@example.com changed template “Bar”",
			],
			["template.changed", "SUP-2", "edda@example.com changed template “Bar”"],
		]);
		expect(typesOfKinds(["emergency"])).toEqual(["template.emergency_save"]);
		expect(typesOfKinds(["templates"])).toContain("template.emergency_save");
	});

	test("a write that is not settled becomes an event when it is, or as not known when it takes too long", async () => {
		await writeTrail(1, 1, { outcome: "unknown" });
		await collectEvents(new Date("2026-01-01T00:00:59Z"));
		expect(await outcomes()).toEqual([]);
		await collectEvents(LATER);
		expect(await outcomes()).toEqual(["not-known"]);
		await settle("done");
		await collectEvents(LATER);
		await collectEvents(LATER);
		expect(await outcomes()).toEqual(["not-known", "done"]);
		const [first, second] = await storedEvents();
		expect(first?.id).not.toBe(second?.id);
	});

	test("a write that turns out not to be carried out is taken back only where an event said that it may be", async () => {
		await writeTrail(1, 1, { outcome: "unknown" });
		await settle("not-done");
		await collectEvents(LATER);
		expect(await outcomes()).toEqual([]);
		await writeTrail(2, 1, { outcome: "unknown" });
		await collectEvents(LATER);
		await settle("not-done");
		await collectEvents(LATER);
		expect(await outcomes()).toEqual(["not-known", "not-done"]);
	});

	test("refused writes, and writes that are no configuration, are no events", async () => {
		await writeTrail(1, 1, { outcome: "refused" });
		await writeTrail(2, 1, { outcome: "not-done" });
		await writeTrail(3, 1, { operation: "patch_refresh-tokens_by_id" });
		await writeTrail(4, 1, { operation: "patch_users_by_id", changes: ["+other"] });
		await writeTrail(5, 1, { operation: "of_another_version" });
		await collectEvents(LATER);
		expect(await storedEvents()).toEqual([]);
	});

	test("an event that is no write is added once", async () => {
		const event: LogEvent = {
			id: "evt_1",
			type: "template.requests_more",
			at: NOW.toISOString(),
			outcome: "done",
			summary: "More",
			actor: null,
			target: { kind: "template", id: "vct_1", name: null },
			changes: [],
			more_changes: 0,
			values: [],
			reference: null,
			reason: null,
			...NOT_DECIDED,
		};
		await addFound(async () => [event], NOW);
		await addFound(async () => [event, { ...event, id: "evt_2" }], NOW);
		expect((await storedEvents()).map(({ sequence, id }) => [sequence, id])).toEqual([
			[1, "evt_1"],
			[2, "evt_2"],
		]);
	});

	test("a round without news is one statement, by an index", async () => {
		await writeTrail(1, 20);
		await collectEvents(NOW);
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await collectEvents(NOW);
		const statements = recorder.take();
		expect(statements).toHaveLength(1);
		for (const statement of statements) {
			const plan = await planOf(recorder.database, statement);
			expect(plan.join("\n")).toContain("audit_trail_not_collected");
			expect(unindexedSteps(plan)).toEqual([]);
		}
	});
}

describe("collecting events in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`collecting events in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
