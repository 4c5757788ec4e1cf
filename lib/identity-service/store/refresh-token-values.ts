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

/**
 * Whether a used value may be exchanged again: its generation was first used after `since`, and its successors were not.
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
		.where(({ not, exists, selectFrom }) => {
			const usedSuccessor = selectFrom("oidc_artifacts as successor")
				.select("successor.id_hash")
				.where("successor.refresh_token_id", "=", refresh_token_id)
				.where("successor.generation", "=", generation + 1)
				.where("successor.consumed_at", "is not", null);
			return not(exists(usedSuccessor));
		});
	return (await value.executeTakeFirst()) !== undefined;
}

/** Of a token as many used values are kept, the newest … */
const USED_VALUES_KEPT = 100;
/** … and all that were used in this time. */
const USED_VALUES_KEPT_SECONDS = 30 * 86_400;
/** So many at most are deleted at once: a token of an older release may have any number. */
const DELETED_AT_ONCE_MAX = 100;

/**
 * Deletes the oldest used values of a token that need not be kept any more.
 * @param now seconds since the epoch
 */
export async function deleteOldValues(
	transaction: IdentityServiceDatabase,
	tokenId: string,
	now: number,
): Promise<void> {
	const used = transaction
		.selectFrom("oidc_artifacts")
		.where("refresh_token_id", "=", tokenId)
		.where("consumed_at", "is not", null);
	const oldestKept = await used
		.select("consumed_at")
		.orderBy("consumed_at", "desc")
		.offset(USED_VALUES_KEPT - 1)
		.limit(1)
		.executeTakeFirst();
	if (!oldestKept) return;
	const before = Math.min(Number(oldestKept.consumed_at), now - USED_VALUES_KEPT_SECONDS);
	const old = used
		.select("id_hash")
		.where("consumed_at", "<", before)
		.orderBy("consumed_at")
		.limit(DELETED_AT_ONCE_MAX);
	await transaction.deleteFrom("oidc_artifacts").where("model", "=", MODEL).where("id_hash", "in", old).execute();
}
