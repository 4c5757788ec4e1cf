import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { collectEvents } from "../log-stream/collect-events";
import { dashboardDatabase } from "../store/dashboard-database";
import { templateNamed } from "../templates/whole-template.test-data";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { addProposal, changeProposal } from "./change-proposals";
import { expireProposals } from "./expire-proposals";
import type { ProposedItem } from "./proposal";
import { countOpenProposals, findProposal } from "./proposals";

const ann = { subject: "ann", name: "Ann", email: null };
const item = (name: string): ProposedItem => ({
	action: "create",
	name,
	id: null,
	baseline: null,
	after: templateNamed(name),
});
const DAY_MS = 24 * 3_600_000;

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		await pointAtService("http://127.0.0.1:9", postgres);
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	test("what nobody has decided in time has expired: one row and one event, also of several instances", async () => {
		const open = await addProposal(ann, null, [item("A")]);
		const returned = await addProposal(ann, null, [item("A"), item("B")]);
		await changeProposal({ id: returned, revision: 1, state: "open" }, { state: "returned" });
		const accepted = await addProposal(ann, null, [item("C")]);
		await changeProposal({ id: accepted, revision: 1, state: "open" }, { state: "applying" });
		await expireProposals();
		expect(await countOpenProposals(await dashboardDatabase())).toBe(3);
		vi.setSystemTime(Date.now() + 14 * DAY_MS);
		const later = await addProposal(ann, null, [item("D")]);
		await Promise.all([expireProposals(), expireProposals(), expireProposals()]);
		await expireProposals();
		const states = await Promise.all(
			[open, returned, accepted, later].map(async (id) => (await findProposal(id))?.state),
		);
		expect(states).toEqual(["expired", "expired", "applying", "open"]);
		const rows = await listAuditEntries(everything, null, 10);
		expect(rows.map(({ target, name }) => [target, name]).toSorted()).toEqual(
			[
				[open, "A"],
				[returned, "2 templates"],
			].toSorted(),
		);
		expect(rows[0]).toMatchObject({
			operation: "expire_proposal",
			personName: "This console",
			subject: "console",
			outcome: "done",
		});
		await collectEvents();
		const events = await (await dashboardDatabase()).selectFrom("log_events").select("type").execute();
		expect(events).toEqual([{ type: "proposal.expired" }, { type: "proposal.expired" }]);
	});

	test("more than fit into one transaction", async () => {
		for (let count = 0; count < 60; count += 1) await addProposal(ann, null, [item("A")]);
		vi.setSystemTime(Date.now() + 14 * DAY_MS);
		await expireProposals();
		const left = await (await dashboardDatabase())
			.selectFrom("proposals")
			.select("id")
			.where("state", "=", "open")
			.execute();
		expect([left, await countOpenProposals(await dashboardDatabase())]).toEqual([[], 0]);
	});
}

describe("in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
