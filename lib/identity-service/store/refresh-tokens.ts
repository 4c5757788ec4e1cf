import { inTransaction } from "@/lib/database/in-transaction";
import { deleteArtifactsOfTokens } from "./oidc-artifacts";
import type { IdentityServiceDatabase, RefreshTokenRow } from "./schema";

/** The tokens of a user, or of a user with one client. */
export type RefreshTokenOwner = { userId: string; clientId?: string | undefined };

export async function findRefreshToken(database: IdentityServiceDatabase, id: string): Promise<RefreshTokenRow | null> {
	const row = await database.selectFrom("refresh_tokens").selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/** By id ascending, beginning after `after`; the index finds every page equally fast. */
export function listRefreshTokens(
	database: IdentityServiceDatabase,
	owner: RefreshTokenOwner,
	after: string | null,
	limit: number,
): Promise<RefreshTokenRow[]> {
	let query = database.selectFrom("refresh_tokens").selectAll().where("user_id", "=", owner.userId);
	if (owner.clientId !== undefined) query = query.where("client_id", "=", owner.clientId);
	if (after !== null) query = query.where("id", ">", after);
	return query.orderBy("id").limit(limit).execute();
}

export async function countRefreshTokens(database: IdentityServiceDatabase, userId: string): Promise<number> {
	const { count } = await database
		.selectFrom("refresh_tokens")
		.select((select) => select.fn.countAll().as("count"))
		.where("user_id", "=", userId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/**
 * Replaces the metadata.
 * @param metadata JSON, or null for none
 * @returns the token as it is now; null where there is none
 */
export async function updateRefreshTokenMetadata(
	database: IdentityServiceDatabase,
	id: string,
	metadata: string | null,
): Promise<RefreshTokenRow | null> {
	const row = await database
		.updateTable("refresh_tokens")
		.set({ metadata })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** Deletes a token with all its token values: none of them can be exchanged afterwards. */
export async function deleteRefreshToken(database: IdentityServiceDatabase, id: string): Promise<void> {
	await inTransaction(database, (transaction) => deleteRefreshTokens(transaction, "id", [id]));
}

/**
 * Deletes tokens with all their token values and their grants, which no other token has. To be called in a transaction.
 * @returns how many there were
 */
export async function deleteRefreshTokens(
	database: IdentityServiceDatabase,
	column: "id" | "user_id" | "session_id",
	values: readonly string[],
): Promise<number> {
	// PostgreSQL has no empty list.
	if (values.length === 0) return 0;
	const rows = await database
		.deleteFrom("refresh_tokens")
		.where(column, "in", values)
		.returning(["id", "grant_id"])
		.execute();
	await deleteArtifactsOfTokens(database, rows);
	return rows.length;
}

/** The identifiers of a user's tokens. @param audience of an API that they were issued for; absent: any */
export async function refreshTokenIds(
	database: IdentityServiceDatabase,
	{ userId, clientId }: RefreshTokenOwner,
	audience: string | undefined,
): Promise<string[]> {
	let query = database.selectFrom("refresh_tokens").select(["id", "resource_servers"]).where("user_id", "=", userId);
	if (clientId !== undefined) query = query.where("client_id", "=", clientId);
	const isFor = ({ resource_servers }: Pick<RefreshTokenRow, "resource_servers">) =>
		(JSON.parse(resource_servers) as { audience: string }[]).some((each) => each.audience === audience);
	const rows = await query.execute();
	return rows.filter((row) => audience === undefined || isFor(row)).map(({ id }) => id);
}
