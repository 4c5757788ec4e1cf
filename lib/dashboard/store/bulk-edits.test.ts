import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { acceptWrites, clearDashboardState, pointAtService } from "../testing/dashboard-state";
import type { BulkItemPlan, BulkItemState } from "./bulk-edit";
import {
	abandonItem,
	BULK_EDIT_KEPT_HOURS,
	beginBulkRun,
	CLAIM_LASTS_SECONDS,
	claimAbandonedItem,
	claimPlannedItem,
	createBulkEdit,
	endWithProposal,
	findBulkEdit,
	findBulkEditHead,
	findBulkEditInShort,
	giveBackItem,
	hasMoreToWrite,
	leavePlannedItems,
	listBulkEdits,
	listUnfinishedBulkEdits,
	noteClaimed,
	PREVIEWS_MAX,
	readBulkItems,
	readOpenItems,
	setBulkRun,
	settleItem,
} from "./bulk-edits";
import { dashboardDatabase, heldDatabase } from "./dashboard-database";

const START = Date.parse("2026-01-01T00:00:00Z");
const at = (seconds: number) => new Date(START + seconds * 1000);
const plan = {
	resource: "refresh token",
	user: { id: "usr_1", label: "Ann \u0000 \ud83d" },
	operation: { kind: "set", key: "__proto__", value: "\u0000😀" },
} as const;
const token = (id: string, state: BulkItemState = "planned"): BulkItemPlan => ({
	id,
	name: "App",
	detail: null,
	state,
	note: {},
	baseline: [["__proto__", "\ud83d\u0000"]],
});
const create = (...items: BulkItemPlan[]) => createBulkEdit("editor", plan, items);
const statesOf = async (id: string) => (await findBulkEdit("editor", id))?.items.map(({ state }) => state);

