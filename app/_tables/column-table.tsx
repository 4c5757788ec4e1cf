import { memo, type ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Cell, DataTable, Head, MenuHead } from "@/components/ui/data-table";
import { RowMenu } from "@/components/ui/row-menu";
import { type ListColumns, nextRowSort, type RowSort } from "./list-view";

/** A column of a table: its head, its sort order where it has one, and its cell of a row. */
export type Column<Row, Shared = undefined> = ListColumns<Row>[number] & {
	title: string;
	/** @param shared a value for the cells of all rows */
	cell: (row: Row, shared: Shared) => ReactNode;
	className?: string;
};

export type ColumnTableProps<Row, Shared> = {
	label: string;
	/** The cells of the first one name their rows. */
	columns: readonly Column<Row, Shared>[];
	/** Sorted. */
	rows: readonly Row[];
	idOf: (row: Row) => string;
	shared: Shared;
	/** The present order, and the address of the page in another one; left out where no column sorts. */
	sort?: RowSort | null;
	addressOf?: (sort: RowSort) => string;
	/** Sorts in place. */
	onSort?: (sort: RowSort) => void;
	/** A column in front, for selecting rows. */
	choice?: { head: ReactNode; cell: (row: Row) => ReactNode } | null;
	/** The menu of a row: its name, and the entries. */
	menu?: { nameOf: (row: Row) => string; entries: (row: Row, shared: Shared) => ReactNode };
};

/** A table by its columns. Its heads are links to the same page in another order. */
export function ColumnTable<Row, Shared>(props: ColumnTableProps<Row, Shared>) {
	const { label, columns, rows, idOf, shared, sort, addressOf, onSort, choice, menu } = props;
	return (
		<DataTable
			label={label}
			head={
				<>
					{choice?.head}
					{columns.map((column) => (
						<ColumnHead key={column.title} column={column} sort={sort} addressOf={addressOf} onSort={onSort} />
					))}
					{menu ? <MenuHead /> : null}
				</>
			}
		>
			{rows.map((row) => (
				<TableRow key={idOf(row)} columns={columns} row={row} shared={shared} choice={choice} menu={menu} />
			))}
		</DataTable>
	);
}

type TableRowProps<Row, Shared> = Pick<ColumnTableProps<Row, Shared>, "columns" | "shared" | "choice" | "menu"> & {
	row: Row;
};

/** Memoised, since a list that is searched in the browser may have hundreds. */
const TableRow = memo(<Row, Shared>({ columns, row, shared, choice, menu }: TableRowProps<Row, Shared>) => (
	<tr>
		{choice?.cell(row)}
		{columns.map(({ title, className, cell }, index) =>
			index === 0 ? (
				<th key={title} scope="row" className={className}>
					{cell(row, shared)}
				</th>
			) : (
				<Cell key={title} label={title} className={className}>
					{cell(row, shared)}
				</Cell>
			),
		)}
		{menu ? <RowMenu name={menu.nameOf(row)}>{menu.entries(row, shared)}</RowMenu> : null}
	</tr>
)) as <Row, Shared>(props: TableRowProps<Row, Shared>) => ReactNode;

type ColumnHeadProps = { column: Pick<Column<never>, "title" | "sort"> } & Pick<
	ColumnTableProps<never, never>,
	"sort" | "addressOf" | "onSort"
>;

function ColumnHead({ column: { title, sort: by }, sort = null, addressOf, onSort }: ColumnHeadProps) {
	if (!by || !addressOf) return <Head>{title}</Head>;
	const next = nextRowSort(by, sort);
	return (
		<th scope="col" aria-sort={sort?.key !== by.key ? undefined : sort.isDescending ? "descending" : "ascending"}>
			<PageLink href={addressOf(next)} scroll={false} inPlace={onSort && (() => onSort(next))}>
				{title}
			</PageLink>
		</th>
	);
}
