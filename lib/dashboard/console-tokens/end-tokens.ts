import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import { rowOf } from "../audit/audited-write";
import { type Act, settledEntry } from "../audit/settled-entry";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";

/** A read token that has not ended, whether it works or rests. `stays`: also without the user who has created it. */
export type TokenLeft = { name: string; stays: boolean };

/** Those that a user has created, oldest first. */
export async function tokensLeftOf(userId: string): Promise<TokenLeft[]> {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("console_tokens")
		.select(["name", "stays"])
		.where("made_by", "=", userId)
		.where("expires_at", ">", fromNow(0))
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map(({ name, stays }) => ({ name, stays: stays === 1 }));
}

/**
 * Ends the read tokens of a user that are not said to stay, as a part of an act that takes the user's access: each has a row
 * in the trail, in the same transaction.
 * @returns their names
 */
export async function endTokensOf(userId: string, act: Act): Promise<string[]> {
	const at = fromNow(0);
	return inTransaction(await dashboardDatabase(), async (store) => {
		const ended = await store
			.updateTable("console_tokens")
			.set({ revoked_at: at, expires_at: at })
			.where("made_by", "=", userId)
			.where("stays", "=", 0)
			.where("expires_at", ">", at)
			.returning(["id", "name"])
			.execute();
		const rows = ended.map((token) => rowOf(settledEntry("revoke_feed_token", token, at, act)));
		if (rows.length > 0) await store.insertInto("audit_trail").values(rows).execute();
		return ended.map(({ name }) => name);
	});
}