async function running(...items: BulkItemPlan[]): Promise<string> {
	const id = await create(...items);
	await setBulkRun(id, "running");
	return id;
}

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: START });
		await pointAtService("http://127.0.0.1:9", postgres);
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	it("has the reason that was stated first, from the beginning on", async () => {
		const id = await create(token("a"));
		expect(await findBulkEditHead("editor", id)).toMatchObject({ run: "preview", reason: null });
		expect((await beginBulkRun(id, null)).reason).toBeNull();
		expect((await beginBulkRun(id, "SUP-1 😀")).reason).toBe("SUP-1 😀");
		await setBulkRun(id, "stopped");
		const again = [await beginBulkRun(id, "SUP-2"), await beginBulkRun(id, null)];
		expect(again.map(({ reason }) => reason)).toEqual(["SUP-1 😀", "SUP-1 😀"]);
		expect(await findBulkEditHead("editor", id)).toMatchObject({ run: "running", reason: "SUP-1 😀" });
		expect(await listUnfinishedBulkEdits("editor")).toMatchObject([{ id, reason: "SUP-1 😀" }]);
	});

	it("is an emergency once it was begun as one", async () => {
		const id = await create(token("a"));
		expect(await beginBulkRun(id, "SUP-1")).toEqual({ reason: "SUP-1", isEmergency: false });
		await beginBulkRun(id, null, true);
		await setBulkRun(id, "stopped");
		expect(await beginBulkRun(id, null, false)).toEqual({ reason: "SUP-1", isEmergency: true });
		expect(await findBulkEditHead("editor", id)).toMatchObject({ isEmergency: true });
	});

	it("lists unfinished ones, and no expired ones, from a store that accepts no writes", async () => {
		const old = await running(token("a"));
		vi.setSystemTime(at(BULK_EDIT_KEPT_HOURS * 3600 - 1));
		const recent = await running(token("b"));
		vi.setSystemTime(at(BULK_EDIT_KEPT_HOURS * 3600 + 1));
		await acceptWrites(false);
		const listed = (await listUnfinishedBulkEdits("editor")).map(({ id }) => id);
		await acceptWrites(true);
		expect(listed).toEqual([recent]);
		expect(old).not.toBe(recent);
	});

	it("stores a plan unchanged, for the admin who made it only", async () => {
		const id = await create(token("a"), token("b", "too-many"));
		expect(await findBulkEdit("editor", id)).toEqual({
			...plan,
			id,
			createdAt: at(0).toISOString(),
			run: "preview",
			acts: [],
			reason: null,
			proposal: null,
			items: [
				{ ...token("a"), position: 0 },
				{ ...token("b", "too-many"), position: 1 },
			],
		});
		expect(await findBulkEdit("another", id)).toBeNull();
	});

	it("ends with one proposal of what is left of it: nothing of it is written, begun or stopped any more", async () => {
		const id = await running(token("a"), token("b"), token("c"));
		const claimed = (await claimPlannedItem(id)) ?? expect.fail();
		await settleItem(id, claimed, "done");
		await claimPlannedItem(id);
		const seen = { id, run: "running" } as const;
		let left: string[] = [];
		const proposed = await Promise.all(
			["p1", "p2", "p3"].map((proposal) =>
				endWithProposal(seen, async () => {
					left = (await readOpenItems(id)).map((item) => item.id);
					return proposal;
				}),
			),
		);
		expect(left).toEqual(["b", "c"]);
		const [proposal, ...others] = proposed.filter((one) => one !== null);
		expect(others).toEqual([]);
		await setBulkRun(id, "stopped");
		expect(await beginBulkRun(id, "SUP-1", true)).toEqual({ reason: null, isEmergency: false });
		expect(await claimPlannedItem(id)).toBeNull();
		expect(await hasMoreToWrite(id)).toBe(false);
		expect(await listUnfinishedBulkEdits("editor")).toEqual([]);
		expect(await findBulkEditHead("editor", id)).toMatchObject({ run: "proposed", proposal, reason: null });
	});

	it("is a preview again, or stopped, where it could not be proposed, and is not proposed once it was begun", async () => {
		const fails = () => Promise.reject(new Error("refused"));
		const id = await create(token("a"));
		await expect(endWithProposal({ id, run: "preview" }, fails)).rejects.toThrow("refused");
		expect(await findBulkEditHead("editor", id)).toMatchObject({ run: "preview", proposal: null });
		await beginBulkRun(id, null);
		expect(await endWithProposal({ id, run: "preview" }, fails)).toBeNull();
		await expect(endWithProposal({ id, run: "running" }, fails)).rejects.toThrow("refused");
		expect(await findBulkEditHead("editor", id)).toMatchObject({ run: "stopped", proposal: null });
	});

	it("has no token to claim before it runs, nor after it was stopped", async () => {
		const id = await create(token("a"), token("b"));
		expect(await claimPlannedItem(id)).toBeNull();
		await setBulkRun(id, "running");
		expect(await claimPlannedItem(id)).toMatchObject({ id: "a" });
		await setBulkRun(id, "stopped");
		expect(await claimPlannedItem(id)).toBeNull();
		expect(await hasMoreToWrite(id)).toBe(false);
	});

	it("lets one caller claim each token, with any number of concurrent claims", async () => {
		const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
		const id = await running(...ids.map((one) => token(one)));
		const claims = await Promise.all(Array.from({ length: 20 }, () => claimPlannedItem(id)));
		expect(claims.flatMap((claim) => (claim ? [claim.id] : [])).sort()).toEqual([...ids].sort());
	});

	it("lets only the holder of a claim settle the token", async () => {
		const id = await running(token("a"));
		const first = await claimPlannedItem(id, at(0));
		const second = await claimAbandonedItem(id, at(CLAIM_LASTS_SECONDS));
		if (!first || !second || typeof second === "number") throw new Error("not claimed");
		await settleItem(id, first, "done");
		expect(await statesOf(id)).toEqual(["writing"]);
		await settleItem(id, second, "conflict", { now: "\u0000" });
		expect((await findBulkEdit("editor", id))?.items[0]).toMatchObject({ state: "conflict", note: { now: "\u0000" } });
	});

	it("treats a token as abandoned only after the time of a write, and lets one caller claim it", async () => {
		const id = await running(token("a"));
		expect(await claimAbandonedItem(id, at(0))).toBeNull();
		await claimPlannedItem(id, at(0));
		expect(await claimAbandonedItem(id, at(1))).toBe(CLAIM_LASTS_SECONDS - 1);
		const later = at(CLAIM_LASTS_SECONDS);
		const claims = await Promise.all([claimAbandonedItem(id, later), claimAbandonedItem(id, later)]);
		expect(claims.filter((claim) => typeof claim === "object")).toHaveLength(1);
		const left = claims.find((claim) => typeof claim === "object");
		if (!left || typeof left === "number") throw new Error("not claimed");
		await abandonItem(id, left);
		expect(await claimAbandonedItem(id, later)).toMatchObject({ id: "a" });
	});

	it("lists edits that were begun and not finished, with the number of items left", async () => {
		await create(token("never begun"));
		const id = await running(token("a"), token("b"), token("c", "too-many"));
		const claim = await claimPlannedItem(id);
		if (!claim) throw new Error("not claimed");
		expect(await listUnfinishedBulkEdits("editor")).toMatchObject([{ id, left: 2, user: plan.user }]);
		await settleItem(id, claim, "done");
		await setBulkRun(id, "stopped");
		expect(await listUnfinishedBulkEdits("editor")).toMatchObject([{ id, left: 1, run: "stopped" }]);
		expect(await listUnfinishedBulkEdits("another")).toEqual([]);
		await leavePlannedItems(id);
		expect(await statesOf(id)).toEqual(["done", "left", "too-many"]);
		expect(await listUnfinishedBulkEdits("editor")).toEqual([]);
	});

	it("finds the next token by an index, and reads one row for it, with any number of rows", async () => {
		const items = Array.from({ length: 200 }, (_, index) => token(`t${index}`, index < 100 ? "done" : "planned"));
		const id = await running(...items);
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		expect(await hasMoreToWrite(id)).toBe(true);
		expect(await claimPlannedItem(id)).toMatchObject({ id: "t100" });
		expect(await claimAbandonedItem(id)).toBe(CLAIM_LASTS_SECONDS);
		expect(await findBulkEditHead("editor", id)).toMatchObject({ run: "running" });
		expect(recorder.rowsRead()).toBe(5);
		for (const statement of recorder.take()) {
			const plan = await planOf(recorder.database, statement);
			expect(unindexedSteps(plan)).toEqual([]);
			expect(plan.join()).toMatch(/bulk_edit_tokens_state|bulk_edits_|edit_id=\? AND position=\?/);
		}
	});

	it("is read in short without what its items hold whole, which is read of some", async () => {
		const items = Array.from({ length: 300 }, (_, index) => ({
			...token(`t${index}`),
			whole: `${index} `.repeat(5_000),
		}));
		const id = await create(...items);
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		const inShort = await findBulkEditInShort("editor", id);
		expect(inShort?.items.map((item) => item.id)).toEqual(items.map((item) => item.id));
		expect(recorder.charactersRead()).toBeLessThan(300 * 1_000);
		expect(await findBulkEditInShort("another", id)).toBeNull();
		const some = await readBulkItems(id, [299, 7]);
		expect(some.map(({ position, whole }) => [position, whole])).toEqual([7, 299].map((at) => [at, items[at]?.whole]));
		expect((await findBulkEdit("editor", id))?.items).toMatchObject(items);
	});

	it("is read as an older version wrote it, with all in one text", async () => {
		const id = await create(token("a"));
		const database = await dashboardDatabase();
		const text = JSON.stringify({ ...token("a"), whole: "all" });
		await database.updateTable("bulk_edit_tokens").set({ token: text, whole: null }).execute();
		expect((await findBulkEdit("editor", id))?.items).toMatchObject([{ id: "a", whole: "all" }]);
		expect(await readBulkItems(id, [0])).toMatchObject([{ id: "a", whole: "all" }]);
	});

	it("gives way to newer previews of its admin, also where they are made at once, unless it was begun", async () => {
		const begun = await running(token("a"));
		const others = await createBulkEdit("another", plan, [token("a")]);
		const old = await create(token("a"));
		vi.setSystemTime(at(1));
		const made = await Promise.all(Array.from({ length: 3 * PREVIEWS_MAX }, () => create(token("a"))));
		const kept = await Promise.all(made.map(async (id) => (await findBulkEditHead("editor", id)) !== null));
		expect(kept.filter(Boolean).length).toBeLessThanOrEqual(PREVIEWS_MAX);
		vi.setSystemTime(at(2));
		const last = await create(token("a"));
		expect(await findBulkEditHead("editor", last)).not.toBeNull();
		expect(await findBulkEditHead("editor", old)).toBeNull();
		expect([await findBulkEditHead("editor", begun), await findBulkEditHead("another", others)]).not.toContain(null);
		const database = await dashboardDatabase();
		const rows = await database.selectFrom("bulk_edit_tokens").select("edit_id").execute();
		expect(rows.length).toBeLessThanOrEqual(PREVIEWS_MAX + 2);
	});

	it("keeps what is noted of an item that is given back, and takes no note of who has lost it", async () => {
		const id = await running(token("a"));
		const first = await claimPlannedItem(id, at(0));
		if (!first) throw new Error("Nothing is planned.");
		expect(await noteClaimed(id, first, { did: ["block"] })).toBe(true);
		await giveBackItem(id, first);
		expect(await noteClaimed(id, first, {})).toBe(false);
		const second = await claimPlannedItem(id, at(1));
		expect(second?.note).toEqual({ did: ["block"] });
		await claimAbandonedItem(id, at(1 + CLAIM_LASTS_SECONDS));
		expect(second && (await noteClaimed(id, second, {}))).toBe(false);
		expect((await findBulkEdit("editor", id))?.items).toMatchObject([{ state: "writing", note: { did: ["block"] } }]);
	});

	it("with an ID of its own is there once, and begun at once it gives way to no preview", async () => {
		const incident = { resource: "incident", acts: ["end"], faults: [] } as const;
		const begin = () =>
			createBulkEdit("editor", { ...incident, acts: ["end"], faults: [] }, [token("a")], {
				run: "running",
				id: "one",
				reason: "SUP-1",
			});
		const results = await Promise.allSettled([begin(), begin()]);
		expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		for (let others = 0; others < 101; others += 1) await running(token("a"));
		expect(await listBulkEdits("editor", "incident", "user list")).toMatchObject([
			{ id: "one", run: "running", reason: "SUP-1" },
		]);
		expect(await listBulkEdits("another", "incident")).toEqual([]);
		vi.setSystemTime(at(BULK_EDIT_KEPT_HOURS * 3600 + 1));
		expect(await listBulkEdits("editor", "incident")).toEqual([]);
	});

	it("expires after a day", async () => {
		const id = await running(token("a"));
		vi.setSystemTime(at(BULK_EDIT_KEPT_HOURS * 3600));
		expect(await findBulkEdit("editor", id)).not.toBeNull();
		vi.setSystemTime(at(BULK_EDIT_KEPT_HOURS * 3600 + 1));
		expect(await findBulkEdit("editor", id)).toBeNull();
		expect(await listUnfinishedBulkEdits("editor")).toEqual([]);
	});
}

describe("a bulk edit in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`a bulk edit in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
