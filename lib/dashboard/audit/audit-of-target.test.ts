import type { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { dashboardDatabase, heldDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { everything } from "./audit-entry";
import { auditEntry, insertAuditEntry } from "./audit-entry.test-data";
import { auditOfTarget, auditOfUser, listAuditEntries, unknownOutcomes, wasEverDone } from "./audit-trail";

/** Without those of the session. */
const ofTrail = (statements: readonly CompiledQuery[]) => statements.filter(({ sql }) => sql.includes("audit_trail"));

function guarantees(postgres?: string) {
	beforeEach(async () => {
		await pointAtService("http://127.0.0.1:9", postgres);
		signInAs("viewer");
	});
	afterEach(clearDashboardState);

	test("is read from the index of targets, in its order, however long the trail is", async () => {
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await auditOfTarget(["post_vc_templates", "patch_vc_templates_by_id"], "vct_1", 21);
		const [statement] = ofTrail(recorder.take());
		if (!statement) throw new Error("nothing was asked");
		const plan = await planOf(recorder.database, statement);
		expect(plan.join()).toContain("audit_trail_target");
		expect(unindexedSteps(plan)).toEqual([]);
	});

	test("and that of one user is read from the indexes of users and targets", async () => {
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await auditOfUser("auth0|1", ["s_1"], 21);
		const plans = await Promise.all(ofTrail(recorder.take()).map((one) => planOf(recorder.database, one)));
		expect(plans.map((plan) => /audit_trail_\w+/.exec(plan.join())?.[0])).toEqual([
			"audit_trail_user",
			// Of an empty trail PostgreSQL reads the newest row first.
			postgres ? "audit_trail_pkey" : "audit_trail_target",
		]);
		// Only what was found is sorted.
		expect(unindexedSteps(plans.flat()).filter((step) => !/order by|sort/i.test(step))).toEqual([]);
	});

	test("a reason or a ticket finds its writes, whatever the case, and characters of patterns are those characters", async () => {
		const reasons = ["Asked by phone, SUP-12", "SUP-120", "100 %", null, "a_b"];
		for (const [index, reason] of reasons.entries()) await insertAuditEntry(auditEntry({ id: `${index}`, reason }));
		const found = async (reason: string) =>
			(await listAuditEntries({ ...everything, reason }, null, 10)).map(({ reason }) => reason);
		expect(await found("sup-12")).toEqual(["SUP-120", "Asked by phone, SUP-12"]);
		expect(await found("by phone")).toEqual(["Asked by phone, SUP-12"]);
		expect([await found("%"), await found("_"), await found("\\"), await found("'")]).toEqual([
			["100 %"],
			["a_b"],
			[],
			[],
		]);
		expect(await found("")).toHaveLength(5);
		await insertAuditEntry(auditEntry({ id: "5", reason: "Über SUP-1 ÄRGER" }));
		for (const text of ["Über", "ÄRGER", "sup-1 ÄR", " SUP-1  ÄRGER\u200f"]) {
			expect([text, await found(text)]).toEqual([text, ["Über SUP-1 ÄRGER"]]);
		}
	});

	test("its filter finds a write by its whole reference, beside those with that ID or name", async () => {
		const rows = [{ reference: "e5e8f90c" }, { reference: "e5e8f90d" }, { target: "of-e5e8f90c" }];
		for (const [index, row] of rows.entries()) await insertAuditEntry(auditEntry({ id: `${index}`, ...row }));
		const found = async (target: string) =>
			(await listAuditEntries({ ...everything, target }, null, 10)).map(({ id }) => id);
		expect(await found("e5e8f90c")).toEqual(["2", "0"]);
		expect(await found("e5e8f90d")).toEqual(["1"]);
		expect(await found("e5e8")).toEqual(["2"]);
	});

	test("finds writes of unknown outcome, and later writes to the same target, in the last days only", async () => {
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await unknownOutcomes(7, 5);
		const [statement] = ofTrail(recorder.take());
		if (!statement) throw new Error("nothing was asked");
		const plan = await planOf(recorder.database, statement);
		for (const index of ["audit_trail_at", "audit_trail_target"]) expect(plan.join()).toContain(index);
		expect(unindexedSteps(plan)).toEqual([]);
	});

	test("provides the name of rows without one, and rows are found by day, in the order of the index", async () => {
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await listAuditEntries({ ...everything, since: "2026-01-01", until: "2026-01-08" }, null, 51);
		await wasEverDone("post_clients");
		const [list, done] = ofTrail(recorder.take());
		if (!list || !done) throw new Error("nothing was asked");
		const plan = await planOf(recorder.database, list);
		expect(plan.join()).toContain("audit_trail_target");
		const donePlan = await planOf(recorder.database, done);
		expect(donePlan.join()).toContain("audit_trail_operation");
		expect(unindexedSteps([...plan, ...donePlan])).toEqual([]);
	});
}

describe("the trail of one target in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`the trail of one target in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
