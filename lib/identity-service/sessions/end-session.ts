import type Provider from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { deleteArtifactByUid } from "../store/oidc-artifacts";
import { forgetParticipants, type Participant, participantsOf } from "./participants";
import { type ProviderSession, takeProviderSession } from "./provider-session";
import { revokeGrant } from "./refresh-token-family";

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
