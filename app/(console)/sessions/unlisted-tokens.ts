import "server-only";
import { dashboardConfig } from "@/lib/dashboard/config";

export function isEmbedded(): boolean {
	return dashboardConfig().tenant.embedded;
}

/** About refresh tokens that no list shows; null where the tenant issues none. @param sessions "it", "them" */
export function unlistedTokens(sessions: string): string | null {
	if (isEmbedded()) return null;
	return `Online refresh tokens, where the tenant issues any, are in no list and end with ${sessions}.`;
}
