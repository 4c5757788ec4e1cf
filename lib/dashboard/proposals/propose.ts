import "server-only";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import { requireReason, statedReason } from "../session/reason";
import { actsOfPlan } from "../templates/template-plan";
import { addProposal } from "./change-proposals";
import { namesGiven } from "./merge-proposal";
import { PROPOSED_TEMPLATES_MAX, type ProposedItem } from "./proposal";
import { requireProposer } from "./rights";

/**
 * Stores a proposal of the signed-in admin, with the reason that the form states.
 * @returns its ID
 * @throws SessionError, StoreError, ReasonRefused as the save itself would, WriteRefused
 */
export async function proposeTemplates(items: readonly ProposedItem[]): Promise<string> {
	const { subject, name, email } = await requireProposer();
	requireItems(items);
	requireReason(actsOfItems(items), statedReason());
	let id = "";
	const audit = { target: nameOfItems(items), createdId: () => id };
	await ownWrite("propose_templates", undefined, audit, async () => {
		id = await addProposal({ subject, name, email }, statedReason(), items);
	});
	return id;
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
