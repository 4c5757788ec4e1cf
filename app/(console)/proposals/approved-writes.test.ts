import { afterEach, beforeEach, expect, test } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { deleteTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { Approval, withApproval } from "@/lib/dashboard/proposals/approval";
import { mergeProposal } from "@/lib/dashboard/proposals/merge-proposal";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import { runWithin } from "@/lib/dashboard/testing/run-within";

let tenant: TemplateTenant;
let a: string;
let b: string;
let approval: Approval;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true } });
	b = tenant.add({ name: "B", elements: { portrait: true } });
	heldConfig.set({ ...dashboardConfig(), secondEditor: { kinds: ["all"], attributes: [] } });
	const present = await readTemplatesOf([a]);
	const baseline = present.get(a)?.template ?? expect.fail();
	const after = { ...baseline, elements: { portrait: true, sex: true } };
	const item = { action: "change" as const, name: "A", id: a, baseline, after };
	approval = new Approval(
		{ id: "p", by: "Ann" },
		mergeProposal([item], (id) => present.get(id) ?? null),
	);
});
afterEach(() => tenant.stop());

const approved = (write: () => Promise<unknown>) => runWithin(30_000, () => withApproval(approval, write));
const accepted = { presentation: presentationOf({ portrait: true, sex: true }) };
const refused = expect.objectContaining({ title: "This is not what was accepted" });

test("under an approval nothing but what was accepted is sent, and that once", async () => {
	const others: (() => Promise<unknown>)[] = [
		() => updateTemplate(b, accepted),
		() => updateTemplate(a, { ...accepted, name: "Other" }),
		() => updateTemplate(a, { presentation: presentationOf({ portrait: true, sex: true, height: true }) }),
		() => updateTemplate(a, { name: "A" }),
		() => deleteTemplate(a, "A"),
	];
	for (const other of others) await expect(approved(other)).rejects.toEqual(refused);
	expect(tenant.written).toEqual([]);
	await approved(() => updateTemplate(a, accepted));
	await expect(approved(() => updateTemplate(a, accepted))).rejects.toEqual(refused);
	expect(tenant.written).toEqual([{ method: "PATCH", body: accepted }]);
});
