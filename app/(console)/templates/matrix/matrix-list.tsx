import { type ReactNode, useState } from "react";
import { Name } from "@/components/ui/name";
import { isRequested } from "../_list/list-query";
import { cellsOf, type MatrixColumn, type MatrixEdits, type MatrixRow, matrixGroups } from "./matrix";
import { cellClass, LISTED_FALSE, type MatrixCounts } from "./matrix-table";

type MatrixListProps = {
	/** Of this page; none where there is room for the table. */
	rows: readonly MatrixRow[];
	edits: MatrixEdits;
	counts: MatrixCounts;
	canWrite: boolean;
	actsOf: (column: MatrixColumn) => ReactNode;
	onToggle: (row: MatrixRow, place: number, tick: boolean) => void;
};

/** The matrix by attribute, where there is no room for the table: an attribute opens its templates. With scripts only. */
export function MatrixList({ rows, edits, counts, canWrite, actsOf, onToggle }: MatrixListProps) {
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	return (
		<div className="matrix-list">
			{matrixGroups.map(({ title, columns }, index) => (
				<section key={title} aria-label={title}>
					<h2>
						{title} <span className="count">{counts.groups[index]}</span>
					</h2>
					{columns.map((column) => (
						<details
							key={column.name}
							onToggle={({ currentTarget }) =>
								setOpen((before) => {
									const next = new Set(before);
									if (currentTarget.open) next.add(column.name);
									else next.delete(column.name);
									return next;
								})
							}
						>
							<summary>
								{column.label} <span className="count">{counts.columns[column.place]}</span>
							</summary>
							{open.has(column.name) && rows.length > 0 ? (
								<>
									{actsOf(column)}
									<ul>
										{rows.map((row) => {
											const cells = cellsOf(row, edits);
											return (
												<li key={row.id}>
													{row.print ? (
														<label>
															<input
																type="checkbox"
																checked={isRequested(cells[column.place])}
																disabled={!canWrite}
																aria-describedby={cells[column.place] === "f" ? LISTED_FALSE : undefined}
																className={cellClass(column, cells, row.print.cells)}
																onChange={({ target }) => onToggle(row, column.place, target.checked)}
															/>
															<Name text={row.name} />
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
								</>
							) : null}
						</details>
					))}
				</section>
			))}
		</div>
	);
}
