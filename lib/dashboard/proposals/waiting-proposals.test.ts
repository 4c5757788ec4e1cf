import { afterEach, describe, expect, test } from "vitest";
import { dashboardDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { addProposal } from "./change-proposals";
import type { ProposedItem } from "./proposal";
import { countWaiting, proposalsWaiting } from "./waiting-proposals";

afterEach(clearDashboardState);

const removal: ProposedItem = { action: "remove", name: "A", id: "vct_a", baseline: null, after: null };
const PAST = "2020-01-01T00:00:00.000Z";

async function add(subject: string, change: Record<string, string> = {}): Promise<void> {
	const id = await addProposal({ subject, name: subject, email: null }, null, [removal]);
	if (Object.keys(change).length === 0) return;
	const database = await dashboardDatabase();
	await database.updateTable("proposals").set(change).where("id", "=", id).execute();
}

const engines = [
	["SQLite", undefined],
	["PostgreSQL", process.env.TEST_DATABASE_URL],
] as const;

describe.each(engines.filter(([name, url]) => name === "SQLite" || url))("on %s", (_, url) => {
	test("open ones and interrupted ones of others wait for editors, returned ones for their author, and none that is over", async () => {
		await pointAtService("http://localhost:1", url);
		const none = { open: 0, returned: 0, interrupted: 0 };
		expect(await countWaiting({ subject: "editor", role: "editor" })).toEqual(none);
		await add("support");
		await add("support");
		await add("editor");
		await add("support", { state: "returned" });
		await add("support", { expires_at: PAST });
		await add("support", { state: "returned", expires_at: PAST });
		await add("support", { state: "declined" });
		await add("support", { state: "applying", lease_until: PAST, expires_at: PAST });
		await add("editor", { state: "applying", lease_until: PAST });
		await add("support", { state: "applying", lease_until: "9999" });
		expect(await countWaiting({ subject: "editor", role: "editor" })).toEqual({ ...none, open: 2, interrupted: 1 });
		expect(await countWaiting({ subject: "support", role: "support" })).toEqual({ ...none, returned: 1 });
		expect(await countWaiting({ subject: "support", role: "editor" })).toEqual({
			open: 1,
			returned: 1,
			interrupted: 1,
		});
		expect(await countWaiting({ subject: "viewer", role: "viewer" })).toEqual(none);
		expect(await proposalsWaiting({ subject: "editor", role: "editor" })).toEqual({
			count: 3,
			words: "3 proposals wait for you",
		});
		expect(await proposalsWaiting({ subject: "support", role: "support" })).toEqual({
			count: 1,
			words: "1 proposal waits for you",
		});
	});
});

test("a store that fails counts none", async () => {
	await pointAtService("http://localhost:1");
	await add("support");
	await (await dashboardDatabase()).schema.dropTable("proposal_comments").execute();
	await (await dashboardDatabase()).schema.dropTable("proposals").execute();
	expect(await countWaiting({ subject: "editor", role: "editor" })).toEqual({ open: 0, returned: 0, interrupted: 0 });
});
