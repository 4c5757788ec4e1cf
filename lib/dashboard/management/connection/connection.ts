import "server-only";
import { dashboardConfig } from "../../config";
import { requestId } from "../../request/request-id";
import { requireRole } from "../../session/session";
import { accessToken } from "../call/access-token";
import { inCall, newReference } from "../call/call-context";
import { type FeatureGrant, featureGrants } from "./feature-grants";

/** With each of these a client can come to act as another one that may do more, where the service sets no limit to it. */
const TAKE_OVER_SCOPES = ["update:clients", "read:client_keys", "update:client_keys", "create:client_grants"];

export type TokenFacts = {
	grants: FeatureGrant[];
	/** Those with which this console could act as an application that may do more. */
	unlimited: readonly string[];
	/** From the token endpoint's answer. */
	lifetimeSeconds: number;
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
		unlimited: unlimitedScopes(grantedScopes),
		lifetimeSeconds: expiresInSeconds,
	};
}

/** The embedded tenant refuses what goes beyond the caller's own scopes; a real one may not. */
function unlimitedScopes(granted: readonly string[] | null): string[] {
	if (dashboardConfig().tenant.embedded) return [];
	return TAKE_OVER_SCOPES.filter((scope) => granted?.includes(scope));
}
