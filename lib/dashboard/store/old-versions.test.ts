// The data of an older installation is read by this version: `versions/{version}/{engine}` has what that version wrote,
// `versions/{version}/killed` what it had written when it was killed.
// The clock continues where the old version was stopped, so that nothing has expired in between.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import { describeKilledVersions, describeOldVersions, type OldInstallation } from "@/lib/database/testing/old-versions";
import { expectSameRows, storedRows } from "@/lib/database/testing/stored-rows";
import { everything } from "../audit/audit-entry";
import { auditPage } from "../audit/audit-trail";
import { jsonRow } from "../audit/export-text";
import { heldConfig, readConfig } from "../config";
import { findOwnExchange, listOwnExchanges } from "../exchanges/exchanges";
import { takeFlashMessage } from "../request/flash";
import { requirePermission } from "../session/session";
import { clearDashboardState } from "../testing/dashboard-state";
import { browser } from "../testing/next-headers";
import { claimPlannedItem, findBulkEdit, setBulkRun } from "./bulk-edits";
import { dashboardDatabase } from "./dashboard-database";
import { listOpenedTokens } from "./opened-refresh-tokens";

/** The browsers' data when the old version was stopped, and its last output. */
type Held = {
	written_at: string;
	/** Of the admin whose identifier `subject` is. */
	session: string;
	subject: string;
	/** Messages that are not read yet. */
	flashes: { id: string; path: string }[];
	bulk_edits: string[];
	/** The export as JSON. */
	audit: Record<string, unknown>[];
};

/** The columns that all versions export alike: the labels of operations have changed, and names and values were added. */
function alike(row: Record<string, unknown>) {
	const decided = ["proposal", "proposed_by", "emergency"];
	const later = [
		"operation",
		"request",
		"name",
		"person_name",
		"values",
		"more_changes",
		"user_id",
		"user",
		"reason",
		...decided,
	];
	return Object.fromEntries(Object.entries(row).filter(([column]) => !later.includes(column)));
}

const ADDRESS = "http://localhost:3000";
const SECRET = "s".repeat(32);

function configOf({ environment }: OldInstallation, editor: string) {
	return readConfig({
		...environment,
		APP_URL: ADDRESS,
		SESSION_SECRET: SECRET,
		EDITORS: editor,
		MANAGEMENT_BASE_URL: `${ADDRESS}/api/v2`,
		MANAGEMENT_CLIENT_ID: "m",
		MANAGEMENT_CLIENT_SECRET: SECRET,
		AUTH_BASE_URL: ADDRESS,
		SIGN_IN_CLIENT_ID: "s",
		SIGN_IN_CLIENT_SECRET: SECRET,
	});
}

describeOldVersions(path.join(import.meta.dirname, "versions"), "dashboard", ({ folder, install }) => {
	const held: Held = JSON.parse(readFileSync(path.join(folder, "held.json"), "utf8"));
	let installation: OldInstallation;
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: new Date(held.written_at) });
		browser.session = held.session;
		installation = await install();
		heldConfig.set(configOf(installation, held.subject));
	});
	afterEach(async () => {
		await (await dashboardDatabase()).destroy();
		await clearDashboardState();
		await installation.remove();
		vi.useRealTimers();
	});

	it("is held, every row of every table", async () => {
		const { DATA_DIR, DATABASE_URL } = installation.environment;
		const old = await openDatabase(databaseLocation("dashboard", DATA_DIR, DATABASE_URL));
		const before = await storedRows(old).finally(() => old.destroy());
		const empty = Object.keys(before).filter((table) => before[table]?.length === 0);
		// The key of the digests, where the secret was rotated.
		expect(empty.filter((table) => table !== "kept_secrets")).toEqual([]);
		expectSameRows(before, await storedRows(await dashboardDatabase()), ["kysely_migration"]);
	});

	it("continues the session of a browser", async () => {
		expect(await requirePermission("changeTemplates")).toMatchObject({ subject: held.subject });
		browser.session = "another";
		await expect(requirePermission("look")).rejects.toThrow("Your session has ended");
	});

	it("is shown in the audit trail and in the lists of calls and of opened tokens", async () => {
		expect((await auditPage(everything, null)).entries.map(jsonRow).map(alike)).toEqual(held.audit.map(alike));
		expect(await listOpenedTokens(held.subject)).toHaveLength(1);
		const [exchange] = await listOwnExchanges(null);
		expect(await findOwnExchange(exchange?.id ?? "")).toMatchObject({ ...exchange });
	});

	it("continues bulk edits, and shows unread messages", async () => {
		for (const id of held.bulk_edits) {
			const edit = await findBulkEdit(held.subject, id);
			const planned = edit?.items.find(({ state }) => state === "planned");
			await setBulkRun(id, "running");
			expect((await claimPlannedItem(id))?.id).toBe(planned?.id);
		}
		for (const { id, path: page } of held.flashes) expect(await takeFlashMessage(id, page)).toMatch(/\.$/);
	});
});

describeKilledVersions(path.join(import.meta.dirname, "versions"), (install) => {
	it("is opened with the audit trail of every template that was acknowledged, the last of which were in SQLite's log alone", async () => {
		const { installation, templates } = install();
		const file = readFileSync(path.join(installation.dataDir, "dashboard.sqlite"), "latin1");
		expect(templates.filter((name) => !file.includes(name))).toContain(templates.at(-1));
		heldConfig.set(configOf(installation, "ann"));
		const database = await dashboardDatabase();
		const rows = await database.selectFrom("audit_trail").select("name").where("outcome", "=", "done").execute();
		const names = rows.map(({ name }) => name);
		expect(templates.filter((name) => !names.includes(name))).toEqual([]);
		await database.destroy();
		await clearDashboardState();
		await installation.remove();
	});
});
