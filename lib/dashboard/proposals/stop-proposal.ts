import "server-only";
import { isolated } from "@/lib/contract/name-or-id";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import { requireActionPermission } from "../session/session";
import type { ItemResult } from "../templates/apply-templates";
import { linkRestored, planItemOf } from "./apply-one";
import { requireOther, requireWhy, type Seen } from "./decide";
import { giveBack, keepResults, takeLease } from "./lease";
import { authorInWords, type MergedItem } from "./proposal";
import { findProposal } from "./proposals";
import { nameOfItems } from "./propose";
import { leftOf, settled } from "./resume-item";

const NOTHING = "Nothing was changed";

/**
 * Ends an accepted proposal of which not all could be saved, without another attempt: what is not saved stays as the tenant has
 * it, and each template says what is known of it.
 * @param why in a sentence or two for the author
 * @throws SessionError, ManagementError, StoreError, ReasonRefused without a reason, WriteRefused where it is not accepted, is
 * being saved now, or is the admin's own
 */
export async function stopProposal({ id }: Pick<Seen, "id">, why: string): Promise<void> {
	const session = await requireActionPermission("changeTemplates");
	const proposal = await findProposal(id);
	if (proposal?.state !== "applying") throw new WriteRefused(NOTHING, "It is not being saved. Look at it again.");
	await requireOther(proposal, session);
	const stopped = `Stopped by ${isolated(session.name)}: ${requireWhy(why)}`;
	const lease = await takeLease(id);
	if (lease === null) throw new WriteRefused(NOTHING, "It is being saved now. Look at it again in a minute.");
	try {
		const { results: before = [], approved } = (await findProposal(id)) ?? {};
		const results: ItemResult[] = [];
		for (const [index, merged] of (approved ?? []).entries()) {
			const result = before[index] ?? (await unsaved(merged, id, stopped));
			results.push(result);
			await linkRestored(proposal.items[index], result);
		}
		const decided = { proposal: { id, by: authorInWords(proposal) } };
		const audit = { target: id, name: nameOfItems(proposal.items), decided };
		await ownWrite("stop_proposal", undefined, audit, async () => {
			if (await keepResults(id, lease, results, "partly")) return;
			throw new WriteRefused(NOTHING, "Another process saves it now. Look at it again.");
		});
	} catch (error) {
		await giveBack(id, lease).catch(() => {});
		throw error;
	}
}

async function unsaved(merged: MergedItem, id: string, stopped: string): Promise<ItemResult> {
	if (merged.state === "already") return settled("already", merged.item.after && merged.item.id);
	if (merged.state === "gone") return settled("failed", null, "The template was deleted before it was accepted.");
	return leftOf(planItemOf(merged), id, stopped);
}
