import type Provider from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { deleteArtifactByUid, deleteArtifactsOfAccount } from "../store/oidc-artifacts";
import { browserSession } from "./browser-session";
import { forgetParticipants, type Participant, participantsOf } from "./participants";
import { type ProviderSession, takeProviderSession } from "./provider-session";
import { revokeGrant } from "./refresh-token-family";

/**
 * Ends all that a user was let in with: logins, codes on their way, and the grants behind refresh tokens. The next visit
 * of any application asks for the password.
 */
export async function endSessions(service: IdentityService, userId: string): Promise<void> {
	const families = await service.database
		.selectFrom("refresh_tokens")
		.select("grant_id")
		.where("user_id", "=", userId)
		.execute();
	for (const grantId of new Set(families.map(({ grant_id }) => grant_id))) {
		if (grantId !== null) await revokeGrant(service, grantId);
	}
	// Those of the sample have no grant behind them, and are listed like all others.
	await service.database.deleteFrom("refresh_tokens").where("user_id", "=", userId).execute();
	await deleteArtifactsOfAccount(service.database, userId);
}

/**
 * Ends the session of the browser that a request comes from, outside the library's own endpoints.
 * @returns the applications of SAML that had a part in it, none where no user was signed in, and the cookies that forget it
 */
export async function endBrowserSession(
	service: IdentityService,
	request: ServiceRequest,
): Promise<{ participants: Participant[]; cookies: string[] }> {
	const session = await browserSession(service, request);
	const ended = session.userId === null ? null : await endSession(service, service.oidc().provider, session.uid);
	return { participants: ended?.participants ?? [], cookies: session.forget() };
}

/** What depended on a session that has ended: the applications of SAML, and the provider that it came from. */
export type EndedSession = { participants: Participant[]; providerSession: ProviderSession | null };

/**
 * Ends a session with all that lives only as long as it: grants without offline access and what was issued under them, the
 * applications' sessions of SAML, the session at a provider. Also where the session itself has ended before.
 * @param uid the session's, which is `sid` in ID tokens
 */
export async function endSession(service: IdentityService, provider: Provider, uid: string): Promise<EndedSession> {
	const session = await provider.Session.findByUid(uid);
	await deleteArtifactByUid(service.database, "Session", uid);
	for (const { grantId, persistsLogout } of Object.values(session?.authorizations ?? {})) {
		if (grantId && !persistsLogout) await revokeGrant(service, grantId);
	}
	const participants = await participantsOf(service, uid);
	await forgetParticipants(service, uid);
	return { participants, providerSession: await takeProviderSession(service, uid) };
}
