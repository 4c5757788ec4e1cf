import "server-only";
import { isolated } from "@/lib/contract/name-or-id";
import { dashboardConfig } from "../config";
import { WriteRefused } from "../management/call/errors";
import { isInterrupted, isResumable } from "../proposals/apply-approved";
import { planNeedsSecondEditor, proposedItemsOf } from "../proposals/of-plan";
import { PROPOSED_TEMPLATES_MAX, type ProposedItem, pathOfProposal } from "../proposals/proposal";
import { type CommandProposal, proposeByCommand, withdrawReplaced } from "../proposals/propose-by-command";
import { TooManyOpen } from "../proposals/token-bounds";
import type { CommandLine } from "../session/command-line";
import { inApplyOrder } from "../templates/plan-order";
import { HOW_TO_RESOLVE } from "../templates/plan-words";
import { isWrite, type PlanItem, type TemplatePlan } from "../templates/template-plan";
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

/**
 * Proposes a plan that is shown already, in the order in which it would be applied, in as many proposals as it needs; nothing is
 * written to the tenant. What was proposed before of the same templates, and no one has decided, is withdrawn. The exit code is 3;
 * 1 where the same was accepted, and its save is to be continued or stopped first.
 * @throws as `proposeByCommand`, once it has said what was stored
 */
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
	const proposals: CommandProposal[] = [];
	const withdrawn: string[] = [];
	const withdraw = async () => {
		const ids = proposals.map(({ id }) => id);
		withdrawn.push(...(await withdrawReplaced(actor, ids, isDescribedBy(plan))));
	};
	const say = () => {
		terminal.progress("");
		terminal.lines([
			...proposals.flatMap((proposal) => [wordsOf(proposal, actor.reason), urlOfProposal(proposal.id)]),
			...withdrawn.flatMap((id) => ["Withdrawn, because this replaces it:", urlOfProposal(id)]),
		]);
	};
	try {
		for (const items of partsOf(plan).map(proposedItemsOf)) {
			const propose = () => proposeByCommand(actor, items);
			const proposal = await propose().catch(async (error: unknown) => {
				if (!(error instanceof TooManyOpen)) throw error;
				// What it replaces counts as well.
				await withdraw();
				return propose();
			});
			proposals.push(proposal);
		}
		await withdraw();
	} catch (error) {
		say();
		if (!(error instanceof WriteRefused) || proposals.length === 0) throw error;
		throw new WriteRefused("The rest was not proposed", error.message);
	}
	say();
	const inJson = proposals.map(({ id, known }) => ({
		...{ id, url: urlOfProposal(id), isNew: known === null, state: known?.state ?? "open" },
	}));
	const exitCode = proposals.some(({ known }) => known && isInterrupted(known)) ? 1 : 3;
	return { exitCode, json: { plan, proposals: inJson, withdrawn } };
}

/** Each no more than one proposal may change, so that what frees a name is in the same one as what takes it, or before. */
function partsOf({ items }: TemplatePlan): PlanItem[][] {
	const writes = items.filter(isWrite);
	if (writes.length <= PROPOSED_TEMPLATES_MAX) return [writes];
	const { ordered } = inApplyOrder(writes);
	const count = Math.ceil(ordered.length / PROPOSED_TEMPLATES_MAX);
	const part = (_: unknown, at: number) =>
		ordered.slice(at * PROPOSED_TEMPLATES_MAX, (at + 1) * PROPOSED_TEMPLATES_MAX);
	return Array.from({ length: count }, part);
}

/** Whether a folder says what becomes of a template: by a file, or by deleting what has none. */
function isDescribedBy({ items }: TemplatePlan): (item: Pick<ProposedItem, "id" | "name">) => boolean {
	const described = items.filter((item) => item.file !== null || isWrite(item));
	const [ids, names] = [new Set(described.map(({ id }) => id)), new Set(described.map(({ name }) => name))];
	return ({ id, name }) => (id === null ? names.has(name) : ids.has(id));
}

function wordsOf({ id, known }: CommandProposal, stated: string | null): string {
	if (!known) return "Proposed, and nothing was changed: another editor decides at";
	const { reason } = known;
	const other = stated !== null && stated !== reason;
	const stays = other ? (reason === null ? ", without a reason" : `, with the reason “${isolated(reason)}”`) : "";
	if (known.state !== "applying")
		return `The same is proposed already${stays}, and nothing was changed: another editor decides at`;
	const accepted = `The same was accepted already${stays}`;
	if (!isInterrupted(known)) return `${accepted}, and is being saved. Apply again once that is done:`;
	if (isResumable(known))
		return `${accepted}, and saving it was interrupted. Save what is left with apply --approved ${id}, or stop it at`;
	return `${accepted}, saving it was interrupted, and that was too long ago to continue. Another editor stops it at`;
}
