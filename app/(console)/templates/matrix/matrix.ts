import type { Problem } from "@/lib/dashboard/problem/problem";
import { formGroups } from "@/lib/dashboard/templates/attribute-catalogue";
import { type PrintCell, printedNames } from "@/lib/dashboard/templates/request-print";
import { CHOSEN_TEMPLATES_MAX, isRequested } from "../_list/list-query";
import type { TemplateRow } from "../_list/template-row";

/** A template of the matrix; `print` is null where its request has a shape that is not known here. */
export type MatrixRow = Pick<TemplateRow, "id" | "name" | "print">;

/** An attribute of the print. `place`: in its cells. */
export type MatrixColumn = { name: string; label: string; place: number; isSensitive: boolean; isFirst: boolean };

/** The groups of the form with their columns, in the order of a print's cells. */
export const matrixGroups = formGroups.map(({ title, shortTitle = title, attributes }) => ({
	title: shortTitle,
	columns: attributes.map(({ name, label, sensitivity }, index): MatrixColumn => {
		return {
			name,
			label,
			place: printedNames.indexOf(name),
			isSensitive: sensitivity === "high",
			isFirst: index === 0,
		};
	}),
}));

export const matrixColumns = matrixGroups.flatMap(({ columns }) => columns);

const byName = new Map(matrixColumns.map((column) => [column.name, column]));

export function columnOf(name: string | undefined): MatrixColumn | undefined {
	return byName.get(name ?? "");
}

/** Age limits that can replace an attribute: what most of those who ask for it need to know. */
const limits = matrixColumns.filter(({ name }) => name.startsWith("age_over_"));
const replaced = ["birth_date", "age_in_years", "age_birth_year"];

export function replacementsOf({ name }: MatrixColumn): readonly MatrixColumn[] {
	return replaced.includes(name) ? limits : [];
}

/** Rows with their edits: the row as it was when its editing began, and its cells now. By the ID. */
export type MatrixEdits = ReadonlyMap<string, { row: MatrixRow; cells: string }>;

/** The cells of a row with its edits; empty where its request is not known here. */
export function cellsOf({ id, print }: MatrixRow, edits: MatrixEdits): string {
	return edits.get(id)?.cells ?? print?.cells ?? "";
}

/** Ticks or clears a cell of some rows. What is listed as false is so again where its tick is removed. */
export function withCell(
	edits: MatrixEdits,
	rows: readonly MatrixRow[],
	column: Pick<MatrixColumn, "place" | "isSensitive">,
	tick: boolean,
): MatrixEdits {
	const next = new Map(edits);
	for (const one of rows) {
		const row = edits.get(one.id)?.row ?? one;
		if (!row.print) continue;
		const cells = tickedCells(row.print.cells, cellsOf(row, next), column, tick);
		if (cells === row.print.cells) next.delete(row.id);
		else next.set(row.id, { row, cells });
	}
	return next;
}

function tickedCells(
	before: string,
	cells: string,
	{ place, isSensitive }: Pick<MatrixColumn, "place" | "isSensitive">,
	tick: boolean,
): string {
	if (isRequested(cells[place]) === tick) return cells;
	const was = before[place];
	const cleared: PrintCell = was === "f" ? "f" : "-";
	const ticked: PrintCell = isSensitive ? "s" : "r";
	return cells.slice(0, place) + (tick ? ticked : cleared) + cells.slice(place + 1);
}

/** Edits that began with some, over others: what was ticked and cleared since stays. */
export function rebased(edits: MatrixEdits, from: MatrixEdits, to: MatrixEdits): MatrixEdits {
	const rows = new Map([...from, ...edits].map(([id, { row }]) => [id, row]));
	return [...rows.values()].reduce(
		(all, row) =>
			changedCells(cellsOf(row, from), cellsOf(row, edits)).reduce(
				(next, { column, tick }) => withCell(next, [row], column, tick),
				all,
			),
		to,
	);
}

/** A row with edits as it can be sent: its ID, and its cells before and after. */
export type SentEdit = readonly [id: string, before: string, after: string];

export function sentEdits(edits: MatrixEdits): SentEdit[] {
	return [...edits].flatMap(([id, { row, cells }]): SentEdit[] => (row.print ? [[id, row.print.cells, cells]] : []));
}

/** What was sent, over the rows that are known by now. */
export function readSentEdits(sent: readonly SentEdit[], rows: ReadonlyMap<string, MatrixRow>): MatrixEdits {
	return new Map(
		sent.map(([id, before, cells]) => {
			const { name = id, print } = rows.get(id) ?? {};
			return [id, { row: { id, name, print: { cells: before, others: print?.others ?? 0 } }, cells }];
		}),
	);
}

export function tooManyTemplates(count: number): Problem {
	const message = `At most ${CHOSEN_TEMPLATES_MAX} are changed at once.`;
	return { title: `${count} templates are too many`, message };
}

/** How many templates request each attribute, by its place, and any of each group. */
export type MatrixCounts = { columns: readonly number[]; groups: readonly number[] };

