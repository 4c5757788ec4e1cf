import { rowSortText, sortRows } from "@/app/_tables/row-sort";
import { SortHeads } from "@/app/_tables/sort-heads";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable } from "@/components/ui/data-table";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { type ApplicationSort, applicationColumns } from "./application-columns";
import type { ApplicationRow } from "./application-row";

const titles = [
	["Name", "name"],
	["Type", "type"],
	["Authenticates with", null],
	["Grants", null],
] as const;

type ApplicationTableProps = {
	rows: readonly ApplicationRow[];
	sort: ApplicationSort | null;
	/** The page's address in another order. */
	addressOf: (sort: string) => string;
};

/** The loaded applications; each name leads to its page. */
export function ApplicationTable({ rows, sort, addressOf }: ApplicationTableProps) {
	return (
		<DataTable
			label={resources.application.title}
			head={
				<SortHeads
					titles={titles}
					columns={applicationColumns}
					sort={sort}
					addressOf={(wanted) => addressOf(rowSortText(wanted))}
				/>
			}
		>
			{sortRows(applicationColumns, rows, sort).map((row) => (
				<tr key={row.id}>
					<th scope="row" title={`${row.name}, ${row.id}`}>
						<PageLink href={pageOf("application", row.id)} className="text-accent underline-offset-2 hover:underline">
							<bdi>{row.name}</bdi>
						</PageLink>{" "}
						{row.flags.map(({ text, tone }) => (
							<Badge key={text} tone={tone}>
								{text}
							</Badge>
						))}
					</th>
					<Cell label="Type">{row.type}</Cell>
					<Cell label="Authenticates with" title={row.authenticates}>
						{row.authenticates}
					</Cell>
					<Cell label="Grants" title={row.grants}>
						{row.grants || <span className="text-muted">none</span>}
					</Cell>
				</tr>
			))}
		</DataTable>
	);
}
