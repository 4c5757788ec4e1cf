import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { waitOutRateLimit } from "./rate-pause";

const PAGES_MAX = 10;
/** How long reading tokens may take: what is asked last needs the rest of the request's time. */
export const READ_WITHIN_MS = 6_000;

/**
 * Finds tokens in the list of their user: most are on its first page, so that one call answers for all of them. It looks
 * no further than ten pages, and asks and waits for the rate limit no longer than `until`.
 * @throws SessionError, ManagementError
 */
export async function listChosenTokens(
	userId: string,
	ids: readonly string[],
	until: number,
): Promise<Map<string, RefreshToken>> {
	const chosen = new Set(ids);
	const found = new Map<string, RefreshToken>();
	let from: string | undefined;
	for (let pages = 0; pages < PAGES_MAX && found.size < chosen.size && Date.now() < until; pages += 1) {
		await waitOutRateLimit(1, until);
		const page = await listUserRefreshTokens(userId, from);
		for (const token of page.tokens) if (chosen.has(token.id)) found.set(token.id, token);
		from = (page.tokens.length > 0 && page.next) || undefined;
		if (!from) break;
	}
	return found;
}
