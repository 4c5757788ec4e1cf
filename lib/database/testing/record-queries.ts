import {
	CompiledQuery,
	type Kysely,
	type KyselyPlugin,
	type PluginTransformQueryArgs,
	PostgresAdapter,
	type RootOperationNode,
	sql,
} from "kysely";

/** A database that records every statement, also within transactions. */
export function recordQueries<Schema>(database: Kysely<Schema>) {
	const nodes: RootOperationNode[] = [];
	const results: { rows: number; characters: number }[] = [];
	const plugin: KyselyPlugin = {
		transformQuery({ node }: PluginTransformQueryArgs) {
			nodes.push(node);
			return node;
		},
		transformResult: async ({ result }) => {
			results.push({ rows: result.rows.length, characters: JSON.stringify(result.rows).length });
			return result;
		},
	};
	return {
		database: database.withPlugin(plugin),
		/** How many rows were returned so far, by all statements and by the one with most; the size of all as JSON. */
		rowsRead: () => results.reduce((sum, { rows }) => sum + rows, 0),
		mostRowsRead: () => Math.max(0, ...results.map(({ rows }) => rows)),
		charactersRead: () => results.reduce((sum, { characters }) => sum + characters, 0),
		/** The statements since the last call. */
		take: (): CompiledQuery[] =>
			nodes.splice(0).map((node) => database.getExecutor().compileQuery(node, { queryId: "recorded" })),
	};
}

/**
 * How the engine would carry out a statement, in its own wording, one line a step. PostgreSQL is set to avoid reading
 * whole tables and sorting at any price, so that few rows make no difference: where it still does either, an index is
 * missing.
 */
export async function planOf<Schema>(
	database: Kysely<Schema>,
	{ sql: statement, parameters }: CompiledQuery,
): Promise<string[]> {
	const explain = (prefix: string) => CompiledQuery.raw(`${prefix} ${statement}`, [...parameters]);
	if (!(database.getExecutor().adapter instanceof PostgresAdapter)) {
		const { rows } = await database.executeQuery<{ detail: string }>(explain("explain query plan"));
		return rows.map(({ detail }) => detail);
	}
	return database.transaction().execute(async (transaction) => {
		for (const setting of ["enable_seqscan", "enable_bitmapscan", "enable_sort"]) {
			await sql`set local ${sql.id(setting)} = off`.execute(transaction);
		}
		const { rows } = await transaction.executeQuery<{ "QUERY PLAN": string }>(explain("explain (costs off)"));
		return rows.map((row) => row["QUERY PLAN"]);
	});
}

/** The steps of a plan that take longer the more rows a table has. */
export function unindexedSteps(plan: string[]): string[] {
	return plan.filter((step) => /^SCAN (?!.*USING|CONSTANT ROW)|TEMP B-TREE|Seq Scan|(^|-> +)Sort$/.test(step));
}
