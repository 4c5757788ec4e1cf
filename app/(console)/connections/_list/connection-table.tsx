import { rowSortText, sortRows } from "@/app/_tables/row-sort";
import { SortHeads } from "@/app/_tables/sort-heads";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable } from "@/components/ui/data-table";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { countInWords } from "../_state/connection-state";
import { type ConnectionSort, connectionColumns } from "./connection-columns";
import type { ConnectionRow } from "./connection-row";

const titles = [
	["Name", "name"],
	["Provider", "provider"],
	["State", "state"],
	["Certificate", "certificate"],
	["Begins at the provider", null],
] as const;

type ConnectionTableProps = {
	rows: readonly ConnectionRow[];
	sort: ConnectionSort | null;
	/** The page's address in another order. */
	addressOf: (sort: string) => string;
};

/** The loaded connections; each name leads to its page. */
export function ConnectionTable({ rows, sort, addressOf }: ConnectionTableProps) {
	return (
		<DataTable
			label="Connections"
			head={
				<SortHeads
					titles={titles}
					columns={connectionColumns}
					sort={sort}
					addressOf={(wanted) => addressOf(rowSortText(wanted))}
				/>
			}
		>
			{sortRows(connectionColumns, rows, sort).map((row) => (
				<tr key={row.id}>
					<th scope="row" title={[row.label, row.name, row.id].filter(Boolean).join(", ")}>
						<PageLink href={pageOf("connection", row.id)} className="text-accent underline-offset-2 hover:underline">
							<bdi>{row.label}</bdi>
						</PageLink>{" "}
						{row.name ? <code className="text-xs font-normal text-muted">{row.name}</code> : null}
					</th>
					<Cell label="Provider" title={row.provider}>
						{row.provider || <span className="text-muted">not said</span>}
					</Cell>
					<Cell label="State" title={row.state.text}>
						<Badge tone={row.state.tone}>{stateInShort(row)}</Badge>
					</Cell>
					<Cell label="Certificate">
						{row.certificate.tone === "success" ? (
							row.certificate.text
						) : (
							<Badge tone={row.certificate.tone}>{row.certificate.text}</Badge>
						)}
					</Cell>
					<Cell label="Begins at the provider">{row.isProviderInitiated ? "yes" : "no"}</Cell>
				</tr>
			))}
		</DataTable>
	);
}

function stateInShort({ applications, state }: ConnectionRow): string {
	if (applications === 0) return "off";
	return state.tone === "danger"
		? `refuses every answer, on for ${countInWords(applications)}`
		: `on for ${countInWords(applications)}`;
}
