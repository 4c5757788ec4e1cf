import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { listApplicationRefreshTokens, listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";

/** Which of a user's tokens: from a checkpoint on, of one application. */
export type TokenChoice = { from?: string | undefined; clientId?: string | undefined };

type ChosenTokens = {
	tokens: RefreshToken[];
	next: string | null;
	/** The applications of all that was loaded. */
	clientIds: string[];
	/** Where the tenant does not filter: how many tokens were loaded and filtered here. */
	loaded: number | null;
};

/**
 * One checkpoint page of a user's tokens. Not every tenant filters by application: one that refuses, or has nothing at
 * that address, is asked for the plain list, of which the others are left out.
 * @throws SessionError, ManagementError
 */
export async function listTokens(userId: string, { from, clientId }: TokenChoice): Promise<ChosenTokens> {
	if (clientId === undefined) return { ...(await plain(userId, from)), loaded: null };
	try {
		const { refresh_tokens: tokens, next } = await listApplicationRefreshTokens(userId, clientId, from);
		return { ...page(tokens, next), loaded: null };
	} catch (error) {
		if (!(error instanceof ManagementError && REFUSALS.includes(error.kind))) throw error;
		const all = await plain(userId, from);
		const tokens = all.tokens.filter((token) => token.client_id === clientId);
		return { ...all, tokens, loaded: all.tokens.length };
	}
}

const REFUSALS: readonly string[] = ["scope", "not-found", "no-area"];

async function plain(userId: string, from: string | undefined) {
	const { tokens, next } = await listUserRefreshTokens(userId, from);
	return page(tokens, next);
}

/** A tenant may name a next page behind the last one; an empty page is the end. */
function page(tokens: RefreshToken[], next: string | null | undefined) {
	const clientIds = [...new Set(tokens.flatMap(({ client_id }) => client_id ?? []))];
	return { tokens, next: (tokens.length > 0 && next) || null, clientIds };
}
