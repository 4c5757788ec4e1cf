import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Cell, DataTable, Head, MenuHead, SortHead } from "@/components/ui/data-table";
import { RowMenu } from "@/components/ui/row-menu";
import { nextRowSort, type RowSort, type SortBy, sortRows } from "./list-view";

/** A column of a table: its head, its sort order where it has one, and its cell of a row. */
export type Column<Row, Shared = undefined> = {
	title: string;
	sort?: SortBy<Row>;
	/** @param shared a value for the cells of all rows */
	cell: (row: Row, shared: Shared) => ReactNode;
	/** The cell's text where it may be cut off. */
	hint?: (row: Row) => string | undefined;
	className?: string | ((row: Row, shared: Shared) => string);
};

export type ColumnTableProps<Row, Shared> = {
	label: string;
	/** The cells of the first one name their rows. */
	columns: readonly Column<Row, Shared>[];
	rows: readonly Row[];
	idOf: (row: Row) => string;
	shared: Shared;
	/** The present order, and the address of the page in another one; left out where no column sorts. */
	sort?: RowSort | null;
	addressOf?: (sort: RowSort) => string;
	/** A column in front, for selecting rows. */
	choice?: { head: ReactNode; cell: (row: Row) => ReactNode } | null;
	/** The menu of a row: its name, and the entries. */
	menu?: { nameOf: (row: Row) => string; entries: (row: Row) => ReactNode };
};

/** A table by its columns. The server sorts it: its heads are links to the same page in another order. */
export function ColumnTable<Row, Shared>(props: ColumnTableProps<Row, Shared>) {
	const { label, columns, rows, idOf, shared, sort = null, addressOf, choice, menu } = props;
	return (
		<DataTable
			label={label}
			head={
				<>
					{choice?.head}
					{columns.map((column) => (
						<ColumnHead key={column.title} title={column.title} by={column.sort} sort={sort} addressOf={addressOf} />
					))}
					{menu ? <MenuHead /> : null}
				</>
			}
		>
			{sortRows(columns, rows, sort).map((row) => (
				<tr key={idOf(row)}>
					{choice?.cell(row)}
					{columns.map((column, index) => (
						<ColumnCell key={column.title} isHead={index === 0} column={column} row={row} shared={shared} />
					))}
					{menu ? <RowMenu name={menu.nameOf(row)}>{menu.entries(row)}</RowMenu> : null}
				</tr>
			))}
		</DataTable>
	);
}

type ColumnHeadProps = {
	title: string;
	by: SortBy<never> | undefined;
	sort: RowSort | null;
	addressOf: ((sort: RowSort) => string) | undefined;
};

function ColumnHead({ title, by, sort, addressOf }: ColumnHeadProps) {
	if (!by || !addressOf) return <Head>{title}</Head>;
	return (
		<SortHead
			direction={sort?.key !== by.key ? undefined : sort.isDescending ? "descending" : "ascending"}
			link={(content: ReactNode) => (
				<PageLink href={addressOf(nextRowSort(by, sort))} scroll={false}>
					{content}
				</PageLink>
			)}
		>
			{title}
		</SortHead>
	);
}

type ColumnCellProps<Row, Shared> = { column: Column<Row, Shared>; row: Row; shared: Shared; isHead: boolean };

function ColumnCell<Row, Shared>({ column, row, shared, isHead }: ColumnCellProps<Row, Shared>) {
	const content = column.cell(row, shared);
	const className = typeof column.className === "function" ? column.className(row, shared) : column.className;
	const looks = { title: column.hint?.(row), className };
	if (!isHead) {
		return (
			<Cell label={column.title} {...looks}>
				{content}
			</Cell>
		);
	}
	return (
		<th scope="row" {...looks}>
			{content}
		</th>
	);
}
