import "server-only";
import { dashboardConfig } from "../config";
import { planNeedsSecondEditor, proposedItemsOf } from "../proposals/of-plan";
import { pathOfProposal } from "../proposals/proposal";
import { proposeByCommand } from "../proposals/propose-by-command";
import type { CommandLine } from "../session/command-line";
import { HOW_TO_RESOLVE } from "../templates/plan-words";
import type { TemplatePlan } from "../templates/template-plan";
import type { CommandResult, Terminal } from "../terminal";
import { refusalOfApply } from "./apply-folder";

type ProposeInput = {
	/** Made just now. It has writes. */
	plan: TemplatePlan;
	/** The plan that was agreed on. */
	saved: TemplatePlan | null;
	isConfirmed: boolean;
	actor: CommandLine;
};

/** The URL of a proposal's page. */
export function urlOfProposal(id: string): string {
	return dashboardConfig().appUrl + pathOfProposal(id);
}

/** What the rule of this console says of a plan; null: nothing. */
export function neededEditor({ items }: TemplatePlan): string | null {
	if (!planNeedsSecondEditor(dashboardConfig().secondEditor, items)) return null;
	return "A second editor is needed here: apply proposes the whole plan, and another editor decides in the console.";
}

/** Makes one proposal of a plan that is shown already; nothing is written to the tenant. The exit code is 3. */
export async function proposeFolder(input: ProposeInput, terminal: Terminal): Promise<CommandResult> {
	const { plan, saved, actor } = input;
	const refusal = refusalOfApply({ plan, saved, reason: actor.reason });
	if (refusal) return { refusal };
	const contested = plan.items.filter(({ action }) => action === "contested").length;
	if (contested > 0)
		return { refusal: `Nothing was proposed: ${contested} changed here and in the tenant. ${HOW_TO_RESOLVE}` };
	const isAgreed = saved !== null || input.isConfirmed;
	if (!isAgreed && !(await terminal.ask(`Propose this for ${plan.tenant}?`)))
		return { refusal: "Nothing was proposed." };
	const { id, isNew } = await proposeByCommand(actor, proposedItemsOf(plan.items));
	const url = urlOfProposal(id);
	terminal.progress("");
	terminal.lines([
		`${isNew ? "Proposed" : "The same is proposed already"}, and nothing was changed: another editor decides at`,
		url,
	]);
	return { exitCode: 3, json: { plan, proposal: { id, url, isNew } } };
}
