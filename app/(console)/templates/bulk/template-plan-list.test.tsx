import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BulkItem, BulkRun, ElementChange, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { TemplatePlanList } from "./template-plan-list";

const city: ElementChange = { name: "resident_city", before: null, after: "true" };
const photo: ElementChange = { name: "portrait", before: "true", after: null };

function effectOf(
	item: Partial<BulkItem>,
	run: BulkRun = "preview",
	operation: TemplateOperation = { kind: "change" },
): string | null | undefined {
	const baseline: [string, string][] = [
		["portrait", "true"],
		["resident_address", "true"],
	];
	const full = { id: "vct_1", name: "Bar", detail: null, whole: "{}", note: {}, position: 0, baseline } as const;
	const items: BulkItem[] = [{ ...full, baseline: [...baseline], state: "planned", ...item }];
	const edit = {
		id: "1",
		createdAt: "",
		run,
		resource: "template" as const,
		operation,
		acts: [],
		reason: null,
		proposal: null,
	};
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

test("a preview that an older version has stored is listed: an attribute that is removed or restored", () => {
	expect(effectOf({}, "preview", { kind: "take-out", attribute: "portrait" })).toBe("− Photo · leaves Street address");
	cleanup();
	expect(effectOf({ former: "true" }, "preview", { kind: "put-back", attribute: "resident_city" })).toMatch(
		/^\+ City · asks for /,
	);
});

test("after the run, what was written is listed, and not what another admin had done before", () => {
	expect(effectOf({ changes: [city, photo], state: "done", note: { written: ["portrait"] } }, "running")).toMatch(
		/^− Photo · /,
	);
});

test("where others had changed a template before it was written, what was written counts", () => {
	const now = JSON.stringify({ resident_address: true, nationality: true, resident_city: true });
	const note = { written: ["portrait", "resident_city"], now };
	expect(effectOf({ changes: [city, photo], state: "done", note }, "running")).toBe(
		"− Photo + City · asks for Street address, Nationality, City",
	);
	expect(screen.getAllByRole("img").map((print) => print.getAttribute("aria-label"))).toEqual([
		"Asks for 3 of the 21, 3 sensitive",
		"Asks for 3 of the 21, 2 sensitive",
	]);
});
