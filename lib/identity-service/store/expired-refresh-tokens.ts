import { inTransaction } from "@/lib/database/in-transaction";
import { deleteRefreshTokens } from "./refresh-tokens";
import type { IdentityServiceDatabase } from "./schema";

/**
 * Deletes up to `limit` refresh tokens that have expired, with their values and their grants.
 * @param now ISO 8601
 * @returns how many there were
 */
export function deleteExpiredRefreshTokens(
	database: IdentityServiceDatabase,
	now: string,
	limit: number,
): Promise<number> {
	return inTransaction(database, async (transaction) => {
		const expired = transaction.selectFrom("refresh_tokens").select("id").where("idle_expires_at", "<=", now);
		const rows = await expired.orderBy("idle_expires_at").limit(limit).execute();
		const ids = rows.map(({ id }) => id);
		return deleteRefreshTokens(transaction, "id", ids);
	});
}
