import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { deleteArtifactsOfAccount, deleteGrants } from "../store/oidc-artifacts";
import { deleteRefreshTokens } from "../store/refresh-tokens";
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
 * @param next what follows, in the same transaction: where it fails, nothing ends. `within` is the service with the transaction
 */
export async function endSessions<Result>(
	service: IdentityService,
	uids: readonly string[],
	next: (within: IdentityService, ended: EndedSamlSessions) => Promise<Result>,
): Promise<Result> {
	return inTransaction(service.database, async (transaction) => {
		const within = { ...service, database: transaction };
		await deleteSessions(transaction, uids, { keepRefreshTokens: true });
		return next(within, await consumeSamlSessions(within, uids));
	});
}

/** Whether refresh tokens that were issued in a session outlive it. */
type Extent = { keepRefreshTokens: boolean };

/**
 * Ends a session where no browser can visit the SAML applications that took part in it. They stay recorded: a LogoutRequest
 * of one of them, or a logout with the session's ID token, still reaches the others.
 * @returns false where there was nothing to end
 */
export async function closeSession(service: IdentityService, uid: string, extent: Extent): Promise<boolean> {
	return inTransaction(service.database, (transaction) => deleteSessions(transaction, [uid], extent));
}

/**
 * Ends all sessions of a user as `closeSession` does one.
 * @param extent without `keepRefreshTokens` all refresh tokens of the user end, those of sessions that have ended too
 */
export async function closeSessionsOf(service: IdentityService, userId: string, extent: Extent): Promise<void> {
	await inTransaction(service.database, async (transaction) => {
		const sessions = transaction.selectFrom("sessions").select("id").where("user_id", "=", userId).orderBy("id");
		const uids = (await sessions.execute()).map(({ id }) => id);
		await deleteSessions(transaction, uids, extent);
		if (!extent.keepRefreshTokens) await deleteRefreshTokens(transaction, "user_id", [userId]);
	});
}

/** @returns whether there was anything to delete */
async function deleteSessions(
	transaction: IdentityServiceDatabase,
	uids: readonly string[],
	{ keepRefreshTokens }: Extent,
): Promise<boolean> {
	let count = 0n;
	// First: whatever is being stored in a session is stored before, and found, or never.
	for (const some of statementParts(uids)) {
		const { numDeletedRows } = await transaction.deleteFrom("sessions").where("id", "in", some).executeTakeFirst();
		count += numDeletedRows;
	}
	const artifacts = await artifactsOfSessions(transaction, uids);
	await deleteSessionArtifacts(transaction, uids);
	const tokens = keepRefreshTokens ? 0 : await deleteRefreshTokens(transaction, "session_id", uids);
	const grants = artifacts.flatMap(({ payload }) => {
		const { authorizations = {} }: StoredSession = JSON.parse(payload);
		return Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);
	});
	await deleteGrants(transaction, await withoutRefreshTokens(transaction, [...new Set(grants)]));
	return count > 0n || artifacts.length > 0 || tokens > 0;
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
export async function endAccess(transaction: IdentityServiceDatabase, userId: string): Promise<void> {
	await transaction.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await deleteRefreshTokens(transaction, "user_id", [userId]);
	await deleteArtifactsOfAccount(transaction, userId);
}
