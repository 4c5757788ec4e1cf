import type { CreateTableBuilder } from "kysely";

/** Adds columns of text that are never null, in this order. */
export function texts(...names: readonly string[]) {
	return (table: CreateTableBuilder<string, string>) =>
		names.reduce((built, name) => built.addColumn(name, "text", (column) => column.notNull()), table);
}
