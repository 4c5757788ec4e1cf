import { type RowSort, type SortColumns, timeOrder } from "@/app/_tables/row-sort";
import { tokenEnd } from "./token-end";
import type { TokenLine } from "./token-search-result";

type TokenSortKey = "application" | "createdAt" | "lastExchangedAt" | "expiresAt";
export type TokenSort = RowSort<TokenSortKey>;

/** Names from A, times from the newest, ends from the nearest. */
export const tokenColumns: SortColumns<TokenLine, TokenSortKey> = {
	application: { of: ({ application }) => application },
	createdAt: { of: ({ createdAt }) => timeOrder(createdAt), isFromGreatest: true },
	lastExchangedAt: { of: ({ lastExchangedAt }) => timeOrder(lastExchangedAt), isFromGreatest: true },
	expiresAt: { of: (token) => timeOrder(tokenEnd(token).at) },
};
