import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { dashboardDatabase, heldDatabase } from "../store/dashboard-database";
import { templateNamed } from "../templates/whole-template.test-data";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { addProposal, changeProposal, findRestOf, findSameProposal, OPEN_PROPOSALS_MAX } from "./change-proposals";
import { expireProposals } from "./expire-proposals";
import { giveBack, keepResults, takeLease } from "./lease";
import type { ProposalState, ProposedItem } from "./proposal";
import { countOpenProposals, findProposal, findProposalOfProgram, listProposals, type ProposalList } from "./proposals";
import { OPEN_OF_USER_MAX, requireRoomOfToken, requireRoomOfUser } from "./token-bounds";

const ann = { subject: "ann", name: "Ann", email: null };
const after = templateNamed("A");
const item: ProposedItem = { action: "create", name: "A", id: null, baseline: null, after };

/** Copies of a proposal. */
async function addMany(id: string, state: ProposalState, count: number): Promise<void> {
	const database = await dashboardDatabase();
	const row = await database.selectFrom("proposals").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	for (let from = 0; from < count; from += 500) {
		const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
			...row,
			state,
			id: `${row.created_at}-${state}-${String(from + index).padStart(6, "0")}`,
		}));
		await database.insertInto("proposals").values(rows).execute();
	}
}

async function pagesOf(list: ProposalList, size: number): Promise<string[]> {
	const ids: string[] = [];
	for (;;) {
		const page = await listProposals(list, ids.at(-1) ?? null, size);
		ids.push(...page.map(({ id }) => id));
		if (page.length < size) return ids;
	}
}

function guarantees(postgres?: string) {
	beforeEach(() => pointAtService("http://127.0.0.1:9", postgres));
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	test("1,000 open proposals are counted and listed page by page, among more that are decided", async () => {
		const id = await addProposal(ann, null, [item]);
		await addMany(id, "open", 900);
		await addMany(id, "returned", 89);
		await addMany(id, "applying", 10);
		await addMany(id, "done", 1_500);
		expect(await countOpenProposals(await dashboardDatabase())).toBe(1_000);
		const open = await pagesOf("open", 100);
		expect([open.length, new Set(open).size]).toEqual([1_000, 1_000]);
		expect(open).toEqual(open.toSorted().toReversed());
		const decided = await pagesOf("decided", 500);
		expect([decided.length, decided.some((one) => open.includes(one))]).toEqual([1_500, false]);
		const bo = { ...ann, subject: "bo" };
		const ofBo = await addProposal({ ...bo, token: { id: "t", name: "CI" } }, null, [item]);
		expect((await listProposals("mine", null, 10, "bo")).map(({ id }) => id)).toEqual([ofBo]);
		await changeProposal({ id: ofBo, revision: 1, state: "open" }, { state: "declined" });
		expect(await listProposals("mine", null, 10, "bo")).toMatchObject([{ id: ofBo, state: "declined" }]);
		await addMany(await addProposal(bo, null, [item]), "open", OPEN_PROPOSALS_MAX - 1_001);
		await expect(addProposal({ ...ann, subject: "cy" }, null, [item])).rejects.toThrow(`${OPEN_PROPOSALS_MAX} open`);
	});

	test("one user does not keep the others from proposing", async () => {
		const id = await addProposal(ann, null, [item]);
		await addMany(id, "open", OPEN_OF_USER_MAX - 1);
		await expect(addProposal(ann, null, [item])).rejects.toThrow(`${OPEN_OF_USER_MAX} proposals of yours are open`);
		await addProposal({ ...ann, subject: "bo" }, null, [item]);
		await addProposal({ ...ann, token: { id: "t", name: "CI" } }, null, [item]);
		await changeProposal({ id, revision: 1, state: "open" }, { state: "withdrawn" });
		await addProposal(ann, null, [item]);
	});

	test("they are found by indexes", async () => {
		const id = await addProposal(ann, null, [item]);
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		await countOpenProposals(await dashboardDatabase());
		await listProposals("open", null, 50);
		await listProposals("open", "2026", 50);
		await listProposals("decided", null, 50);
		await listProposals("mine", "2026", 50, "ann");
		await findProposal(id);
		await expireProposals();
		await requireRoomOfToken(recorder.database, "ct_1");
		await requireRoomOfUser(recorder.database, "ann");
		await findSameProposal("command line", "digest");
		await findRestOf(id);
		await findProposalOfProgram("ct_1", "key");
		for (const statement of recorder.take())
			expect(unindexedSteps(await planOf(recorder.database, statement)), statement.sql).toEqual([]);
	});

	test("the rest of one is proposed once at a time, by whomever, unless nothing came of it", async () => {
		const ben = { ...ann, subject: "ben" };
		expect(await findRestOf("old")).toBe(null);
		const id = await addProposal(ann, null, [item], { restOf: "old" });
		await addProposal(ann, null, [item], { restOf: "other" });
		await addProposal(ann, null, [item]);
		await expect(addProposal(ben, null, [item], { restOf: "old" })).rejects.toMatchObject({ id });
		await changeProposal({ id, revision: 1, state: "open" }, { state: "done", expires_at: "2020" });
		expect(await findRestOf("old")).toBe(id);
		const database = await dashboardDatabase();
		for (const change of [{ state: "declined" }, { state: "withdrawn" }, { state: "open", expires_at: "2020" }]) {
			await database.updateTable("proposals").set(change).where("id", "=", id).execute();
			expect(await findRestOf("old")).toBe(null);
		}
		const again = await addProposal(ben, null, [item], { restOf: "old" });
		expect(await findRestOf("old")).toBe(again);
	});

	test("of many who change one at once, one does", async () => {
		const id = await addProposal(ann, null, [item]);
		const seen = { id, revision: 1, state: "open" } as const;
		const states = ["applying", "declined", "returned", "withdrawn"] as const;
		const changed = await Promise.all(states.map((state) => changeProposal(seen, { state })));
		expect(changed.filter(Boolean)).toHaveLength(1);
		expect((await findProposal(id))?.state).toBe(states[changed.indexOf(true)]);
	});

	test("one process at a time saves what was accepted, and another once that is gone", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const id = await addProposal(ann, null, [item]);
		expect(await takeLease(id)).toBe(null);
		await changeProposal({ id, revision: 1, state: "open" }, { state: "applying" });
		const leases = await Promise.all([takeLease(id), takeLease(id), takeLease(id)]);
		const [first = ""] = leases.filter((lease) => lease !== null);
		expect(leases.filter((lease) => lease !== null)).toEqual([first]);
		expect((await findProposal(id))?.isBeingSaved).toBe(true);
		// It goes on: its lease is a new one.
		vi.setSystemTime(Date.now() + 50_000);
		expect(await keepResults(id, first, [null])).toBe(true);
		vi.setSystemTime(Date.now() + 50_000);
		expect(await takeLease(id)).toBe(null);
		vi.setSystemTime(Date.now() + 11_000);
		const second = (await takeLease(id)) ?? expect.fail("the process before is gone");
		expect(await keepResults(id, first, [null], "done")).toBe(false);
		await giveBack(id, first);
		expect(await takeLease(id)).toBe(null);
		await giveBack(id, second);
		expect(await takeLease(id)).not.toBe(null);
	});
}

describe("in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
