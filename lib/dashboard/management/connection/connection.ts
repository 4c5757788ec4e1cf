import "server-only";
import { requestId } from "../../request/request-id";
import { requireRole } from "../../session/session";
import { accessToken, secondsUntilRenewal } from "../call/access-token";
import { inCall, newReference } from "../call/call-context";
import { type FeatureGrant, featureGrants } from "./feature-grants";

export type TokenFacts = {
	grants: FeatureGrant[];
	/** From the token endpoint's answer. */
	lifetimeSeconds: number;
	/** On a clock that cannot be set. */
	renewedInSeconds: number | null;
};

/**
 * What the tenant granted to the dashboard's management client, feature by feature; `granted` is null where the token
 * endpoint does not say. @throws SessionError, ManagementError
 */
export async function tokenFacts(): Promise<TokenFacts> {
	const { subject } = await requireRole("viewer");
	const context = { subject, reference: newReference(), requestId: await requestId() };
	const { grantedScopes, expiresInSeconds } = await inCall(context, () => accessToken());
	return {
		grants: featureGrants(grantedScopes),
		lifetimeSeconds: expiresInSeconds,
		renewedInSeconds: secondsUntilRenewal(),
	};
}
