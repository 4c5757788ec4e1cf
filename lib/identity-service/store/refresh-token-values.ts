import { type NewArtifact, saveArtifact } from "./oidc-artifacts";
import type { IdentityServiceDatabase, OidcArtifactTable } from "./schema";

// The values of refresh tokens, which are artifacts of the library. A value that was exchanged is kept, so that its reuse
// is noticed.

const MODEL = "RefreshToken";

export type TokenValue = Pick<OidcArtifactTable, "id_hash" | "generation"> & { refresh_token_id: string };

/**
 * Marks a value as used, with all others of its generation. To be called in a transaction that has locked the token's row.
 * @param now seconds since the epoch
 * @returns false where one of its generation was used before
 */
export async function consumeGeneration(
	transaction: IdentityServiceDatabase,
	{ refresh_token_id, generation }: TokenValue,
	now: number,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("oidc_artifacts")
		.set({ consumed_at: now })
		.where("refresh_token_id", "=", refresh_token_id)
		.where("generation", "=", generation)
		.where("consumed_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Marks a value as exchanged itself. To be called in the same transaction. */
export async function noteExchange(transaction: IdentityServiceDatabase, { id_hash }: TokenValue): Promise<void> {
	await transaction
		.updateTable("oidc_artifacts")
		.set({ exchanged: 1 })
		.where("model", "=", MODEL)
		.where("id_hash", "=", id_hash)
		.execute();
}

/** Stores what a value was exchanged for. Where that generation was used before, its leeway has begun as well. */
export async function saveSuccessor(
	transaction: IdentityServiceDatabase,
	{ refresh_token_id, generation }: TokenValue,
	artifact: NewArtifact,
): Promise<void> {
	const used = await transaction
		.selectFrom("oidc_artifacts")
		.select("consumed_at")
		.where("refresh_token_id", "=", refresh_token_id)
		.where("generation", "=", generation + 1)
		.where("consumed_at", "is not", null)
		.limit(1)
		.executeTakeFirst();
	await saveArtifact(transaction, {
		...artifact,
		refreshTokenId: refresh_token_id,
		generation: generation + 1,
		consumedAt: used?.consumed_at ?? undefined,
	});
}

/**
 * Whether a value of a used generation may be exchanged: that was first used after `since`, and the value was not, or its
 * successors were not.
 * @param since seconds since the epoch
 */
export async function isRepeatable(
	database: IdentityServiceDatabase,
	{ id_hash, refresh_token_id, generation }: TokenValue,
	since: number,
): Promise<boolean> {
	const value = database
		.selectFrom("oidc_artifacts")
		.select("id_hash")
		.where("model", "=", MODEL)
		.where("id_hash", "=", id_hash)
		.where("consumed_at", ">", since)
		.where(({ eb, or, not, exists, selectFrom }) => {
			const usedSuccessor = selectFrom("oidc_artifacts as successor")
				.select("successor.id_hash")
				.where("successor.refresh_token_id", "=", refresh_token_id)
				.where("successor.generation", "=", generation + 1)
				.where("successor.consumed_at", "is not", null);
			return or([eb("exchanged", "=", 0), not(exists(usedSuccessor))]);
		});
	return (await value.executeTakeFirst()) !== undefined;
}

/** Of a token as many used values are kept, the newest … */
export const USED_VALUES_KEPT = 100;
/** … and all that were used in this time. */
const USED_VALUES_KEPT_SECONDS = 30 * 86_400;
/** So many at most are deleted at once: a token of an older release may have any number. */
const DELETED_AT_ONCE_MAX = 100;

/** The oldest of the newest used values of a token, which are kept; undefined where there are fewer. */
async function oldestKept(database: IdentityServiceDatabase, tokenId: string) {
	const row = await database
		.selectFrom("oidc_artifacts")
		.select(["consumed_at", "generation"])
		.where("refresh_token_id", "=", tokenId)
		.where("consumed_at", "is not", null)
		.orderBy("consumed_at", "desc")
		// Within one second.
		.orderBy("generation", "desc")
		.offset(USED_VALUES_KEPT - 1)
		.limit(1)
		.executeTakeFirst();
	return row && { consumedAt: Number(row.consumed_at), generation: row.generation };
}

/**
 * Whether a used value is older than those that are kept: it is no reuse then, whether it has been deleted or not.
 * @param now seconds since the epoch
 */
export async function isForgotten(
	database: IdentityServiceDatabase,
	{ refresh_token_id, generation }: TokenValue,
	consumedAt: number,
	now: number,
): Promise<boolean> {
	if (consumedAt >= now - USED_VALUES_KEPT_SECONDS) return false;
	const kept = await oldestKept(database, refresh_token_id);
	if (!kept) return false;
	return consumedAt < kept.consumedAt || (consumedAt === kept.consumedAt && generation < kept.generation);
}

/**
 * Deletes the oldest used values of a token that need not be kept any more.
 * @param now seconds since the epoch
 */
export async function deleteOldValues(
	transaction: IdentityServiceDatabase,
	tokenId: string,
	now: number,
): Promise<void> {
	const kept = await oldestKept(transaction, tokenId);
	if (!kept) return;
	const old = transaction
		.selectFrom("oidc_artifacts")
		.select("id_hash")
		.where("refresh_token_id", "=", tokenId)
		.where("consumed_at", "<", now - USED_VALUES_KEPT_SECONDS)
		.where(({ eb, or, and }) =>
			or([
				eb("consumed_at", "<", kept.consumedAt),
				and([eb("consumed_at", "=", kept.consumedAt), eb("generation", "<", kept.generation)]),
			]),
		)
		.orderBy("consumed_at")
		.orderBy("generation")
		.limit(DELETED_AT_ONCE_MAX);
	await transaction.deleteFrom("oidc_artifacts").where("model", "=", MODEL).where("id_hash", "in", old).execute();
}
