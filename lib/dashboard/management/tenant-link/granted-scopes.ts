import "server-only";
import { type OperationName, type PartName, partScopes } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { inSentence } from "../../change-in-words";
import { dashboardConfig } from "../../config";
import { type Feature, featureFor, features } from "../../resources/features";
import { permissionFor } from "../../resources/writes";
import { may, type Role } from "../../session/permissions";
import { requirePermission } from "../../session/session";
import { accessToken, lackedPartScopes, lackedScopes } from "../call/access-token";
import { inCall, newCall } from "../call/call-context";
import { ManagementError } from "../call/errors";
import { deadlineOfCall } from "../call/send";

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

/** What this console may do with these scopes, by feature. */
export function featureGrants(grantedScopes: readonly string[] | null): FeatureGrant[] {
	return features.map((feature) => {
		const { scopes, joiner } = feature;
		const has = (scope: Scope) => grantedScopes?.includes(scope) ?? false;
		const isGranted = joiner === " and " ? scopes.every(has) : scopes.some(has);
		return { ...feature, granted: grantedScopes && isGranted };
	});
}

/** An operation, or a part of a resource that needs a scope of its own. */
export type Needed = OperationName | PartName;

/**
 * Why something is not known or not possible, as a part of a sentence: "the tenant has not granted this console …". Null where
 * the scopes of the last access token are enough, or are not known.
 */
export function lackInWords(needed: Needed): string | null {
	const lacked = isPart(needed) ? lackedPartScopes(needed) : lackedScopes(needed);
	return lacked.length === 0
		? null
		: `the tenant has not granted this console ${lacked.join(featureFor(needed).joiner)}`;
}

/** "The tenant has not granted this console create:clients, so it can't create applications." Null where nothing is missing. */
export function missingScope(needed: Needed): string | null {
	const lack = lackInWords(needed);
	return lack && `${lack.replace(/^t/, "T")}, so it can't ${inSentence(featureFor(needed).feature)}.`;
}

function isPart(needed: Needed): needed is PartName {
	return Object.hasOwn(partScopes, needed);
}

/** Whether a control is shown: the admin's role may use the operation, and the tenant is not known to refuse it. */
export function canUse(role: Role, operation: OperationName): boolean {
	return may(role, permissionFor(operation)) && lackedScopes(operation).length === 0;
}
