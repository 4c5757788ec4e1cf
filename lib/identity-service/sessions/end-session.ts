import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { type DeletedSession, type Requester, recordSignOuts } from "../log/endings";
import { deleteArtifactsOfAccount, deleteGrants } from "../store/oidc-artifacts";
import { type DeletedToken, deleteRefreshTokens } from "../store/refresh-tokens";
import { statementParts } from "../store/rows";
import type { IdentityServiceDatabase } from "../store/schema";
import { artifactsOfSessions, deleteSessionArtifacts } from "../store/session-artifacts";
import { consumeSamlSessions, type EndedSamlSessions } from "./saml-sessions";
import type { StoredSession } from "./stored-session";

/**
 * Ends sessions at a logout, with all that depends on them: their grants, which are not those of refresh tokens, and what
 * was issued under them, the sessions of SAML applications, the session at a provider. Also where a session itself has
 * ended before.
 * @param uids those of the sessions, which are `sid` in ID tokens
 * @param requester for the log
 * @param next what follows, in the same transaction: where it fails, nothing ends. `within` is the service with the transaction
 */
export async function endSessions<Result>(
	service: IdentityService,
	uids: readonly string[],
	requester: Requester,
	next: (within: IdentityService, ended: EndedSamlSessions) => Promise<Result>,
): Promise<Result> {
	return inTransaction(service.database, async (transaction) => {
		const within = { ...service, database: transaction };
		const { sessions } = await deleteSessions(transaction, uids, { keepRefreshTokens: true });
		await recordSignOuts(service, transaction, sessions, requester);
		return next(within, await consumeSamlSessions(within, uids));
	});
}

/** Whether refresh tokens that were issued in a session outlive it. */
type Extent = { keepRefreshTokens: boolean };

/** What has ended, and whether anything of the sessions was left. */
export type Ended = { wasOpen: boolean; sessions: DeletedSession[]; tokens: DeletedToken[] };

/**
 * Ends a session where no browser can visit the SAML applications that took part in it. They stay recorded: a LogoutRequest
 * of one of them, or a logout with the session's ID token, still reaches the others.
 */
export async function closeSession(service: IdentityService, uid: string, extent: Extent): Promise<Ended> {
	return inTransaction(service.database, (transaction) => deleteSessions(transaction, [uid], extent));
}

/**
 * Ends all sessions of a user as `closeSession` does one.
 * @param extent without `keepRefreshTokens` all refresh tokens of the user end, those of sessions that have ended too
 */
export async function closeSessionsOf(service: IdentityService, userId: string, extent: Extent): Promise<Ended> {
	return inTransaction(service.database, async (transaction) => {
		const sessions = transaction.selectFrom("sessions").select("id").where("user_id", "=", userId).orderBy("id");
		const uids = (await sessions.execute()).map(({ id }) => id);
		const ended = await deleteSessions(transaction, uids, extent);
		if (extent.keepRefreshTokens) return ended;
		const others = await deleteRefreshTokens(transaction, "user_id", [userId]);
		return { ...ended, tokens: [...ended.tokens, ...others] };
	});
}

async function deleteSessions(
	transaction: IdentityServiceDatabase,
	uids: readonly string[],
	{ keepRefreshTokens }: Extent,
): Promise<Ended> {
	const sessions: DeletedSession[] = [];
	// First: whatever is being stored in a session is stored before, and found, or never.
	for (const some of statementParts(uids)) {
		const deletion = transaction.deleteFrom("sessions").where("id", "in", some);
		sessions.push(...(await deletion.returning(["id", "user_id"]).execute()));
	}
	const artifacts = await artifactsOfSessions(transaction, uids);
	await deleteSessionArtifacts(transaction, uids);
	const tokens = keepRefreshTokens ? [] : await deleteRefreshTokens(transaction, "session_id", uids);
	const grants = artifacts.flatMap(({ payload }) => {
		const { authorizations = {} }: StoredSession = JSON.parse(payload);
		return Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);
	});
	await deleteGrants(transaction, await withoutRefreshTokens(transaction, [...new Set(grants)]));
	return { wasOpen: [sessions, artifacts, tokens].some(({ length }) => length > 0), sessions, tokens };
}

/** Sessions that older versions stored may name the grant of a refresh token. */
async function withoutRefreshTokens(database: IdentityServiceDatabase, grants: readonly string[]): Promise<string[]> {
	const kept = new Set<string | null>();
	for (const some of statementParts(grants)) {
		const rows = await database.selectFrom("refresh_tokens").select("grant_id").where("grant_id", "in", some).execute();
		for (const { grant_id } of rows) kept.add(grant_id);
	}
	return grants.filter((grant) => !kept.has(grant));
}

/**
 * Ends all that a user was given: logins, unused codes, and the grants of refresh tokens. Every application then requires a
 * new sign-in. To be called in a transaction.
 */
export async function endAccess(
	transaction: IdentityServiceDatabase,
	userId: string,
): Promise<Pick<Ended, "sessions" | "tokens">> {
	const deletion = transaction.deleteFrom("sessions").where("user_id", "=", userId);
	const sessions = await deletion.returning(["id", "user_id"]).execute();
	const tokens = await deleteRefreshTokens(transaction, "user_id", [userId]);
	await deleteArtifactsOfAccount(transaction, userId);
	return { sessions, tokens };
}
