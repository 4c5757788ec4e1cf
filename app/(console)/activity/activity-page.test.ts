import { afterEach, beforeEach, expect, test } from "vitest";
import type { Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import ActivityPage from "./page";

beforeEach(async () => {
	await pointAtService("http://tenant.example");
	signInAs("viewer");
	await insertAuditEntry(auditEntry({ id: "2026-02-28T10:15:00.000Z-x", at: "2026-02-28T10:15:00.000Z" }));
});
afterEach(clearDashboardState);

const shown = (query: Record<string, string>) =>
	renderPage({ route: "/activity", Page: ActivityPage, query: () => query, needs: [], uses: [] }, {} as Sample);

test("a value that can't be searched for is a fault of its field, and no condition that is ignored", async () => {
	const { html, text } = await shown({ since: "2026-02-30", outcome: "x" });
	expect(text).toContain("This is not a day.");
	expect(text).toContain("There is no such outcome.");
	expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
	expect(html).not.toMatch(/<h2|Nothing matches|\/activity\/export/);
	const right = await shown({ since: "2026-02-28" });
	expect(right.html).toMatch(/<h2/);
	expect(right.html).toMatch(/\/activity\/export\?since=2026-02-28&amp;format=csv/);
});
