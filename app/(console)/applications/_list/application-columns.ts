import type { RowSort, SortColumns } from "@/app/_tables/row-sort";
import type { ApplicationRow } from "./application-row";

type ApplicationSortKey = "name" | "type";
export type ApplicationSort = RowSort<ApplicationSortKey>;

/** What the table of applications can be ordered by. */
export const applicationColumns: SortColumns<ApplicationRow, ApplicationSortKey> = {
	name: { of: ({ name }) => name },
	type: { of: ({ type }) => type },
};
