import type { IdentityService } from "../context/identity-service";
import type { DeletedToken } from "../store/refresh-tokens";
import type { IdentityServiceDatabase } from "../store/schema";
import { findUser } from "../store/users";
import type { NewLogEntry } from "./log-entry";
import { nameInLog } from "./sign-ins";

// Sign-outs and revocations. All is to be called in the transaction that deletes.

type Log = Pick<IdentityService, "log">;
/** Whose request it was. */
export type Requester = Pick<NewLogEntry, "request" | "client" | "connection">;
/** A session that was deleted. */
export type DeletedSession = { id: string; user_id: string };

const LISTED_MAX = 20;

export async function recordSignOuts(
	{ log }: Log,
	transaction: IdentityServiceDatabase,
	sessions: readonly DeletedSession[],
	requester: Requester,
): Promise<void> {
	for (const { id, user_id: userId } of sessions) {
		const user = await findUser(transaction, userId);
		const userName = user && nameInLog(user);
		await log.record(transaction, { ...requester, type: "slo", userId, userName, details: { session_id: id } });
	}
}

/** One entry for each user whose tokens were revoked. */
export async function recordRevocations(
	{ log }: Log,
	transaction: IdentityServiceDatabase,
	tokens: readonly DeletedToken[],
	requester: Requester,
): Promise<void> {
	for (const [userId, ofUser] of Map.groupBy(tokens, ({ user_id }) => user_id)) {
		const user = await findUser(transaction, userId);
		const userName = user && nameInLog(user);
		const ids = ofUser.map(({ id }) => id);
		const details =
			ids.length === 1
				? { refresh_token_id: ids[0] }
				: { count: ids.length, refresh_token_ids: ids.slice(0, LISTED_MAX) };
		await log.record(transaction, { ...requester, type: "srrt", userId, userName, details });
	}
}
