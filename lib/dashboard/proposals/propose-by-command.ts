import "server-only";
import { ownWrite } from "../audit/audited-write";
import type { CommandLine } from "../session/command-line";
import { requireReason } from "../session/reason";
import { digestOf } from "../templates/digest";
import { actsOfItems, nameOfItems, requireItems } from "./decide";
import type { ProposedItem } from "./proposal";
import { addProposal, findSameProposal } from "./proposals";

/**
 * Stores a proposal of the command line, with its reason; where the same is open already, that stays the one.
 * @returns its ID
 * @throws StoreError, ReasonRefused as the apply itself would, WriteRefused
 */
export async function proposeByCommand(
	actor: CommandLine,
	items: readonly ProposedItem[],
): Promise<{ id: string; isNew: boolean }> {
	requireItems(items);
	requireReason(actsOfItems(items), actor.reason);
	const { subject, name, email, reason } = actor;
	const digest = digestOf(items);
	const same = await findSameProposal(subject, digest);
	if (same) return { id: same, isNew: false };
	let id = "";
	const audit = { target: nameOfItems(items), createdId: () => id };
	await ownWrite("propose_templates", actor, audit, async () => {
		id = await addProposal({ subject, name, email }, reason, items, { key: null, digest });
	});
	return { id, isNew: true };
}
