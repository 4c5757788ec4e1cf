import { memo } from "react";
import { nextRowSort } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Scroller } from "@/components/ui/scroller";
import { type ListQuery, SAME_TOGETHER, templatesAddress } from "../_list/list-query";
import { cellsOf, type MatrixCounts, type MatrixEdits, type MatrixRow, matrixColumns, matrixGroups } from "./matrix";
import { moveFocus, Row } from "./matrix-row";

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
