import type { TokenLine } from "./token-search-result";

/** What comes first: the fixed end of a token, or the one that it has when nobody uses it. ISO 8601; null where no end is known. */
export function tokenEnd({ expiresAt, idleExpiresAt }: Pick<TokenLine, "expiresAt" | "idleExpiresAt">): {
	at: string | null;
	isWhenUnused: boolean;
} {
	const isWhenUnused =
		idleExpiresAt !== null && (expiresAt === null || Date.parse(idleExpiresAt) < Date.parse(expiresAt));
	return { at: isWhenUnused ? idleExpiresAt : expiresAt, isWhenUnused };
}
