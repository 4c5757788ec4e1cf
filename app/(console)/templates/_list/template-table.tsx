import { type MouseEvent, memo } from "react";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable, SortHead } from "@/components/ui/data-table";
import { SelectAll, SelectRow } from "@/components/ui/select-box";
import { TemplateFormLink } from "../_form/template-form-link";
import { type ListQuery, listAddress, nextSort, type Sort, type SortKey } from "./list-query";
import type { TemplateRow } from "./template-row";

const columns: [SortKey, string][] = [
	["name", "Name"],
	["requested", "Asks for"],
	["updatedAt", "Updated"],
];

type TemplateTableProps = {
	rows: readonly TemplateRow[];
	query: ListQuery;
	onSort: (sort: Sort) => void;
};

/** The loaded templates. A column's heading orders them, and again turns the order round. */
export function TemplateTable({ rows, query, onSort }: TemplateTableProps) {
	const { sort } = query;
	function directionOf(key: SortKey) {
		if (sort?.key !== key) return undefined;
		return sort.isDescending ? "descending" : "ascending";
	}
	return (
		<DataTable
			label="Templates"
			head={
				<>
					<SelectAll what="shown templates" />
					{columns.map(([key, title]) => (
						<SortHead
							key={key}
							direction={directionOf(key)}
							link={(content) => (
								<a
									href={listAddress({ ...query, sort: nextSort(sort, key) })}
									onClick={(event: MouseEvent) => {
										if (event.metaKey || event.ctrlKey || event.shiftKey) return;
										event.preventDefault();
										onSort(nextSort(sort, key));
									}}
								>
									{content}
								</a>
							)}
						>
							{title}
						</SortHead>
					))}
				</>
			}
		>
			{rows.map((row) => (
				<Row key={row.id} row={row} />
			))}
		</DataTable>
	);
}

/** Kept as it is while others come and go around it: there may be hundreds. */
const Row = memo(({ row }: { row: TemplateRow }) => (
	<tr>
		<SelectRow name="template" value={row.id} label={`Select ${row.name}`} />
		<th scope="row" title={row.name}>
			<TemplateFormLink
				href={`/templates/${encodeURIComponent(row.id)}`}
				className="text-accent underline-offset-2 hover:underline"
			>
				{row.name}
			</TemplateFormLink>
		</th>
		<Cell label="Asks for" className="max-w-none">
			<Requested row={row} />
		</Cell>
		<Cell label="Updated">
			<Updated row={row} />
		</Cell>
	</tr>
));

function Requested({ row: { requested, listedFalse, kinds, findings } }: { row: TemplateRow }) {
	if (requested === null) return <Badge tone="warning">not readable here</Badge>;
	return (
		<span className="flex flex-wrap items-center gap-1.5 sm:flex-nowrap">
			<span className="tabular-nums">
				{requested === 0 ? "nothing" : `${requested} ${requested === 1 ? "attribute" : "attributes"}`}
			</span>
			{kinds.map((kind) => (
				<Badge key={kind}>{kind}</Badge>
			))}
			{findings.includes("almost-everything") ? <Badge tone="warning">asks for almost everything</Badge> : null}
			{listedFalse > 0 ? <Badge tone="warning">{listedFalse} listed as false</Badge> : null}
		</span>
	);
}

function Updated({ row: { updatedAt, updatedAgo, updatedExact } }: { row: TemplateRow }) {
	if (!updatedAt) return <span className="text-muted">—</span>;
	return (
		<time dateTime={updatedAt} title={updatedExact} className="tabular-nums">
			{updatedAgo}
		</time>
	);
}
