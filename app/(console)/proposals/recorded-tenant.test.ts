import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { applyApproved } from "@/lib/dashboard/proposals/apply-approved";
import { acceptProposal, mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import type { Proposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { readPurpose } from "@/lib/dashboard/store/template-purposes";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import type { WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";

let recorded: RecordedTestTenant;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterAll(() => recorded.close());
beforeEach(async () => {
	await recorded.use();
	const secondEditor = { kinds: ["all"] as const, attributes: [] };
	heldConfig.set({ ...dashboardConfig(), secondEditor, editors: ["editor", "support"] });
});
afterEach(async () => {
	await clearDashboardState();
	recorded.reset();
});

test("a proposal that changes, creates and deletes is saved by what a tenant of the vendor answers, with the purposes", async () => {
	signInAs("editor");
	const { template, otherTemplate } = recorded.sample;
	const present = await readTemplatesOf([template, otherTemplate]);
	const baseline = present.get(template)?.template as WholeTemplate;
	// One whose form is not known here can be deleted all the same.
	const other = present.get(otherTemplate);
	expect(other).toMatchObject({ label: "Full name", template: null });
	const purpose = { ...noPurpose, purpose: "To rent" };
	const after = { ...baseline, elements: { ...baseline.elements, blood_type: true }, purpose };
	const made = templateNamed("Proposed", { purpose });
	const id = await proposeTemplates([
		{ action: "change", name: baseline.name, id: template, baseline, after },
		{ action: "create", name: made.name, id: null, baseline: null, after: made },
		{ action: "remove", name: "Full name", id: otherTemplate, baseline: null, after: null },
	]);
	expect(recorded.tenant.writes).toEqual([]);
	signInAs("support");
	const proposal = (await findProposal(id)) as Proposal;
	const merged = await mergedWithPresent(proposal);
	expect(merged.map(({ state }) => state)).toEqual(["applies", "applies", "applies"]);
	const accepted = await acceptProposal(proposal, resultHash(merged));
	if (accepted.kind !== "accepted") throw new Error("It was changed.");
	await applyApproved(id, accepted.lease);
	const done = (await findProposal(id)) as Proposal;
	expect(done).toMatchObject({
		state: "done",
		results: [{ outcome: "done" }, { outcome: "done" }, { outcome: "done", id: null }],
	});
	const newId = done.results[1]?.id ?? "";
	const now = await readTemplatesOf([template, newId, otherTemplate]);
	expect(now.get(template)?.template?.elements).toMatchObject({ blood_type: true });
	expect([now.get(newId)?.label, now.has(otherTemplate)]).toEqual(["Proposed", false]);
	expect([await readPurpose(template), await readPurpose(newId)]).toMatchObject([purpose, purpose]);
	expect(recorded.tenant.writes).toHaveLength(3);
});
