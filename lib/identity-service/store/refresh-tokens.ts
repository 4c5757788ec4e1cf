import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { someBefore } from "./delete-rows";
import { type DeletedValue, deleteArtifactsOfTokens } from "./oidc-artifacts";
import { statementParts } from "./rows";
import type { IdentityServiceDatabase, IdentityServiceSchema, RefreshTokenRow } from "./schema";

/** The tokens of a user, or of a user with one client. */
export type RefreshTokenOwner = { userId: string; clientId?: string | undefined };

/** Those that have not expired. @param now ISO 8601 */
function livingTokens(database: IdentityServiceDatabase, now: string) {
	return database.selectFrom("refresh_tokens").where(isLiving(now));
}

function isLiving(now: string) {
	return (is: ExpressionBuilder<IdentityServiceSchema, "refresh_tokens">) =>
		is.or([is("idle_expires_at", "is", null), is("idle_expires_at", ">", now)]);
}

/** @param now of the tokens that have expired before none is found. ISO 8601 */
export async function findRefreshToken(
	database: IdentityServiceDatabase,
	id: string,
	now: string,
): Promise<RefreshTokenRow | null> {
	const row = await livingTokens(database, now).selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/**
 * Those that have not expired, by id ascending, beginning after `after`; the index finds every page equally fast.
 * @param now ISO 8601
 */
export function listRefreshTokens(
	database: IdentityServiceDatabase,
	owner: RefreshTokenOwner,
	{ after, limit, now }: { after: string | null; limit: number; now: string },
): Promise<RefreshTokenRow[]> {
	let query = livingTokens(database, now).selectAll().where("user_id", "=", owner.userId);
	if (owner.clientId !== undefined) query = query.where("client_id", "=", owner.clientId);
	if (after !== null) query = query.where("id", ">", after);
	return query.orderBy("id").limit(limit).execute();
}

/** Those of a user that have not expired. @param now ISO 8601 */
export async function countRefreshTokens(
	database: IdentityServiceDatabase,
	userId: string,
	now: string,
): Promise<number> {
	const { count } = await livingTokens(database, now)
		.select((select) => select.fn.countAll().as("count"))
		.where("user_id", "=", userId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/**
 * Replaces the metadata.
 * @param metadata JSON, or null for none
 * @param now ISO 8601
 * @returns the token as it is now; null where there is none that has not expired
 */
export async function updateRefreshTokenMetadata(
	database: IdentityServiceDatabase,
	id: string,
	metadata: string | null,
	now: string,
): Promise<RefreshTokenRow | null> {
	const row = await database
		.updateTable("refresh_tokens")
		.set({ metadata })
		.where("id", "=", id)
		.where(isLiving(now))
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** A token that was deleted. */
export type DeletedToken = Pick<RefreshTokenRow, "id" | "grant_id" | "user_id" | "client_id" | "session_id"> & {
	values: DeletedValue[];
};

/**
 * Deletes tokens with all their token values and their grants, which no other token has: none of the values can be
 * exchanged afterwards. To be called in a transaction.
 */
export async function deleteRefreshTokens(
	database: IdentityServiceDatabase,
	column: "id" | "user_id" | "session_id",
	values: readonly string[],
): Promise<DeletedToken[]> {
	const deleted: DeletedToken[] = [];
	for (const some of statementParts(values)) {
		deleted.push(...(await deleteTokensWhere(database, sql<boolean>`${sql.ref(column)} in (${sql.join(some)})`)));
	}
	return deleted;
}

/** The same of one. */
export function deleteRefreshToken(database: IdentityServiceDatabase, id: string): Promise<DeletedToken[]> {
	return inTransaction(database, (transaction) => deleteRefreshTokens(transaction, "id", [id]));
}

/** The same of all that meet a condition. To be called in a transaction. */
export async function deleteTokensWhere(
	database: IdentityServiceDatabase,
	condition: RawBuilder<boolean>,
): Promise<DeletedToken[]> {
	const deletion = database.deleteFrom("refresh_tokens").where(condition);
	const rows = await deletion.returning(["id", "grant_id", "user_id", "client_id", "session_id"]).execute();
	const values = await deleteArtifactsOfTokens(database, rows);
	return rows.map((row) => ({ ...row, values: values.get(row.id) ?? [] }));
}

/**
 * Deletes up to `limit` tokens that have expired, with all their values and their grants.
 * @param now ISO 8601
 * @returns how many there were
 */
export function deleteExpiredRefreshTokens(
	database: IdentityServiceDatabase,
	now: string,
	limit: number,
): Promise<number> {
	return inTransaction(database, async (transaction) => {
		const expired = someBefore(transaction, "refresh_tokens", "idle_expires_at", now, limit);
		return (await deleteTokensWhere(transaction, expired)).length;
	});
}

/**
 * The identifiers of a user's tokens that have not expired.
 * @param audience of an API that they were issued for; absent: any
 * @param now ISO 8601
 */
export async function refreshTokenIds(
	database: IdentityServiceDatabase,
	{ userId, clientId }: RefreshTokenOwner,
	audience: string | undefined,
	now: string,
): Promise<string[]> {
	let query = livingTokens(database, now).select(["id", "resource_servers"]).where("user_id", "=", userId);
	if (clientId !== undefined) query = query.where("client_id", "=", clientId);
	const isFor = ({ resource_servers }: Pick<RefreshTokenRow, "resource_servers">) =>
		(JSON.parse(resource_servers) as { audience: string }[]).some((each) => each.audience === audience);
	const rows = await query.execute();
	return rows.filter((row) => audience === undefined || isFor(row)).map(({ id }) => id);
}
