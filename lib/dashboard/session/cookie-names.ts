import type { DashboardConfig } from "../config";

/**
 * Cookies ignore ports: on plain http the names carry the port, so that two installations on one host do not overwrite
 * each other. On https the `__Host-` prefix binds the session to this host.
 */
export function cookieName(purpose: string, { appUrl, secure }: Pick<DashboardConfig, "appUrl" | "secure">): string {
	return secure ? `__Host-console.${purpose}` : `console.${purpose}.${new URL(appUrl).port || "80"}`;
}
