import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { consolePages } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import type { Role } from "@/lib/dashboard/session/permissions";
import { orderedId } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";

let recorded: RecordedTestTenant;
let count = 0;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterAll(() => recorded.close());
beforeEach(async () => {
	count = 0;
	await recorded.use();
});
afterEach(clearDashboardState);

const HOUR_MS = 3_600_000;

function saved(hoursAgo: number, given: Partial<AuditEntry> = {}): Promise<void> {
	const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
	count += 1;
	const of = { personName: "Edda Torvik", name: "Bar", reason: "SUP-1 outage", reference: `ref-${count}` };
	return insertAuditEntry(auditEntry({ id: orderedId(at, `${count}`), at, isEmergency: true, ...of, ...given }));
}

async function pageAt(route: string, role: Role = "editor") {
	const sample = { ...recorded.sample, ...(await fillStore(recorded.sample)) };
	signInAs(role);
	const page = consolePages.find((each) => each.route === route);
	return renderPage(page ?? expect.fail(route), sample);
}

const PAGES = ["/", "/activity"];

test.each(PAGES)("%s tells every admin who saved what in an emergency, when and why", async (route) => {
	await saved(3);
	await saved(7 * 24 - 1, { operation: "delete_vc_templates_by_id", name: "Gone" });
	const { html, text } = await pageAt(route, "viewer");
	expect(text).toContain("2 changes were saved without a second editor in the last 7 days");
	expect(text).toMatch(/Edda Torvik changed Bar 3 hours ago \([^)]*\) : SUP-1 outage/);
	expect(text).toContain("Edda Torvik deleted Gone");
	expect(html).toContain('href="/activity?subject=ref-1"');
});

test.each(PAGES)("%s does so no more after a week, and not of what was not carried out", async (route) => {
	await saved(7 * 24 + 1);
	await saved(1, { outcome: "refused" });
	await saved(1, { outcome: "not-done" });
	const { isEmergency: _, ...usual } = auditEntry({ isEmergency: true });
	await insertAuditEntry({ ...usual, id: orderedId(new Date().toISOString(), "usual") });
	expect((await pageAt(route)).text).not.toContain("without a second editor");
});

test("a template and its purpose that one request saved are one change, and one that may have been saved is said to be so", async () => {
	await saved(1, { reference: "one", target: "vct_one", outcome: "unknown" });
	await saved(1, { reference: "one", target: "vct_one", operation: "set_template_purpose" });
	expect((await pageAt("/")).text).toContain("A change was saved, or may have been, without a second editor");
});

test("of many the newest are shown, and how many there were", async () => {
	for (let index = 0; index < 30; index += 1) await saved(index + 1, { name: `Bar ${index}` });
	const { html, text } = await pageAt("/");
	expect(text).toContain("30 changes were saved without a second editor");
	const [newest = "", older = ""] = html.split("<details");
	const shown = (part: string) => [...part.matchAll(/subject=ref-(\d+)/g)].map(([, number]) => Number(number));
	expect(shown(newest)).toEqual([1, 2, 3, 4, 5]);
	expect(shown(older)).toEqual(Array.from({ length: 15 }, (_, index) => index + 6));
	expect(text).toContain("These are the newest 20. The activity as CSV has all of them");
	expect(older).toContain('href="/activity/export?format=csv"');
});

test("the row of such a save says so", async () => {
	await saved(24 * 8);
	const { text } = await pageAt("/activity");
	expect(text).toMatch(/Edda Torvik changed Bar Emergency SUP-1 outage/);
});
