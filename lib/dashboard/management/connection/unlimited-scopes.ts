import type { DashboardConfig } from "../../config";

/** With each of these a client can come to act as another one that may do more, where the service sets no limit to it. */
const TAKE_OVER_SCOPES = ["update:clients", "read:client_keys", "update:client_keys", "create:client_grants"];

/**
 * Scopes of this console that reach as far as the most privileged application of the tenant. The embedded tenant refuses
 * what goes beyond the caller's own scopes; a real one may not.
 * @param granted null where the tenant doesn't list them
 */
export function unlimitedScopes(
	{ tenant }: Pick<DashboardConfig, "tenant">,
	granted: readonly string[] | null,
): string[] {
	if (tenant.embedded || granted === null) return [];
	return TAKE_OVER_SCOPES.filter((scope) => granted.includes(scope));
}
