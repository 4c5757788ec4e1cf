import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService, recordStatements } from "../testing/dashboard-state";
import {
	CLAIMED_ROLE_HOURS,
	findClaimedRole,
	forgetClaimedRole,
	keepClaimedRole,
	subjectsWithClaim,
} from "./claimed-roles";

const START = Date.UTC(2026, 0, 1);
const HOURS = 3_600_000;
const after = (milliseconds: number) => vi.setSystemTime(START + milliseconds);

function guarantees(postgres?: string) {
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: START });
		await pointAtService("http://127.0.0.1:9", postgres);
	});
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	test("the last sign-in of a user counts, for its claim alone, and for no other user", async () => {
		await keepClaimedRole("ann", "roles", ["a", "b"]);
		await keepClaimedRole("ann", "roles", ["c\u0000 \ud800 “é”"]);
		await keepClaimedRole("bob", "roles", ["d"]);
		expect((await findClaimedRole("ann", "roles"))?.values).toEqual(["c\u0000 \ud800 “é”"]);
		expect(await findClaimedRole("ann", "Roles")).toBeNull();
		expect(await findClaimedRole("Ann", "roles")).toBeNull();
		await keepClaimedRole("ann", "roles", []);
		expect((await findClaimedRole("ann", "roles"))?.values).toEqual([]);
		await forgetClaimedRole("bob");
		expect(await findClaimedRole("bob", "roles")).toBeNull();
	});

	test("of sign-ins at the same moment one counts", async () => {
		await Promise.all(["a", "b", "c"].map((value) => keepClaimedRole("ann", "roles", [value])));
		expect((await findClaimedRole("ann", "roles"))?.values).toHaveLength(1);
	});

	test("it is over at its hour, and a later sign-in begins anew", async () => {
		await keepClaimedRole("ann", "roles", ["a"]);
		after(CLAIMED_ROLE_HOURS * HOURS - 1);
		expect(await findClaimedRole("ann", "roles")).toMatchObject({ isOver: false, until: "2026-01-01T08:00:00.000Z" });
		after(CLAIMED_ROLE_HOURS * HOURS);
		expect(await findClaimedRole("ann", "roles")).toMatchObject({ isOver: true });
		await keepClaimedRole("ann", "roles", ["a"]);
		expect(await findClaimedRole("ann", "roles")).toMatchObject({ isOver: false });
	});

	test("those whose role by a value is not over are known, the last sign-in first", async () => {
		await keepClaimedRole("ann", "roles", ["a"]);
		after(1);
		await keepClaimedRole("bob", "roles", ["b", "c"]);
		await keepClaimedRole("cem", "roles", []);
		await keepClaimedRole("dea", "Roles", ["a"]);
		expect(await subjectsWithClaim("roles", ["a", "c"])).toEqual(["bob", "ann"]);
		expect(await subjectsWithClaim("roles", [])).toEqual([]);
		after(CLAIMED_ROLE_HOURS * HOURS);
		expect(await subjectsWithClaim("roles", ["a", "c"])).toEqual(["bob"]);
	});

	test("clocks that differ by minutes change nothing, whichever looks, and nothing is written", async () => {
		await keepClaimedRole("ann", "roles", ["a"]);
		const statements = recordStatements();
		for (const minutes of [-10, 300, 290, 310, 0]) {
			after(minutes * 60_000);
			expect(await findClaimedRole("ann", "roles")).toMatchObject({ isOver: false });
		}
		expect(statements().filter((statement) => !statement.startsWith("select"))).toEqual([]);
	});

	test("by a clock that is behind the sign-in by as much as it lasts it is over", async () => {
		await keepClaimedRole("ann", "roles", ["a"]);
		after(-CLAIMED_ROLE_HOURS * HOURS);
		expect(await findClaimedRole("ann", "roles")).toMatchObject({ isOver: true });
	});
}

describe("in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
