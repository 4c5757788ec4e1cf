import { type RowSort, type SortColumns, timeOrder } from "@/app/_tables/row-sort";
import type { ConnectionRow } from "./connection-row";

type ConnectionSortKey = "name" | "provider" | "state" | "certificate";
export type ConnectionSort = RowSort<ConnectionSortKey>;

/** What the table of connections can be ordered by. */
export const connectionColumns: SortColumns<ConnectionRow, ConnectionSortKey> = {
	name: { of: ({ label }) => label },
	provider: { of: ({ provider }) => provider || null },
	state: { of: ({ applications }) => applications, isFromGreatest: true },
	certificate: { of: ({ certificateEnd }) => timeOrder(certificateEnd) },
};
