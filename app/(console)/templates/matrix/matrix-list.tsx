import { type ReactNode, useEffect, useRef, useState } from "react";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { isRequested } from "../_list/list-query";
import {
	cellsOf,
	type MatrixColumn,
	type MatrixCounts,
	type MatrixEdits,
	type MatrixRow,
	matrixGroups,
} from "./matrix";
import { cellClass, LISTED_FALSE } from "./matrix-row";

type MatrixListProps = {
	/** Of this page; none where there is room for the table. */
	rows: readonly MatrixRow[];
	edits: MatrixEdits;
	counts: MatrixCounts;
	canWrite: boolean;
	/** The IDs of selected templates. */
	chosen: ReadonlySet<string>;
	actsOf: (column: MatrixColumn) => ReactNode;
	onToggle: (row: MatrixRow, place: number, tick: boolean) => void;
	onChoose: (ids: readonly string[], isChosen: boolean) => void;
};

/** The matrix by attribute, where there is no room for the table: an attribute opens its templates. With scripts only. */
export function MatrixList(props: MatrixListProps) {
	const { rows, edits, counts, canWrite, chosen, actsOf, onToggle, onChoose } = props;
	const hasRows = rows.length > 0;
	return (
		<div className="matrix-list">
			<Fold head="Select templates" hasContent={hasRows}>
				<ul>
					{rows.map(({ id, name }) => (
						<li key={id}>
							<label>
								<input
									type="checkbox"
									aria-label={`Select ${nameInWords(name)}`}
									checked={chosen.has(id)}
									onChange={({ target }) => onChoose([id], target.checked)}
								/>
								<Name text={name} />
							</label>
						</li>
					))}
				</ul>
			</Fold>
			{matrixGroups.map(({ title, columns }, index) => (
				<section key={title} aria-label={title}>
					<h2>
						{title} <span className="count">{counts.groups[index]}</span>
					</h2>
					{columns.map((column) => (
						<Fold
							key={column.name}
							head={
								<>
									<span id={`l${column.place}`}>{column.label}</span>{" "}
									<span className="count">{counts.columns[column.place]}</span>
									{column.isSensitive ? <span className="sr-only">, sensitive</span> : null}
								</>
							}
							hasContent={hasRows}
						>
							{actsOf(column)}
							<ul>
								{rows.map((row, index) => {
									const cells = cellsOf(row, edits);
									const [head, name] = [`l${column.place}`, `l${column.place}r${index}`];
									return (
										<li key={row.id}>
											{row.print ? (
												<label>
													<input
														type="checkbox"
														checked={isRequested(cells[column.place])}
														disabled={!canWrite}
														aria-labelledby={`${head} ${name}`}
														aria-describedby={cells[column.place] === "f" ? LISTED_FALSE : undefined}
														className={cellClass(column, cells, row.print.cells)}
														onChange={({ target }) => onToggle(row, column.place, target.checked)}
													/>
													<span id={name}>
														<Name text={row.name} />
													</span>
												</label>
											) : (
												<>
													<Name text={row.name} /> <span className="text-muted">not readable here</span>
												</>
											)}
										</li>
									);
								})}
							</ul>
						</Fold>
					))}
				</section>
			))}
		</div>
	);
}

type FoldProps = { head: ReactNode; hasContent: boolean; children: ReactNode };

/** Its content is there while it is open, also where it was opened before hydration. */
function Fold({ head, hasContent, children }: FoldProps) {
	const [isOpen, setOpen] = useState(false);
	const details = useRef<HTMLDetailsElement>(null);
	useEffect(() => setOpen(details.current?.open === true), []);
	return (
		<details ref={details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>{head}</summary>
			{isOpen && hasContent ? children : null}
		</details>
	);
}
