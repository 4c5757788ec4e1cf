import { type MouseEvent, memo, type ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable, MenuHead, SortHead } from "@/components/ui/data-table";
import { CopyEntry, RowMenu } from "@/components/ui/row-menu";
import { SelectAll, SelectRow } from "@/components/ui/select-box";
import { type ListQuery, listAddress, nextSort, type Sort, type SortKey } from "./list-query";
import type { TemplateRow } from "./template-row";

type TemplateColumn = {
	title: string;
	sort: SortKey;
	cell: (row: TemplateRow) => ReactNode;
	className?: string;
};

/** The cells of the first column are the row headers. */
const columns: TemplateColumn[] = [
	{
		title: "Name",
		sort: "name",
		cell: (row) => <PageLink href={`/templates/${encodeURIComponent(row.id)}`}>{row.name}</PageLink>,
	},
	{
		title: "Purpose",
		sort: "purpose",
		cell: ({ purpose }) => <span title={purpose}>{purpose || "—"}</span>,
	},
	{
		title: "Asks for",
		sort: "requested",
		className: "max-w-none",
		cell: ({ asks, kinds, warnings }) => {
			if (asks === null) return <Badge tone="warning">not readable here</Badge>;
			return (
				<span className="flex flex-wrap items-center gap-1.5 sm:flex-nowrap">
					<span className="tabular-nums">{asks}</span>
					{kinds.map((kind) => (
						<Badge key={kind}>{kind}</Badge>
					))}
					{warnings.map((warning) => (
						<Badge key={warning} tone="warning">
							{warning}
						</Badge>
					))}
				</span>
			);
		},
	},
	{
		title: "Updated",
		sort: "updatedAt",
		cell: ({ updatedAt, updatedAgo, updatedExact }) => {
			if (!updatedAt) return "—";
			return (
				<time dateTime={updatedAt} title={updatedExact} className="tabular-nums">
					{updatedAgo}
				</time>
			);
		},
	},
];

/** An admin's rights on templates beside reading. */
export type TemplateRights = { create: boolean; write: boolean };

type TemplateTableProps = {
	rows: readonly TemplateRow[];
	rights: TemplateRights;
	query: ListQuery;
	onSort: (sort: Sort) => void;
};

/** The loaded templates. A column's heading sorts them, and a second click reverses the order. */
export function TemplateTable({ rows, rights, query, onSort }: TemplateTableProps) {
	const { sort } = query;
	return (
		<DataTable
			label="Templates"
			head={
				<>
					<SelectAll what="shown templates" />
					{columns.map(({ title, sort: key }) => {
						const next = nextSort(sort, key);
						return (
							<SortHead
								key={key}
								direction={sort?.key !== key ? undefined : sort.isDescending ? "descending" : "ascending"}
								link={(content) => (
									<a
										href={listAddress({ ...query, sort: next })}
										onClick={(event: MouseEvent) => {
											if (event.metaKey || event.ctrlKey || event.shiftKey) return;
											event.preventDefault();
											onSort(next);
										}}
									>
										{content}
									</a>
								)}
							>
								{title}
							</SortHead>
						);
					})}
					<MenuHead />
				</>
			}
		>
			{rows.map((row) => (
				<Row key={row.id} row={row} canCreate={rights.create} canWrite={rights.write} />
			))}
		</DataTable>
	);
}

type RowProps = { row: TemplateRow; canCreate: boolean; canWrite: boolean };

/** Memoised, since there may be hundreds of rows. */
const Row = memo(({ row, canCreate, canWrite }: RowProps) => (
	<tr>
		<SelectRow name="template" value={row.id} label={`Select ${row.name}`} />
		{columns.map(({ title, className, cell }, index) =>
			index === 0 ? (
				<th key={title} scope="row" title={row.name}>
					{cell(row)}
				</th>
			) : (
				<Cell key={title} label={title} className={className}>
					{cell(row)}
				</Cell>
			),
		)}
		<RowMenu name={row.name}>
			<Entries id={row.id} canCreate={canCreate} canWrite={canWrite} />
		</RowMenu>
	</tr>
));

type EntriesProps = { id: string; canCreate: boolean; canWrite: boolean };

function Entries({ id, canCreate, canWrite }: EntriesProps) {
	const path = `/templates/${encodeURIComponent(id)}`;
	return (
		<>
			<li>
				<PageLink href={path}>Open</PageLink>
			</li>
			{canCreate ? (
				<li>
					<PageLink href={`/templates/new?from=${encodeURIComponent(id)}`}>Duplicate</PageLink>
				</li>
			) : null}
			<li>
				<PageLink href={`/templates/compare?a=${encodeURIComponent(id)}`}>Compare</PageLink>
			</li>
			<li>
				<a href={`${path}/json`} download>
					Download as JSON
				</a>
			</li>
			<CopyEntry text={id}>Copy ID</CopyEntry>
			{canWrite ? (
				<li>
					<PageLink
						href={`/templates/bulk?operation=delete&template=${encodeURIComponent(id)}`}
						className="text-danger"
					>
						Delete…
					</PageLink>
				</li>
			) : null}
		</>
	);
}
