import fc from "fast-check";
import { expect, test } from "vitest";
import { printedNames, printOf } from "@/lib/dashboard/templates/request-print";
import {
	cellField,
	cellsOf,
	changedCells,
	columnActText,
	countsOf,
	editedCounts,
	type MatrixEdits,
	type MatrixRow,
	matrixColumns,
	readColumnAct,
	readMatrixForm,
	replacementsOf,
	requestsNothing,
	rowField,
	rowsThatAsk,
	withCell,
	withColumnAct,
} from "./matrix";

const rowOf = (id: string, elements: Record<string, unknown>): MatrixRow => {
	return { id, name: id, print: printOf(elements) };
};
const column = (name: string) => matrixColumns.find((one) => one.name === name) ?? expect.fail(name);
const changesOf = (edits: MatrixEdits) =>
	Object.fromEntries(
		[...edits].map(([id, { row, cells }]) => [
			id,
			changedCells(row.print?.cells ?? "", cells).map(({ column, tick }) => `${tick ? "+" : "-"}${column.name}`),
		]),
	);

test("the columns are the cells of a print, in their order", () => {
	expect(matrixColumns.map(({ name, place }) => [name, place])).toEqual(
		printedNames.map((name, place) => [name, place]),
	);
});

test("a cell that is toggled twice is no edit, also where it was listed as false", () => {
	const rows = [rowOf("a", { portrait: true, nationality: false })];
	for (const name of ["portrait", "nationality", "resident_city"]) {
		const isOn = name === "portrait";
		const once = withCell(new Map(), rows, column(name), !isOn);
		expect(changesOf(once)).toEqual({ a: [`${isOn ? "-" : "+"}${name}`] });
		expect(withCell(once, rows, column(name), isOn)).toEqual(new Map());
		expect(withCell(new Map(), rows, column(name), isOn)).toEqual(new Map());
	}
});

test("edits keep the row as it was when they began, whatever is read meanwhile", () => {
	const edits = withCell(new Map(), [rowOf("a", { portrait: true })], column("resident_city"), true);
	const read = rowOf("a", { portrait: true, resident_city: true, nationality: true });
	expect(changesOf(withCell(edits, [read], column("portrait"), false))).toEqual({ a: ["-portrait", "+resident_city"] });
});

test("the counts with edits are those of the edited rows, an unread one among them", () => {
	const rows = [
		rowOf("a", { portrait: true, resident_city: true }),
		{ id: "b", name: "b", print: null },
		rowOf("c", { birth_date: true }),
		rowOf("d", {}),
	];
	const edits = withCell(
		withColumnAct(new Map(), rows, readColumnAct("remove birth_date") ?? expect.fail()),
		rows,
		column("portrait"),
		true,
	);
	const edited = rows.map((row) => ({ ...row, print: row.print && { cells: cellsOf(row, edits), others: 0 } }));
	expect(editedCounts(countsOf(rows), rows, edits)).toEqual(countsOf(edited));
	expect(countsOf(edited).columns[column("portrait").place]).toBe(3);
});

test("a column's attribute is removed, or replaced by an age limit, in every template that asks for it, edits included", () => {
	const rows = [
		rowOf("a", { birth_date: true, portrait: true }),
		rowOf("b", { birth_date: true, age_over_18: true }),
		rowOf("c", { portrait: true }),
		{ ...rowOf("d", {}), print: null },
	];
	const birth = column("birth_date");
	const [over18] = replacementsOf(birth);
	const edits = withCell(new Map(), rows.slice(2), birth, true);
	expect(rowsThatAsk(rows, edits, birth).map(({ id }) => id)).toEqual(["a", "b", "c"]);
	expect(changesOf(withColumnAct(edits, rows, { kind: "replace", column: birth, by: over18 ?? birth }))).toEqual({
		a: ["+age_over_18", "-birth_date"],
		b: ["-birth_date"],
		c: ["+age_over_18"],
	});
	expect(changesOf(withColumnAct(new Map(), rows, { kind: "remove", column: birth }))).toEqual({
		a: ["-birth_date"],
		b: ["-birth_date"],
	});
	expect(replacementsOf(column("portrait"))).toEqual([]);
	for (const name of matrixColumns)
		for (const by of [undefined, ...replacementsOf(name)]) {
			const act = by ? { kind: "replace" as const, column: name, by } : { kind: "remove" as const, column: name };
			expect(readColumnAct(columnActText(act))).toEqual(act);
		}
	for (const text of ["", "replace portrait age_over_18", "remove x", "replace birth_date", "drop birth_date"])
		expect(readColumnAct(text)).toBeNull();
});

test("a row that would ask for nothing is known, unless it asks for others", () => {
	const nothing = printOf({}).cells;
	expect(requestsNothing(rowOf("a", { portrait: true }), nothing)).toBe(true);
	expect(requestsNothing(rowOf("a", { portrait: true, odd: 1 }), nothing)).toBe(false);
	expect(requestsNothing(rowOf("a", {}), printOf({ portrait: true }).cells)).toBe(false);
});

test("a form has the same edits with scripts, which state each row after, and without, where boxes do", () => {
	const name = fc.constantFrom(...printedNames);
	const elements = fc.dictionary(name, fc.boolean());
	const ticks = fc.array(fc.tuple(name, fc.boolean()), { maxLength: 8 });
	fc.assert(
		fc.property(fc.array(fc.tuple(elements, ticks), { maxLength: 4 }), (drawn) => {
			const rows = drawn.map(([elements], index) => rowOf(`vct_${index}`, elements));
			const edits = drawn.reduce<MatrixEdits>((all, [, ticks], index) => {
				const one = rows.slice(index, index + 1);
				return ticks.reduce((edits, [name, tick]) => withCell(edits, one, column(name), tick), all);
			}, new Map());
			const [scripted, native] = [new FormData(), new FormData()];
			for (const [id, { row, cells }] of edits) scripted.append("row", rowField(id, row.print?.cells ?? "", cells));
			for (const row of rows) {
				native.append("row", rowField(row.id, row.print?.cells ?? ""));
				for (const one of matrixColumns)
					if (rowsThatAsk([row], edits, one).length > 0) native.append("cell", cellField(row.id, one));
			}
			for (const form of [scripted, native]) {
				const read = readMatrixForm(form);
				expect(changesOf(read)).toEqual(changesOf(edits));
				for (const row of rows) expect(cellsOf(row, read)).toBe(cellsOf(row, edits));
			}
		}),
	);
});

test("what is no row of the matrix is left out", () => {
	const form = new FormData();
	for (const row of ["", "vct_1", "vct_1 rrr", `vct_1 ${"x".repeat(23)}`, `vct_1 ${"r".repeat(24)}`])
		form.append("row", row);
	form.append("cell", "vct_1 portrait");
	expect(readMatrixForm(form)).toEqual(new Map());
});
