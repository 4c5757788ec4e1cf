import { type MouseEvent, memo } from "react";
import { Badge } from "@/components/ui/badge";
import { TemplateFormLink } from "../form/template-form-link";
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
	return (
		<div className="overflow-x-auto rounded-lg border border-line bg-surface max-sm:[&_:is(table,thead,tbody,tr,th,td)]:block max-sm:[&_tbody_:is(th,td)]:py-1 max-sm:[&_tbody_tr]:py-2 max-sm:[&_thead_tr]:flex">
			<table className="w-full text-left text-sm">
				<thead>
					<tr className="border-b border-line text-muted">
						{columns.map(([key, title]) => (
							<th
								key={key}
								scope="col"
								aria-sort={sort?.key === key ? (sort.isDescending ? "descending" : "ascending") : undefined}
								className="px-4 py-2.5 font-medium"
							>
								<a
									href={listAddress({ ...query, sort: nextSort(sort, key) })}
									onClick={(event: MouseEvent) => {
										if (event.metaKey || event.ctrlKey || event.shiftKey) return;
										event.preventDefault();
										onSort(nextSort(sort, key));
									}}
									className="inline-block min-h-6 underline-offset-2 hover:underline"
								>
									{title}
									<span aria-hidden="true">{sort?.key === key ? (sort.isDescending ? " ↓" : " ↑") : ""}</span>
								</a>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<Row key={row.id} row={row} />
					))}
				</tbody>
			</table>
		</div>
	);
}

/** Kept as it is while others come and go around it: there may be hundreds. */
const Row = memo(({ row }: { row: TemplateRow }) => (
	<tr className="border-b border-line last:border-0 hover:bg-sunken">
		<th scope="row" className="min-w-40 px-4 py-3 font-medium">
			<TemplateFormLink
				href={`/templates/${encodeURIComponent(row.id)}`}
				className="text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
			>
				{row.name}
			</TemplateFormLink>
		</th>
		<td className="px-4 py-3">
			<Requested row={row} />
		</td>
		<td className="px-4 py-3">
			<Updated row={row} />
		</td>
	</tr>
));

function Requested({ row: { requested, listedFalse, kinds } }: { row: TemplateRow }) {
	if (requested === null) return <Badge tone="warning">not readable here</Badge>;
	return (
		<span className="flex flex-wrap items-center gap-1.5">
			<span>{requested === 0 ? "nothing" : `${requested} ${requested === 1 ? "attribute" : "attributes"}`}</span>
			{kinds.map((kind) => (
				<Badge key={kind}>{kind}</Badge>
			))}
			{listedFalse > 0 ? <Badge tone="warning">{listedFalse} listed as false</Badge> : null}
		</span>
	);
}

function Updated({ row: { updatedAt, updatedAgo, updatedExact } }: { row: TemplateRow }) {
	if (!updatedAt) return <span className="text-muted">—</span>;
	return (
		<time dateTime={updatedAt} title={updatedExact} className="inline-block">
			{updatedAgo} <span className="whitespace-nowrap text-xs text-muted">({updatedExact})</span>
		</time>
	);
}
