import "server-only";
import { WriteRefused } from "../management/call/errors";
import { oneSaveAtATime } from "../management/safe-writes";
import { findTemplateByName } from "../management/templates";
import type { CommandLine } from "../session/command-line";
import { reasonOfRequest } from "../session/reason";
import { requireActionPermission } from "../session/session";
import { type ApplyPorts, applyItem, type ItemResult } from "../templates/apply-templates";
import { noteRestored } from "../templates/history/read-history";
import { inApplyOrder } from "../templates/plan-order";
import { readTemplatesOf, templatePorts } from "../templates/template-access";
import type { PlanItem } from "../templates/template-plan";
import { isSameTemplate, type WholeTemplate } from "../templates/whole-template";
import { Approval, withApproval } from "./approval";
import type { MergedItem } from "./merge-proposal";
import { isOwnProposal } from "./own-proposal";
import { findProposal, giveBack, keepResults, type Proposal, takeLease } from "./proposals";

/**
 * Saves what was accepted of a proposal, one template after the other, each where the tenant still is as the decider saw it. What
 * became of each is kept before the next one, so that an attempt that was interrupted can go on.
 * @param lease of the acceptance, or of `resumeProposal`
 * @param actor who acts, where it is not the admin whose session the request has
 * @throws SessionError, StoreError, and ManagementError that concerns every template: it can go on later
 */
export async function applyApproved(
	id: string,
	lease: string,
	{ isResumed = false, actor }: { isResumed?: boolean; actor?: CommandLine | undefined } = {},
): Promise<void> {
	const proposal = await findProposal(id);
	if (!proposal?.approved) throw new WriteRefused("Nothing was saved", "This proposal is not accepted.");
	const { approved, author } = proposal;
	reasonOfRequest.set(proposal.reason);
	const results = approved.map((_, index) => proposal.results[index] ?? null);
	const ports = templatePorts((call) => call(), actor);
	try {
		for (const index of inOrder(approved)) {
			const merged = approved[index];
			if (!merged || results[index]) continue;
			const approval = new Approval({ id, by: author.token?.name ?? author.name }, [merged]);
			const apply = () => applyMerged(merged, ports, isResumed, actor);
			const result = await withApproval(approval, () => oneSaveAtATime(merged.item.id ?? "new template", apply));
			results[index] = result;
			const { restores } = proposal.items[index] ?? {};
			if (restores && result.outcome === "done" && result.id) await noteRestored(restores, result.id);
			// Another process has gone on with it.
			if (!(await keepResults(id, lease, results))) return;
		}
	} catch (error) {
		await giveBack(id, lease);
		throw error;
	}
	const isWhole = results.every((result) => result?.outcome === "done" || result?.outcome === "already");
	await keepResults(id, lease, results, isWhole ? "done" : "partly");
}

/** Goes on with an accepted proposal that was interrupted. @returns the lease; null: a process is saving it now */
export async function resumeProposal(id: string, actor?: CommandLine): Promise<string | null> {
	const proposal = await findProposal(id);
	if (proposal?.state !== "applying") return null;
	if (!actor) {
		const session = await requireActionPermission("changeTemplates");
		if (isOwnProposal(proposal.author, session))
			throw new WriteRefused("Nothing was saved", "Another editor than its author goes on with it.");
	}
	return takeLease(id);
}

/** Deletions first, so that names are free. */
function inOrder(approved: readonly MergedItem[]): number[] {
	const items = approved.map((merged, index) => ({ ...planItemOf(merged), file: String(index) }));
	const { ordered } = inApplyOrder(items);
	const left = items.filter((item) => !ordered.includes(item));
	return [...ordered, ...left].map(({ file }) => Number(file));
}

function planItemOf({ state, item }: MergedItem): PlanItem {
	const action = state === "applies" ? item.action : "unchanged";
	return { ...item, action, file: null, changes: [], theirs: [], contested: [], faults: [], notes: [], ofFile: null };
}

const settled = (outcome: ItemResult["outcome"], id: string | null, message: string | null = null): ItemResult => ({
	outcome,
	id,
	message,
	since: [],
	now: null,
});

async function applyMerged(
	merged: MergedItem,
	ports: ApplyPorts,
	isResumed: boolean,
	actor: CommandLine | undefined,
): Promise<ItemResult> {
	const { state, item } = merged;
	if (state === "already") return settled("already", item.id);
	if (state === "gone") return settled("failed", null, "The template was deleted before the proposal was accepted.");
	if (!item.after && !item.before && item.id !== null) return removeUnknown(item.id, item.name, ports);
	const planned = planItemOf(merged);
	if (!isResumed) return applyItem(planned, ports);
	return applyItem(await asLeft(planned, ports, actor), ports);
}

/** A template whose form is not known here can be deleted all the same: there is nothing to compare. */
async function removeUnknown(id: string, name: string, ports: ApplyPorts): Promise<ItemResult> {
	if (!(await ports.read(id))) return settled("already", null);
	await ports.remove(id, { name });
	return settled("done", null);
}

/** What is left of an item whose attempt may have been interrupted after something was sent. */
async function asLeft(item: PlanItem, ports: ApplyPorts, actor: CommandLine | undefined): Promise<PlanItem> {
	const { action, id, after } = item;
	if (!after) return item;
	const now = id === null ? null : ((await ports.read(id))?.template ?? null);
	if (action === "change" && now && isSameTemplate(withPurpose(now, after), after)) return { ...item, before: now };
	if (action === "change" || now) return item;
	const made = await findTemplateByName(after.name, actor);
	const found = made ? (await readTemplatesOf([made.id], actor)).get(made.id)?.template : null;
	if (!made || !found || !isSameTemplate(withPurpose(found, after), after)) return { ...item, action: "create" };
	return { ...item, action: "change", id: made.id, before: found };
}

/** The tenant stores a template before the console stores its purpose. */
function withPurpose(template: WholeTemplate, { purpose }: WholeTemplate): WholeTemplate {
	return { ...template, purpose };
}

/** Whether an accepted proposal can be taken up again. */
export function isInterrupted({ state, isBeingSaved }: Pick<Proposal, "state" | "isBeingSaved">): boolean {
	return state === "applying" && !isBeingSaved;
}
