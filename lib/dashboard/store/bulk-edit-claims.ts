import "server-only";
import { randomBytes } from "node:crypto";
import type { Updateable } from "kysely";
import type { BulkItem, BulkItemState, BulkNote } from "./bulk-edit";
import { bulkItemOf } from "./bulk-edits";
import { dashboardDatabase } from "./dashboard-database";
import type { BulkEditTokenTable } from "./schema";

// Items are claimed before they are written, so two tabs, or two instances, share the work instead of doing it twice.

/** Longer than a read and a write: an older claim was abandoned by a process that ended. */
export const CLAIM_LASTS_SECONDS = 60;

/** `claim` is needed to settle the item; it is void once another caller has claimed it. */
export type ClaimedItem = BulkItem & { claim: string };

/** The next item that is planned, marked as being written; null where none is, or the bulk edit was stopped. */
export async function claimPlannedItem(editId: string, now: Date = new Date()): Promise<ClaimedItem | null> {
	const database = await dashboardDatabase();
	for (;;) {
		const next = await database
			.selectFrom("bulk_edit_tokens")
			.innerJoin("bulk_edits", "id", "edit_id")
			.select("position")
			.where("edit_id", "=", editId)
			.where("run", "=", "running")
			.where("state", "=", "planned")
			// What is planned has no claim: it stands first for the order of the index.
			.orderBy("claim")
			.orderBy("position")
			.limit(1)
			.executeTakeFirst();
		if (!next) return null;
		const claim = newClaim(now);
		const claimed = await database
			.updateTable("bulk_edit_tokens")
			.set({ state: "writing", claim })
			.where("edit_id", "=", editId)
			.where("position", "=", next.position)
			.where("state", "=", "planned")
			.where(({ exists, selectFrom }) =>
				exists(selectFrom("bulk_edits").select("id").where("id", "=", editId).where("run", "=", "running")),
			)
			.returningAll()
			.executeTakeFirst();
		if (claimed) return { ...bulkItemOf(claimed), claim };
	}
}

/**
 * Claims an abandoned item, to look up its outcome.
 * @returns the item; the seconds until the oldest claim counts as abandoned; or null where none is claimed
 */
export async function claimLeftItem(editId: string, now: Date = new Date()): Promise<ClaimedItem | number | null> {
	const database = await dashboardDatabase();
	const oldest = await database
		.selectFrom("bulk_edit_tokens")
		.select(["position", "claim"])
		.where("edit_id", "=", editId)
		.where("state", "=", "writing")
		.orderBy("claim")
		.limit(1)
		.executeTakeFirst();
	if (!oldest?.claim) return null;
	const ends = Date.parse(oldest.claim.slice(0, ISO_LENGTH)) + CLAIM_LASTS_SECONDS * 1000;
	if (ends > now.getTime()) return Math.ceil((ends - now.getTime()) / 1000);
	const claim = newClaim(now);
	const claimed = await database
		.updateTable("bulk_edit_tokens")
		.set({ claim })
		.where("edit_id", "=", editId)
		.where("position", "=", oldest.position)
		.where("state", "=", "writing")
		.where("claim", "=", oldest.claim)
		.returningAll()
		.executeTakeFirst();
	return claimed ? { ...bulkItemOf(claimed), claim } : claimLeftItem(editId, now);
}

type Claim = Pick<ClaimedItem, "position" | "claim">;

/** Records the outcome of a claimed item; without effect where the claim was lost. `planned` gives it back. */
export function settleItem(editId: string, item: Claim, state: BulkItemState, note: BulkNote = {}): Promise<void> {
	return updateClaimed(editId, item, { state, claim: null, note: JSON.stringify(note) });
}

/** Puts back an abandoned item that could not be read, for the next claim to look up. */
export function leaveItemBehind(editId: string, item: Claim): Promise<void> {
	return updateClaimed(editId, item, { claim: newClaim(new Date(0)) });
}

async function updateClaimed(
	editId: string,
	{ position, claim }: Claim,
	values: Updateable<BulkEditTokenTable>,
): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("bulk_edit_tokens")
		.set(values)
		.where("edit_id", "=", editId)
		.where("position", "=", position)
		.where("claim", "=", claim)
		.execute();
}

/** Gives up what is still planned, for good. */
export async function leavePlannedItems(editId: string): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("bulk_edit_tokens")
		.set({ state: "left" })
		.where("edit_id", "=", editId)
		.where("state", "=", "planned")
		.execute();
}

const ISO_LENGTH = new Date(0).toISOString().length;

function newClaim(now: Date): string {
	return `${now.toISOString()} ${randomBytes(8).toString("hex")}`;
}
