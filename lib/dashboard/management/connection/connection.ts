import "server-only";
import { type OperationName, operations } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../../config";
import { features } from "../../registry/operation-entries";
import { requestId } from "../../request/request-id";
import { requireRole } from "../../session/session";
import { accessToken, grantedScopes } from "../call/access-token";
import { inCall, newReference } from "../call/call-context";
import type { ManagementError } from "../call/errors";

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

export type FeatureGrant = {
	feature: string;
	scopes: readonly string[];
	granted: boolean | null;
	isOptional: boolean;
};

/** What the console may do with these scopes, feature by feature; `granted` is null where nobody said which they are. */
export function featureGrants(grantedScopes: readonly string[] | null): FeatureGrant[] {
	return features.map(({ operation, feature, isOptional }) => {
		const { scopes } = operations[operation];
		const granted = grantedScopes && scopes.some((scope) => grantedScopes.includes(scope));
		return { feature, scopes, granted, isOptional };
	});
}

/**
 * The scopes of which an operation needs any one, where the tenant has granted none of them to this console; empty where
 * it may be carried out, and where nothing is known. The tenant is not asked: it says so with each access token.
 */
export function lackedScopes(operation: OperationName): readonly Scope[] {
	const granted = grantedScopes();
	const { scopes } = operations[operation];
	return granted === null || scopes.some((scope) => granted.includes(scope)) ? [] : scopes;
}

const learned = processWide<boolean | null>("is-global-client", () => null);

/**
 * Whether the tenant takes this console's client for a global one, learned from its answers to what admins do anyway:
 * null until one of them told. Creating a template needs it, and nothing is created to find out.
 */
export function isGlobalClient(): boolean | null {
	return learned.get();
}

/** The service carried out what only a global client may do. */
export function learnFromSuccess(operation: OperationName): void {
	if (operation === "post_vc_templates") learned.set(true);
}

/** The service refused the client as not global. */
export function learnFromRefusal({ kind, serviceMessage = "" }: ManagementError): void {
	if (kind === "credentials" && /not global/i.test(serviceMessage)) learned.set(false);
}
