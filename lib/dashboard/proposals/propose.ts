import "server-only";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import { reasonOfRequest, requireReason, statedReason } from "../session/reason";
import { noPurpose } from "../templates/purpose";
import { actsOfPlan } from "../templates/template-plan";
import { addProposal, type RestRequest } from "./change-proposals";
import { mergeProposal, namesGiven } from "./merge-proposal";
import { isAuthor } from "./own-proposal";
import { presentOf } from "./present-templates";
import { PROPOSED_TEMPLATES_MAX, type Proposal, type ProposedItem } from "./proposal";
import { findProposal } from "./proposals";
import { requireProposer } from "./rights";

/**
 * Stores a proposal of the signed-in admin, with the reason that the form states.
 * @param rest of which accepted one it is the rest
 * @returns its ID
 * @throws SessionError, StoreError, ReasonRefused as the save itself would, WriteRefused
 */
export async function proposeTemplates(items: readonly ProposedItem[], rest?: RestRequest): Promise<string> {
	const { subject, name, email } = await requireProposer();
	requireItems(items);
	requireReason(actsOfItems(items), statedReason());
	let id = "";
	const audit = { target: nameOfItems(items), createdId: () => id };
	await ownWrite("propose_templates", undefined, audit, async () => {
		id = await addProposal({ subject, name, email }, statedReason(), items, rest);
	});
	return id;
}

/**
 * Proposes what could not be saved of an accepted proposal, as its decider saw it: by its author alone, who does not decide the
 * new one either, with the reason that is stated or the one before. What no longer applies is left out.
 * @returns the ID of the new one
 * @throws as `proposeTemplates`, ManagementError, WriteRefused where it is not the author's, nothing of it is left, it is not
 * finished, or its rest is proposed already
 */
export async function proposeRest(id: string): Promise<string> {
	const session = await requireProposer();
	const proposal = await findProposal(id);
	if (proposal?.state !== "partly" || !proposal.approved)
		throw new WriteRefused("Nothing was proposed", "Nothing of this proposal is left to propose.");
	if (!isAuthor(proposal.author, session))
		throw new WriteRefused("Nothing was proposed", "Only its author can propose the rest of it.");
	const rest = restOf(proposal);
	const { present, others } = await presentOf({ items: rest });
	const now = mergeProposal(rest, present, others).map(({ state }) => state);
	const left = rest.filter((_, index) => now[index] !== "already" && now[index] !== "gone");
	if (left.length === 0)
		throw new WriteRefused("Nothing was proposed", "The tenant has all of it by now, or the templates were deleted.");
	reasonOfRequest.set(statedReason() ?? proposal.reason);
	return proposeTemplates(left, { restOf: id });
}

/** What was accepted and is not saved, each as its decider saw it; of what was saved half way, the other half. */
export function restOf({ items, approved, results }: Pick<Proposal, "items" | "approved" | "results">): ProposedItem[] {
	return (approved ?? []).flatMap(({ state, item: { name, id, before, after } }, index): ProposedItem[] => {
		const [proposed, result] = [items[index], results[index]];
		if (!proposed || state !== "applies" || result?.outcome === "done" || result?.outcome === "already") return [];
		const { mayBeGone, restores, ...all } = proposed;
		const action = id === null ? "create" : all.action;
		const rest = { ...all, action, name, id, baseline: before, after };
		if (!after) return [rest];
		const present = result ? result.id : id;
		if (present === null) {
			// Deleted since, by others.
			if (action === "change" || result?.outcome === "conflict") return [];
			if (action === "create") return [{ ...rest, ...(restores !== undefined && { restores }) }];
			// Deleted to be created again, or not known to be there.
			return [{ ...rest, mayBeGone: true }];
		}
		if (present === id) return [rest];
		// Created without its purpose.
		return [{ ...rest, action: "change", id: present, baseline: { ...after, purpose: noPurpose } }];
	});
}

export function requireItems(items: readonly ProposedItem[]): void {
	if (items.length === 0) throw new WriteRefused("Nothing was proposed", "Nothing would change.");
	if (items.length > PROPOSED_TEMPLATES_MAX)
		throw new WriteRefused(
			"Nothing was proposed",
			`A proposal may change ${PROPOSED_TEMPLATES_MAX} templates; this one would change ${items.length}. Choose fewer.`,
		);
	const ids = items.flatMap(({ id }) => (id === null ? [] : [id]));
	if (new Set(ids).size < ids.length)
		throw new WriteRefused("Nothing was proposed", "A proposal may change each template once.");
	const names = namesGiven(items);
	if (new Set(names).size < names.length)
		throw new WriteRefused("Nothing was proposed", "A proposal may give each name once.");
}

/** The kinds of acts that saving it is. */
export function actsOfItems(items: readonly ProposedItem[]) {
	return actsOfPlan(items.map(({ action, baseline, after }) => ({ action, before: baseline, after })));
}

/** What a proposal is called: by its template, or by how many it changes. */
export function nameOfItems(items: readonly Pick<ProposedItem, "name">[]): string {
	const [first] = items;
	return items.length === 1 && first ? first.name : `${items.length} templates`;
}
