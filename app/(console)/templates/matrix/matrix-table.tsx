import { type KeyboardEvent, memo } from "react";
import { nextRowSort } from "@/app/_tables/list-view";
import { PageLink, RowLink } from "@/components/layout/links";
import { classNames } from "@/components/ui/class-names";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Scroller } from "@/components/ui/scroller";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { isRequested, type ListQuery, SAME_TOGETHER, templatesAddress } from "../_list/list-query";
import {
	CELL_FIELD,
	CHOSEN_FORM,
	cellField,
	cellsOf,
	EDITS_FORM,
	type MatrixColumn,
	type MatrixCounts,
	type MatrixEdits,
	type MatrixRow,
	matrixColumns,
	matrixGroups,
} from "./matrix";

type MatrixTableProps = {
	/** Of this page. */
	rows: readonly MatrixRow[];
	edits: MatrixEdits;
	/** The IDs of selected rows. */
	chosen: ReadonlySet<string>;
	counts: MatrixCounts;
	canWrite: boolean;
	query: ListQuery;
	show: (changed: Partial<ListQuery>) => void;
};

/** A table of checkboxes, each in the order of Tab; arrow keys as well. They belong to forms of the bar. */
export function MatrixTable({ rows, edits, chosen, counts, canWrite, query, show }: MatrixTableProps) {
	const sortProps = { query, show };
	return (
		<>
			{canWrite ? (
				<p className="without-scripts mb-2 text-sm">
					Preview your edits before you sort, search or open other rows, or they are lost.
				</p>
			) : null}
			<Scroller label="Matrix" className="matrix">
				<table onKeyDown={moveFocus}>
					<thead>
						<tr>
							<td colSpan={2} className="together">
								<SortLink by={SAME_TOGETHER} isOneWay text="Equal requests together" {...sortProps} />
							</td>
							<td />
							{matrixGroups.map(({ title, columns }, index) => (
								<th key={title} scope="colgroup" colSpan={columns.length} className="first">
									{title} <span className="count">{counts.groups[index]}</span>
								</th>
							))}
						</tr>
						<tr>
							<td className="choose">
								<label className="script-only">
									<input type="checkbox" data-select-all="" aria-label="Select all: shown templates" />
								</label>
							</td>
							<SortHead className="name" by="name" isFromGreatest={false} text="Name" {...sortProps} />
							<SortHead className="size" by="requested" text="Asks for" {...sortProps} />
							{matrixColumns.map(({ name, label, place, isSensitive, isFirst }) => (
								<SortHead
									key={name}
									className={isFirst ? "attribute first" : "attribute"}
									by={name}
									text={label}
									id={`c${place}`}
									count={counts.columns[place]}
									isSensitive={isSensitive}
									{...sortProps}
								/>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((row, index) => (
							<Row
								key={row.id}
								row={row}
								index={index}
								cells={cellsOf(row, edits)}
								isChosen={chosen.has(row.id)}
								canWrite={canWrite}
							/>
						))}
					</tbody>
				</table>
			</Scroller>
		</>
	);
}

type SortLinkProps = Pick<MatrixTableProps, "query" | "show"> & {
	by: string;
	isFromGreatest?: boolean;
	/** It has one direction, and is no column's head, which would state it. */
	isOneWay?: boolean;
	text: string;
	/** Of the text, where cells are named by it. */
	id?: string;
};

/** Memoised: a toggle changes only the counts beside them. */
const SortLink = memo(({ by, isFromGreatest = true, isOneWay = false, text, id, query, show }: SortLinkProps) => {
	const sort = nextRowSort({ key: by, isFromGreatest, of: () => null }, isOneWay ? null : query.sort);
	return (
		<PageLink
			aria-current={isOneWay && query.sort?.key === by ? "true" : undefined}
			href={templatesAddress({ ...query, sort, page: 0 })}
			scroll={false}
			inPlace={() => show({ sort, page: 0 })}
		>
			<span id={id}>{text}</span>
		</PageLink>
	);
});

type SortHeadProps = SortLinkProps & { className?: string; count?: number | undefined; isSensitive?: boolean };

function SortHead({ className, count, isSensitive = false, ...link }: SortHeadProps) {
	const { sort } = link.query;
	const order = sort?.key !== link.by ? undefined : sort.isDescending ? "descending" : "ascending";
	return (
		<th scope="col" aria-sort={order} className={className}>
			<SortLink {...link} /> {count === undefined ? null : <span className="count">{count}</span>}
			{isSensitive ? <span className="sr-only">, sensitive</span> : null}
		</th>
	);
}

type RowProps = { row: MatrixRow; index: number; cells: string; isChosen: boolean; canWrite: boolean };

/** Memoised: a toggle renders its own row alone. The boxes are ticked by `useShownTicks`. */
const Row = memo(({ row, index, cells, isChosen, canWrite }: RowProps) => {
	const { id, name, print } = row;
	return (
		<tr className={isChosen ? "chosen" : undefined}>
			<td className="choose">
				<label>
					<input
						type="checkbox"
						name="template"
						value={id}
						form={CHOSEN_FORM}
						defaultChecked={isChosen}
						aria-label={`Select ${nameInWords(name)}`}
					/>
				</label>
			</td>
			<th scope="row" id={`r${index}`} className="name">
				<RowLink href={pageOf("template", id)} name={name} />
			</th>
			{print ? (
				<>
					<td className="size">
						{matrixColumns.filter(({ place }) => isRequested(cells[place])).length}
						{print.others > 0 ? <span className="count"> +{print.others}</span> : null}
					</td>
					{matrixColumns.map((column) => {
						const { place, isFirst } = column;
						return (
							<td key={place} className={isFirst ? "first" : undefined}>
								<input
									type="checkbox"
									name={CELL_FIELD}
									form={EDITS_FORM}
									value={cellField(id, column)}
									defaultChecked={isRequested(cells[place])}
									disabled={!canWrite}
									aria-labelledby={`c${place} r${index}`}
									aria-describedby={cells[place] === "f" ? LISTED_FALSE : undefined}
									className={cellClass(column, cells, print.cells)}
								/>
							</td>
						);
					})}
				</>
			) : (
				<td colSpan={matrixColumns.length + 1} className="unreadable">
					not readable here
				</td>
			)}
		</tr>
	);
});

/** The id of the note on what is listed as false. */
export const LISTED_FALSE = "listed-false";

export function cellClass({ place, isSensitive }: MatrixColumn, cells: string, before: string): string | undefined {
	const isChanged = isRequested(cells[place]) !== isRequested(before[place]);
	return classNames("cell", isSensitive && "sensitive", cells[place] === "f" && "listed-false", isChanged && "changed");
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
};

/** To the next cell in that direction; rows without cells are passed over. Enter would press the first button of the form. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
	if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
	const [down, right] = STEPS[event.key] ?? [0, 0];
	const cell = event.target instanceof HTMLInputElement ? event.target.closest("td") : null;
	const row = cell?.closest("tr");
	if ((!down && !right) || !cell || !row || event.altKey || event.ctrlKey || event.metaKey) return;
	event.preventDefault();
	const place = [...row.children].indexOf(cell) + right;
	const beside = (of: Element) => (down > 0 ? of.nextElementSibling : of.previousElementSibling);
	let to = down === 0 ? row : beside(row);
	while (to && down !== 0 && !inputIn(to, place)) to = beside(to);
	if (to) inputIn(to, place)?.focus();
}

function inputIn(row: Element, place: number): HTMLInputElement | null | undefined {
	return row.children[place]?.querySelector("input");
}
