import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { clearDashboardState, nextHeaders, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { GET } from "./route";

beforeEach(async () => {
	await pointAtService("http://tenant.example");
	signInAs("viewer");
});
afterEach(clearDashboardState);

test.each([
	["Pacific/Kiritimati", "2026-11-29", ["2026-11-28T10:15:00.000Z"]],
	["Pacific/Pago_Pago", "2026-11-27", ["2026-11-28T10:15:00.000Z", "2026-11-27T22:45:00.000Z"]],
	["UTC", "2026-11-28", ["2026-11-28T10:15:00.000Z"]],
])("in %s the file has the name of the day there, and the entries of that day", async (timeZone, today, times) => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-28T10:30:00Z") });
	onTestFinished(() => void vi.useRealTimers());
	(await nextHeaders.cookies()).set("time-zone", encodeURIComponent(timeZone));
	for (const at of ["2026-11-27T22:45:00.000Z", "2026-11-28T10:15:00.000Z"])
		await insertAuditEntry(auditEntry({ id: `${at}-x`, at, target: at }));
	const query = new URLSearchParams({ since: today, until: today, format: "json" });
	const response = await GET(new NextRequest(`http://localhost:3000/activity/export?${query}`));
	expect(response.headers.get("content-disposition")).toBe(`attachment; filename="activity-${today}.json"`);
	const rows: { at: string }[] = await response.json();
	expect(rows.map(({ at }) => at)).toEqual(times);
});

test("what can't be searched for is refused, and not ignored", async () => {
	const response = await GET(new NextRequest("http://localhost:3000/activity/export?since=2026-02-30&outcome=x"));
	expect([response.status, response.headers.has("content-disposition"), await response.text()]).toEqual([
		400,
		false,
		"outcome: There is no such outcome.\nsince: This is not a day.\n",
	]);
});

test.each(["", "xml", "json&format=csv"])("no file is made of the format “%s”", async (format) => {
	const response = await GET(new NextRequest(`http://localhost:3000/activity/export?format=${format}`));
	expect([response.status, await response.text()]).toEqual([400, "The format must be csv or json.\n"]);
});
