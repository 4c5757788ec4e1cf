import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BulkItem, BulkRun, ElementChange } from "@/lib/dashboard/store/bulk-edit";
import { TemplatePlanList } from "./template-plan-list";

const city: ElementChange = { name: "resident_city", before: null, after: "true" };
const photo: ElementChange = { name: "portrait", before: "true", after: null };

function effectOf(item: Partial<BulkItem>, run: BulkRun = "preview"): string | null | undefined {
	const baseline: [string, string][] = [
		["portrait", "true"],
		["resident_address", "true"],
	];
	const full = { id: "vct_1", name: "Bar", detail: null, whole: "{}", note: {}, position: 0, baseline } as const;
	const items: BulkItem[] = [{ ...full, baseline: [...baseline], state: "planned", ...item }];
	const edit = { id: "1", createdAt: "", run, resource: "template" as const, operation: { kind: "change" as const } };
	render(<TemplatePlanList edit={{ ...edit, items }} />);
	return screen.getByRole("listitem").querySelector("p")?.textContent;
}

test("the preview lists what is added and removed, and another change without a sign", () => {
	const address: ElementChange = { name: "resident_address", before: "true", after: "false" };
	expect(effectOf({ changes: [city, photo, address] })).toBe(
		"− Photo Street address (listed as false, was requested) + City · asks for City",
	);
});

test("what was so already at the preview is not listed", () => {
	const listed: ElementChange = { name: "resident_address", before: null, after: "true" };
	expect(effectOf({ changes: [city, listed] })).toMatch(/^\+ City · /);
});

test("after the run, what was written is listed, and not what another admin had done before", () => {
	expect(effectOf({ changes: [city, photo], state: "done", note: { written: ["portrait"] } }, "running")).toMatch(
		/^− Photo · /,
	);
});
