import "server-only";
import { isGranted, type OperationName, operations, type PartName, partScopes } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../../config";
import { type Feature, features } from "../../resources/features";
import { requirePermission } from "../../session/session";
import { accessToken, grantedScopes } from "../call/access-token";
import { inCall } from "../call/call-context";
import { deadlineOfCall } from "../call/deadline";
import { ManagementError } from "../call/errors";
import { newCall } from "../call/new-call";

/** With each of these a client can act as another one with more scopes, where the service does not prevent it. */
const TAKE_OVER_SCOPES = [
	...["update:clients", "read:client_keys", "update:client_keys"],
	...["create:client_grants", "update:client_grants"],
];

/**
 * The tenant's grant to the dashboard's management client: `unlimited` are scopes of `TAKE_OVER_SCOPES`.
 * @throws SessionError, ManagementError
 */
export async function tokenFacts() {
	const { grantedScopes, expiresInSeconds } = await ownToken();
	// The embedded tenant refuses to exceed the caller's scopes; a real one may not.
	const takeOver = dashboardConfig().tenant.embedded ? [] : TAKE_OVER_SCOPES;
	return {
		grants: featureGrants(grantedScopes),
		unlimited: takeOver.filter((scope) => grantedScopes?.includes(scope)),
		lifetimeSeconds: expiresInSeconds,
	};
}

async function ownToken(withinMs?: number) {
	const { subject } = await requirePermission("look");
	return inCall(await newCall(subject), () => accessToken(deadlineOfCall(withinMs)));
}

/** For scopes alone: a page that does without them does not wait longer. */
const SCOPES_WITHIN_MS = 2_000;

/**
 * For a page that depends on the scopes and has not read anything: a process that has just started has no access token yet.
 * Where the tenant does not issue one in time they stay unknown. @throws SessionError
 */
export async function learnScopes(): Promise<void> {
	await ownToken(SCOPES_WITHIN_MS).catch((error: unknown) => {
		if (!(error instanceof ManagementError)) throw error;
	});
}

/** `granted` is null where the scopes are not known. */
export type FeatureGrant = Feature & { granted: boolean | null };

/** What the console may do with these scopes, by feature. */
export function featureGrants(grantedScopes: readonly string[] | null): FeatureGrant[] {
	return features.map((feature) => {
		const { scopes, joiner } = feature;
		const has = (scope: Scope) => grantedScopes?.includes(scope) ?? false;
		const isGranted = joiner === " and " ? scopes.every(has) : scopes.some(has);
		return { ...feature, granted: grantedScopes && isGranted };
	});
}

/**
 * The scopes of an operation, where those of the last access token are not enough for it; empty where they are, or are not
 * known.
 */
export function lackedScopes(operation: OperationName): readonly Scope[] {
	const granted = namedScopes();
	return granted === null || isGranted(operation, granted) ? [] : operations[operation].scopes;
}

/** The scopes of a part of resources, where the last access token has none of them; empty where it has, or is not known. */
export function lackedPartScopes(part: PartName): readonly Scope[] {
	const granted = namedScopes();
	const scopes: readonly Scope[] = partScopes[part];
	return granted === null || scopes.some((scope) => granted.includes(scope)) ? [] : scopes;
}

/** The scopes of the last access token; null where it names none: no token is issued without any. */
function namedScopes(): readonly string[] | null {
	const granted = grantedScopes();
	return granted && granted.length > 0 ? granted : null;
}

const learned = processWide<boolean | null>("is-global-client", () => null);

/** Whether the console's client is global, learned from the tenant's responses to writes; null before the first. */
export function isGlobalClient(): boolean | null {
	return learned.get();
}

/** Only a global client may create templates. */
export function learnFromSuccess(operation: OperationName): void {
	if (operation === "post_vc_templates") learned.set(true);
}

export function learnFromRefusal({ kind, serviceMessage = "" }: ManagementError): void {
	if (kind === "credentials" && /not global/i.test(serviceMessage)) learned.set(false);
}
