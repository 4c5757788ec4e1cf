import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { deleteArtifact, deleteArtifactsOfAccount, findArtifact } from "../store/oidc-artifacts";
import { deleteRefreshTokens } from "../store/refresh-tokens";
import { revokeGrant } from "./refresh-token-family";
import { consumeSamlSessions } from "./saml-sessions";

/**
 * Ends a session at a logout, with all that depends on it: grants without offline access and what was issued under them,
 * the sessions of SAML applications, the session at a provider. Also where the session itself has ended before.
 * @param uid the session's, which is `sid` in ID tokens
 * @returns its SAML participants, and the session at the provider that it began with
 */
export async function endSession(service: IdentityService, uid: string) {
	await closeSession(service, uid, "offline access stays");
	return consumeSamlSessions(service, uid);
}

/**
 * Ends a session where no browser can visit the SAML applications that took part in it. They stay recorded: a LogoutRequest
 * of one of them, or a logout with the session's ID token, still reaches the others.
 * @param offline whether refresh tokens that were issued in the session end as well
 * @returns false where there was nothing to end
 */
export async function closeSession(
	service: IdentityService,
	uid: string,
	offline: "offline access stays" | "offline access ends",
): Promise<boolean> {
	return inTransaction(service.database, async (transaction) => {
		const within = { ...service, database: transaction };
		// First: whatever is being stored in the session is stored before, and found, or never.
		const { numDeletedRows } = await transaction.deleteFrom("sessions").where("id", "=", uid).executeTakeFirst();
		const stored = await findArtifact(transaction, "Session", uid, "uid_hash");
		await deleteArtifact(transaction, "Session", uid, "uid_hash");
		const { authorizations = {} }: StoredSession = JSON.parse(stored?.payload ?? "{}");
		for (const { grantId, persistsLogout } of Object.values(authorizations)) {
			if (grantId && (!persistsLogout || offline === "offline access ends")) await revokeGrant(within, grantId);
		}
		const isFound = numDeletedRows > 0n || stored !== undefined;
		if (offline === "offline access stays") return isFound;
		return (await deleteRefreshTokens(transaction, "session_id", [uid])) > 0 || isFound;
	});
}

type StoredSession = { authorizations?: Record<string, { grantId?: string; persistsLogout?: boolean }> };

/**
 * `closeSession` for each session of a user.
 * @param offline whether all refresh tokens of the user end as well, those of sessions that have ended too
 */
export async function closeSessionsOf(
	service: IdentityService,
	userId: string,
	offline: "offline access stays" | "offline access ends",
): Promise<void> {
	const { database } = service;
	const rows = await database.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();
	for (const { id } of rows) await closeSession(service, id, offline);
	if (offline === "offline access stays") return;
	await inTransaction(database, (transaction) => deleteRefreshTokens(transaction, "user_id", [userId]));
}

/**
 * Ends all sessions of a user: logins, unused codes, and the grants of refresh tokens. Every application then requires a
 * new sign-in.
 */
export async function endSessions({ database }: IdentityService, userId: string): Promise<void> {
	await database.deleteFrom("sessions").where("user_id", "=", userId).execute();
	await deleteRefreshTokens(database, "user_id", [userId]);
	await deleteArtifactsOfAccount(database, userId);
}
