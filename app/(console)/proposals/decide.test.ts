import { afterEach, beforeEach, expect, test } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { updateTemplate } from "@/lib/dashboard/management/templates";
import { applyApproved } from "@/lib/dashboard/proposals/apply-approved";
import { acceptProposal, mergedWithPresent, proposeTemplates } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { findProposal, type Proposal } from "@/lib/dashboard/proposals/proposals";
import { SecondEditorNeeded } from "@/lib/dashboard/proposals/require-second-editor";
import { secondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";

let tenant: TemplateTenant;
let a: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true } });
	heldConfig.set({
		...dashboardConfig(),
		secondEditor: secondEditorRule(["all"]) as never,
		editors: ["editor", "support"],
	});
});
afterEach(() => tenant.stop());

async function proposed(): Promise<Proposal> {
	const baseline = (await readTemplatesOf([a])).get(a)?.template ?? null;
	const after = baseline && { ...baseline, elements: { portrait: true, resident_city: true } };
	const id = await proposeTemplates([{ action: "change", name: "A", id: a, baseline, after }]);
	return (await findProposal(id)) as Proposal;
}

test("what another editor accepts is saved, and the trail names both", async () => {
	signInAs("editor");
	const proposal = await proposed();
	signInAs("support");
	const hash = resultHash(await mergedWithPresent(proposal));
	const accepted = await acceptProposal(proposal, hash);
	expect(accepted.kind).toBe("accepted");
	if (accepted.kind === "accepted") await applyApproved(proposal.id, accepted.lease);
	expect(await findProposal(proposal.id)).toMatchObject({ state: "done", results: [{ outcome: "done" }] });
	const rows = await listAuditEntries(everything, null, 10);
	expect(rows.map(({ operation, personName, proposal: by }) => [operation, personName, by?.by])).toEqual([
		["patch_vc_templates_by_id", "support", "editor"],
		["accept_proposal", "support", undefined],
		["propose_templates", "editor", undefined],
	]);
	await expect(updateTemplate(a, { name: "B" })).rejects.toThrow(SecondEditorNeeded);
});
