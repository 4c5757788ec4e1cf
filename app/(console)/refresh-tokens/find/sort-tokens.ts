import { tokenEnd } from "./token-end";
import type { TokenLine } from "./token-search-result";

export const tokenSortKeys = ["application", "createdAt", "lastExchangedAt", "expiresAt"] as const;
export type TokenSortKey = (typeof tokenSortKeys)[number];
export type TokenSort = { key: TokenSortKey; isDescending: boolean };

/** The order that an address names, as in `-createdAt`; null: as the service gives them. */
export function readTokenSort(text: string | undefined): TokenSort | null {
	const isDescending = text?.startsWith("-") ?? false;
	const key = tokenSortKeys.find((candidate) => candidate === text?.slice(isDescending ? 1 : 0));
	return key ? { key, isDescending } : null;
}

export function tokenSortText({ key, isDescending }: TokenSort): string {
	return `${isDescending ? "-" : ""}${key}`;
}

/** What choosing a column leads to: names from A, times from the newest, ends from the nearest; again turns it round. */
export function nextTokenSort(sort: TokenSort | null, key: TokenSortKey): TokenSort {
	if (sort?.key === key) return { key, isDescending: !sort.isDescending };
	return { key, isDescending: key === "createdAt" || key === "lastExchangedAt" };
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Equal ones stay as they came, and what is not known comes last. */
export function sortTokens(tokens: readonly TokenLine[], sort: TokenSort | null): TokenLine[] {
	if (!sort) return [...tokens];
	const { key, isDescending } = sort;
	return tokens.toSorted((one, other) => {
		const [a, b] = [sorted(one, key), sorted(other, key)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		const order = key === "application" ? names.compare(a, b) : Date.parse(a) - Date.parse(b);
		return isDescending ? -order : order;
	});
}

function sorted(token: TokenLine, key: TokenSortKey): string | null {
	return key === "expiresAt" ? tokenEnd(token).at : token[key];
}
