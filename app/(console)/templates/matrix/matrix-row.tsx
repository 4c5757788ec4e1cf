import { type KeyboardEvent, memo } from "react";
import { RowLink } from "@/components/layout/links";
import { classNames } from "@/components/ui/class-names";
import { nameInWords } from "@/components/ui/invisible-characters";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { isRequested } from "../_list/list-query";
import {
	CELL_FIELD,
	CHOSEN_FORM,
	cellField,
	EDITS_FORM,
	type MatrixColumn,
	type MatrixRow,
	matrixColumns,
} from "./matrix";

type RowProps = { row: MatrixRow; index: number; cells: string; isChosen: boolean; canWrite: boolean };

/** Memoised: a toggle renders its own row alone. The boxes are ticked by `useShownTicks`. */
export const Row = memo(({ row, index, cells, isChosen, canWrite }: RowProps) => {
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
export function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
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
