import "server-only";
import { inTransaction } from "@/lib/database/in-transaction";
import type { AuditEntry } from "../audit/audit-entry";
import { rowOf } from "../audit/audited-write";
import { newReference } from "../management/call/call-context";
import { dashboardDatabase, fromNow, orderedId } from "../store/dashboard-database";

/** Who ends the tokens, and why. */
type Act = Pick<AuditEntry, "subject" | "person" | "personName" | "reason">;

/** A program token that has not ended, whether it works or rests. `stays`: also without the user who has created it. */
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
 * Ends the program tokens of a user that are not said to stay, as a part of an act that takes the user's access: each has a row
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
		const rows = ended.map((token) => rowOf(entryOf(token, at, act)));
		if (rows.length > 0) await store.insertInto("audit_trail").values(rows).execute();
		return ended.map(({ name }) => name);
	});
}

function entryOf({ id, name }: { id: string; name: string }, at: string, act: Act): AuditEntry {
	const reference = newReference();
	return {
		...act,
		id: orderedId(at, reference),
		at,
		operation: "revoke_feed_token",
		target: id,
		name,
		userId: null,
		userLabel: null,
		changes: [],
		moreChanges: 0,
		values: [],
		digestBefore: null,
		digestAfter: null,
		outcome: "done",
		status: null,
		reference,
	};
}
