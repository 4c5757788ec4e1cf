import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "../config";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { planNeedsSecondEditor } from "./of-plan";
import { requireSecondEditor, SecondEditorNeeded } from "./require-second-editor";
import { secondEditorRule } from "./rule-of-setting";

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

function isRefused(elements: object, before: Record<string, unknown>): boolean {
	const body = { presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } } };
	try {
		requireSecondEditor("patch_vc_templates_by_id", { id: "vct_1", body, before });
		return false;
	} catch (error) {
		if (error instanceof SecondEditorNeeded) return true;
		throw error;
	}
}

test("what a plan says of a change is what the client says of its write, whatever the values are", () => {
	const values = [undefined, true, false, "yes", 1, null, { a: 1 }];
	const of = (value: unknown) => (value === undefined ? {} : { portrait: value });
	const told = new Set<boolean>();
	for (const entry of ["request-more", "portrait", "resident_city", "all", "delete"]) {
		const secondEditor = secondEditorRule([entry]);
		if ("unknown" in secondEditor) expect.fail(entry);
		heldConfig.set({ ...dashboardConfig(), secondEditor });
		for (const value of values)
			for (const now of values) {
				const [before, after] = [of(value), of(now)] as Record<string, true>[];
				const change = {
					action: "change",
					before: { elements: before ?? {} },
					after: { elements: after ?? {} },
				} as const;
				const isNeeded = planNeedsSecondEditor(secondEditor, [change]);
				expect([entry, value, now, isNeeded]).toEqual([entry, value, now, isRefused(after ?? {}, before ?? {})]);
				told.add(isNeeded);
			}
	}
	expect(told).toEqual(new Set([true, false]));
});
