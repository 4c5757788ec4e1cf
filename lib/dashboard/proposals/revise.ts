import "server-only";
import { isolated } from "@/lib/contract/name-or-id";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import { requireReason, statedReason } from "../session/reason";
import { changeProposal, revisionOf } from "./change-proposals";
import { requireUndecided, type Seen } from "./decide";
import { mergeProposal, needsResolution, resolvedItems, resultHash } from "./merge-proposal";
import { isAuthor } from "./own-proposal";
import { presentOf } from "./present-templates";
import type { MergedItem } from "./proposal";
import { actsOfItems, nameOfItems } from "./propose";
import { requireProposer } from "./rights";

const NOTHING = "Nothing was changed";

/** `changed`: the tenant was changed since, or the proposal; the page shows what it is now. */
export type Revision = { kind: "changed" } | { kind: "revised" };

/**
 * Proposes again what was returned, or is still open, on top of the present templates: by its author alone, under the same ID and
 * as the next revision. What no longer applies drops out. A reason that the form states replaces the one before.
 * @param hash `resultHash` of what the author saw: of parts that are contested since, nobody has chosen a side
 * @param keepMine the contested parts that stay as the author has them, each as by `choiceOf(index of the template, part)`:
 * `"0:name"`; the others stay as the tenant has them
 * @throws SessionError, ManagementError, StoreError, ReasonRefused, WriteRefused where it is not the author's, decided already,
 * or nothing of it is left
 */
export async function reviseProposal(
	{ id, revision }: Seen,
	hash: string,
	keepMine: ReadonlySet<string>,
): Promise<Revision> {
	const session = await requireProposer();
	const proposal = await requireUndecided(id, ["open", "returned"]);
	if (!isAuthor(proposal.author, session))
		throw new WriteRefused(NOTHING, "Only its author can propose it again. You can return it to its author.");
	const { present, others } = await presentOf(proposal);
	if (proposal.revision !== revision || resultHash(mergeProposal(proposal.items, present, others)) !== hash)
		return { kind: "changed" };
	const items = resolvedItems(proposal.items, present, keepMine, others);
	if (items.length === 0)
		throw new WriteRefused(NOTHING, "Nothing of it would change a template any more. You can withdraw it.");
	const blocked = mergeProposal(items, present, others).find(needsResolution);
	if (blocked) throw new WriteRefused(NOTHING, whyBlocked(blocked));
	const reason = statedReason() ?? proposal.reason;
	requireReason(actsOfItems(items), reason);
	const audit = { target: id, name: nameOfItems(items) };
	await ownWrite("revise_proposal", undefined, audit, async () => {
		if (await changeProposal(proposal, { ...revisionOf(proposal, items), reason })) return;
		throw new WriteRefused(NOTHING, "It has just been decided, changed or withdrawn. Look at it again.");
	});
	return { kind: "revised" };
}

function whyBlocked({ state, item }: MergedItem): string {
	if (state !== "name-taken") return "With these choices a template would request nothing.";
	const name = isolated(item.after?.name ?? item.name);
	return `Another template has the name “${name}” now. Withdraw this proposal, and propose it under another name.`;
}
