import { z } from "zod";

// What a response holds of another form than documented hides nothing else of it.

/** An optional part of a response. Of another form, it is as if it were absent: not known. */
export function known<Part extends z.ZodType>(part: Part) {
	return part.nullish().catch(undefined);
}

export const text = known(z.string());
export const flag = known(z.boolean());
export const number = known(z.number());
export const texts = known(z.array(z.string()));

/** The entries of a list that can be read, and how many can't, which have no usable identifier. */
export type Rows<Row> = { rows: Row[]; unreadable: number };

/** A list whose entries are each parsed alone: one that can't be read is counted, and hides no other. */
export function rowsOf<Row extends z.ZodType>(row: Row) {
	return z.array(z.unknown()).transform((entries): Rows<z.infer<Row>> => {
		const read = entries.map((entry) => row.safeParse(entry));
		const rows = read.flatMap(({ success, data }) => (success ? [data] : []));
		return { rows, unreadable: entries.length - rows.length };
	});
}

/** A page of such a list, under its name, with the number of entries that can't be read; `shape`: its other properties. */
export function pageOf<Name extends string, Row extends z.ZodType, Shape extends z.ZodRawShape>(
	name: Name,
	row: Row,
	shape: Shape,
) {
	type Page = { [Each in Name]: z.infer<Row>[] } & { unreadable: number } & z.infer<z.ZodObject<Shape>>;
	const list = rowsOf(row);
	return z.looseObject({ ...shape, [name]: list }).transform((page): Page => {
		const { rows, unreadable } = page[name] as z.infer<typeof list>;
		return { ...page, [name]: rows, unreadable } as unknown as Page;
	});
}
