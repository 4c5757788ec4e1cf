import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { NewLogEntry } from "../context/new-log-entry";
import type { DeletedToken } from "../store/refresh-tokens";
import { rememberRevoked } from "../store/revoked-tokens";
import type { IdentityServiceDatabase } from "../store/schema";
import { findUsers } from "../store/users";
import { nameInLog } from "./sign-ins";

// Sign-outs and revocations. All is to be called in the transaction that deletes.

type Log = Pick<IdentityService, "log">;
type LogAndClock = Pick<IdentityService, "log" | "now">;
/** Whose request it was. */
export type Requester = Pick<NewLogEntry, "request" | "client" | "connection" | "correlationId">;
/** Why something ended, where its own end was not requested. */
type Reason = Pick<NewLogEntry, "description">;
/** A session that was deleted. */
export type DeletedSession = { id: string; user_id: string };

const LISTED_MAX = 20;

export async function recordSignOuts(
	{ log }: Log,
	transaction: IdentityServiceDatabase,
	sessions: readonly DeletedSession[],
	requester: Requester & Reason,
): Promise<void> {
	const names = await namesOf(transaction, sessions);
	const entries = sessions.map(({ id, user_id: userId }): NewLogEntry => {
		const userName = names.get(userId);
		return { ...requester, type: "slo", userId, userName, details: { session_id: id } };
	});
	await log.record(transaction, entries);
}

/** One entry for each user whose tokens were revoked. Their values are remembered, for entries of those who send them again. */
export async function recordRevocations(
	{ log, now }: LogAndClock,
	transaction: IdentityServiceDatabase,
	tokens: readonly DeletedToken[],
	requester: Requester & Reason,
): Promise<void> {
	await rememberRevoked(transaction, tokens, epochSeconds(now()));
	await logRevocations({ log }, transaction, tokens, requester);
}

/** The same of tokens whose values can't be sent any more, since their application is gone. */
export async function logRevocations(
	{ log }: Log,
	transaction: IdentityServiceDatabase,
	tokens: readonly DeletedToken[],
	requester: Requester & Reason,
): Promise<void> {
	const names = await namesOf(transaction, tokens);
	const entries = Array.from(
		Map.groupBy(tokens, ({ user_id }) => user_id),
		([userId, ofUser]): NewLogEntry => {
			const userName = names.get(userId);
			const ids = ofUser.map(({ id }) => id);
			const details =
				ids.length === 1
					? { refresh_token_id: ids[0] }
					: { count: ids.length, refresh_token_ids: ids.slice(0, LISTED_MAX) };
			return { ...requester, type: "srrt", userId, userName, details };
		},
	);
	await log.record(transaction, entries);
}

async function namesOf(database: IdentityServiceDatabase, rows: readonly { user_id: string }[]) {
	const users = await findUsers(database, [...new Set(rows.map(({ user_id }) => user_id))]);
	return new Map(users.map((user) => [user.user_id, nameInLog(user)]));
}
