import { afterEach, describe, expect, test } from "vitest";
import { dashboardDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { addProposal } from "./change-proposals";
import type { ProposedItem } from "./proposal";
import { countWaiting } from "./waiting-proposals";

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
	test("open ones and interrupted ones wait for editors, returned ones for their author, and none that is over", async () => {
		await pointAtService("http://localhost:1", url);
		expect(await countWaiting({ subject: "editor", role: "editor" })).toBe(0);
		await add("support");
		await add("editor");
		await add("support", { state: "returned" });
		await add("support", { expires_at: PAST });
		await add("support", { state: "returned", expires_at: PAST });
		await add("support", { state: "declined" });
		await add("support", { state: "applying", lease_until: PAST, expires_at: PAST });
		await add("support", { state: "applying", lease_until: "9999" });
		expect(await countWaiting({ subject: "editor", role: "editor" })).toBe(3);
		expect(await countWaiting({ subject: "support", role: "support" })).toBe(1);
		expect(await countWaiting({ subject: "viewer", role: "viewer" })).toBe(0);
	});
});

test("a store that fails counts none", async () => {
	await pointAtService("http://localhost:1");
	await add("support");
	await (await dashboardDatabase()).schema.dropTable("proposal_comments").execute();
	await (await dashboardDatabase()).schema.dropTable("proposals").execute();
	expect(await countWaiting({ subject: "editor", role: "editor" })).toBe(0);
});
