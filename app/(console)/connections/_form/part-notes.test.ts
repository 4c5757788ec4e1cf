import { afterEach, expect, test } from "vitest";
import { clearDashboardState, pointAtService } from "@/lib/dashboard/testing/dashboard-state";
import { applicationsNote } from "./part-notes";

afterEach(() => clearDashboardState());

test("says how many applications are offered where the tenant has more", async () => {
	await pointAtService("http://localhost:1");
	const noteOf = (readCount: number | null) => applicationsNote({ applications: [], readCount });
	expect(noteOf(null)).toBeNull();
	expect(noteOf(1_000)).toContain("more than the 1,000 applications that could be read");
});
