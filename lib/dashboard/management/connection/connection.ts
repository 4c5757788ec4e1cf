import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import { operations } from "@/lib/contract/operations";
import { requestId } from "../../request/request-id";
import { requireRole } from "../../session/session";
import { accessToken, secondsUntilRenewal } from "../call/access-token";
import { inCall, newReference } from "../call/call-context";

/** What the dashboard does with each operation, for the admin who has to grant the scope. */
const features: Partial<Record<OperationName, string>> = {
	get_vc_templates: "List and open templates",
	post_vc_templates: "Create templates",
	patch_vc_templates_by_id: "Change templates",
	delete_vc_templates_by_id: "Delete templates",
	"get_refresh-tokens_by_id": "Find and open refresh tokens",
	"patch_refresh-tokens_by_id": "Edit refresh token metadata",
	"delete_refresh-tokens_by_id": "Revoke refresh tokens",
	get_users: "Find refresh tokens by user",
	get_clients: "Show applications by name",
};

export type FeatureGrant = { feature: string; scopes: readonly string[]; granted: boolean | null };

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
	const grants = Object.entries(features).map(([name, feature]) => {
		const { scopes } = operations[name as OperationName];
		const granted = grantedScopes && scopes.some((scope) => grantedScopes.includes(scope));
		return { feature, scopes, granted };
	});
	return { grants, lifetimeSeconds: expiresInSeconds, renewedInSeconds: secondsUntilRenewal() };
}