/** Of rows without edits. */
export function countsOf(rows: readonly MatrixRow[]): MatrixCounts {
	const columns = matrixColumns.map(() => 0);
	const groups = matrixGroups.map(() => 0);
	for (const { print } of rows) addCells({ columns, groups }, print?.cells ?? "", 1);
	return { columns, groups };
}

/** The counts of the same rows with their edits: only those with edits are counted again. */
export function editedCounts(counts: MatrixCounts, rows: readonly MatrixRow[], edits: MatrixEdits): MatrixCounts {
	const edited = { columns: [...counts.columns], groups: [...counts.groups] };
	for (const { id, print } of rows) {
		const edit = edits.get(id);
		if (!edit) continue;
		addCells(edited, print?.cells ?? "", -1);
		addCells(edited, edit.cells, 1);
	}
	return edited;
}

function addCells({ columns, groups }: { columns: number[]; groups: number[] }, cells: string, by: 1 | -1) {
	for (const [index, group] of matrixGroups.entries()) {
		const requested = group.columns.filter(({ place }) => isRequested(cells[place]));
		for (const { place } of requested) columns[place] = (columns[place] ?? 0) + by;
		if (requested.length > 0) groups[index] = (groups[index] ?? 0) + by;
	}
}

/** A button of a column's head: removes the attribute where it is requested, or puts an age limit in its place. */
export type ColumnAct = { kind: "remove" | "replace"; column: MatrixColumn; by?: MatrixColumn };

export function columnActText({ column, by }: ColumnAct): string {
	return by ? `replace ${column.name} ${by.name}` : `remove ${column.name}`;
}

/** Null for anything else. */
export function readColumnAct(text: string): ColumnAct | null {
	const [kind, name, limit] = text.split(" ");
	const column = columnOf(name);
	if (!column) return null;
	if (kind === "remove" && limit === undefined) return { kind, column };
	const by = replacementsOf(column).find((one) => one.name === limit);
	return kind === "replace" && by ? { kind, column, by } : null;
}

/** The rows that request an attribute, with their edits. */
export function rowsThatAsk(
	rows: readonly MatrixRow[],
	edits: MatrixEdits,
	{ place }: Pick<MatrixColumn, "place">,
): MatrixRow[] {
	return rows.filter((row) => isRequested(cellsOf(row, edits)[place]));
}

export function withColumnAct(edits: MatrixEdits, rows: readonly MatrixRow[], { column, by }: ColumnAct): MatrixEdits {
	const asking = rowsThatAsk(rows, edits, column);
	const removed = withCell(edits, asking, column, false);
	return by ? withCell(removed, asking, by, true) : removed;
}

/** One edited cell. `cell`: before the edit. */
export type CellChange = { column: MatrixColumn; cell: string; tick: boolean };

export function changedCells(before: string, after: string): CellChange[] {
	return matrixColumns.flatMap((column) => {
		const cell = before[column.place] ?? "-";
		const tick = isRequested(after[column.place]);
		return tick === isRequested(cell) ? [] : [{ column, cell, tick }];
	});
}

/** Whether a template would request nothing; others than those of the matrix count. */
export function requestsNothing({ print }: MatrixRow, cells: string): boolean {
	return print !== null && print.others === 0 && !matrixColumns.some(({ place }) => isRequested(cells[place]));
}

/** The IDs of the forms of the cells, and of the checkboxes that select rows. */
export const EDITS_FORM = "edits";
export const CHOSEN_FORM = "chosen";

/** The names of the form's fields: a row, and a ticked cell, which counts where its row does not state its cells after. */
export const ROW_FIELD = "row";
export const CELL_FIELD = "cell";

/** Of a form that a script sends. */
export const SCRIPTED_FIELD = "scripted";

/** @param after absent: what is ticked counts */
export function rowField(id: string, before: string, after?: string): string {
	return after === undefined ? `${id} ${before}` : `${id} ${before} ${after}`;
}

export function cellField(id: string, { name }: Pick<MatrixColumn, "name">): string {
	return `${id} ${name}`;
}

/** The edits in a form, with scripts or without. Rows of another form are left out. */
export function readMatrixForm(form: FormData): MatrixEdits {
	const ticked = new Set(form.getAll(CELL_FIELD).map(String));
	const columnAct = readColumnAct(String(form.get("column")));
	const rows: MatrixRow[] = [];
	const edits = new Map<string, { row: MatrixRow; cells: string }>();
	for (const field of form.getAll(ROW_FIELD)) {
		const [, id, before, after] = ROW.exec(String(field)) ?? [];
		if (id === undefined || before === undefined) continue;
		const row = { id, name: id, print: { cells: before, others: 0 } };
		const cells = matrixColumns.reduce((cells, column) => {
			const tick = after ? isRequested(after[column.place]) : ticked.has(cellField(id, column));
			return tickedCells(before, cells, column, tick);
		}, before);
		rows.push(row);
		if (cells !== before) edits.set(id, { row, cells });
	}
	return columnAct ? withColumnAct(edits, rows, columnAct) : edits;
}

const ROW = new RegExp(`^(\\S+) ([-rsf]{${matrixColumns.length}})(?: ([-rsf]{${matrixColumns.length}}))?$`);
