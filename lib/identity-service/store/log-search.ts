import { setImmediate as afterOthers } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { alternativesOf, boundsOf, type LogSearch, predicateOf, withTimes } from "./log-predicate";
import { isPostgres } from "./rows";
import type { IdentityServiceDatabase } from "./schema";

/** So many that a search of a whole log takes few statements, so few that others do not wait long for one of them. */
const ENTRIES_A_READ_MAX = 4_000;
/** A search that compares more values than these is refused. */
const COMPARISONS_MAX = 8_000_000;

/** The search compares too many values before it has found what is requested. */
export class SearchTooWide extends Error {
	override name = "SearchTooWide";
}

type Order = "asc" | "desc";

type Request = {
	/** Of the entries. */
	limit: number;
	/** At least `limit`: entries are counted up to this number. */
	countTo?: number;
	order: Order;
	comparisonsMax?: number;
};

/**
 * The identifiers of the first entries of a search, and how many it finds. The entries are read from the index that has the
 * fewest of them, in parts between which other work runs.
 * @throws SearchTooWide
 */
export async function searchLog(
	database: IdentityServiceDatabase,
	written: LogSearch,
	{ limit, countTo = limit, order, comparisonsMax = COMPARISONS_MAX }: Request,
): Promise<{ ids: string[]; total: number }> {
	const search = withTimes(written);
	const bounds = boundsOf(search);
	const isFound = predicateOf(search, isPostgres(database));
	const source = await narrowest(database, sourcesOf(search));
	const [isAfter, isUpTo] = order === "desc" ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
	const ids: string[] = [];
	let total = 0;
	let position = sql<boolean>`true`;
	let comparisons = 0;
	for (let count = limit; ; count = Math.min(Math.max(2 * count, countTo - total), ENTRIES_A_READ_MAX)) {
		const edge = await edgeOf(database, source, { isBeyond: sql`${position} and ${bounds}`, count, order });
		const isWithin = edge === null ? sql`true` : sql`log_id ${isUpTo} ${edge}`;
		const isInPart = sql<boolean>`${isOf(source)} and ${position} and ${isWithin} and ${bounds}`;
		const isFoundInPart = sql<boolean>`${isInPart} and (${isFound})`;
		if (ids.length < limit) {
			const { rows } = await sql<{ log_id: string }>`select log_id from log_entries where ${isFoundInPart}`.execute(
				database,
			);
			const part = rows.map(({ log_id }) => log_id).sort();
			ids.push(...(order === "desc" ? part.reverse() : part));
			total += part.length;
		} else total += await countEntries(database, isFoundInPart, countTo - total);
		if (edge === null || (ids.length >= limit && total >= countTo)) {
			return { ids: ids.slice(0, limit), total: Math.min(total, countTo) };
		}
		// Of several values a part has `count` of one at most, and of each other those up to the same edge.
		const { length } = source.values;
		const read = length === 1 ? count : await countEntries(database, isInPart, count * length);
		comparisons += read * countLeaves(search);
		if (comparisons > comparisonsMax) throw new SearchTooWide();
		position = sql<boolean>`log_id ${isAfter} ${edge}`;
		await afterOthers();
	}
}

/** @param max no more are counted */
async function countEntries(
	database: IdentityServiceDatabase,
	condition: RawBuilder<boolean>,
	max: number,
): Promise<number> {
	const { rows } = await sql<{ count: number | string }>`select count(*) as count
		from (select 1 from log_entries where ${condition} limit ${max}) as counted`.execute(database);
	return Number(rows[0]?.count);
}

/** Entries that an index has together: those with one of the values; the one value null: all entries. */
type Source = { column: "user_id" | "ip" | "client_id" | "type" | null; values: readonly (string | null)[] };
const EVERY_ENTRY: Source = { column: null, values: [null] };
/** A source with more is not used: each takes a look-up. */
const VALUES_MAX = 32;

const INDEXED: readonly (string | null)[] = ["user_id", "ip", "client_id", "type"] satisfies Source["column"][];

/** Sources of which each alone has all entries that a search finds. */
function sourcesOf(search: LogSearch): Source[] {
	switch (search.kind) {
		case "condition": {
			const { field, text, before, after } = search;
			return INDEXED.includes(field) && !before && !after
				? [{ column: field as Source["column"], values: [text] }]
				: [];
		}
		case "and":
			return search.parts.flatMap(sourcesOf);
		case "or": {
			const sources = search.parts.map((part) => sourcesOf(part));
			return (sources[0] ?? []).flatMap(({ column }) => {
				const same = sources.map((each) => each.find((source) => source.column === column));
				const values = new Set(same.flatMap((each) => each?.values ?? []));
				return same.includes(undefined) || values.size > VALUES_MAX ? [] : [{ column, values: [...values] }];
			});
		}
		default:
			return [];
	}
}

/** So many entries are counted of a source. */
const COUNTED_MAX = 10_000;

async function narrowest(database: IdentityServiceDatabase, sources: readonly Source[]): Promise<Source> {
	const [first = EVERY_ENTRY] = sources;
	let narrowest = { source: first, count: Number.POSITIVE_INFINITY };
	for (const source of sources.length > 1 ? sources : []) {
		const count = await countEntries(database, isOf(source), COUNTED_MAX);
		if (count < narrowest.count) narrowest = { source, count };
	}
	return narrowest.source;
}

function isOf({ column, values }: Source): RawBuilder<boolean> {
	if (column === null) return sql`true`;
	const [only] = values;
	return values.length === 1 ? sql`${sql.ref(column)} = ${only}` : sql`${sql.ref(column)} in (${sql.join(values)})`;
}

type Part = { isBeyond: RawBuilder<unknown>; count: number; order: Order };

/** The entry up to which a part of a source goes that has `count` entries of one value at most; null: to the last one. */
async function edgeOf(
	database: IdentityServiceDatabase,
	{ column, values }: Source,
	{ isBeyond, count, order }: Part,
): Promise<string | null> {
	const edges = values.map(
		(value, index) => sql`(select log_id from log_entries where ${isOf({ column, values: [value] })} and ${isBeyond}
			order by log_id ${sql.raw(order)} limit 1 offset ${count - 1}) as ${sql.ref(`edge_${index}`)}`,
	);
	const { rows } = await sql<Record<string, string | null>>`select ${sql.join(edges)}`.execute(database);
	const known = Object.values(rows[0] ?? {})
		.filter((edge) => edge !== null)
		.sort();
	return (order === "desc" ? known.at(-1) : known[0]) ?? null;
}

/** Alternatives of one field are one comparison: a look-up in their list. */
function countLeaves(search: LogSearch): number {
	if (search.kind === "condition" || search.kind === "range" || alternativesOf(search)) return 1;
	const parts = search.kind === "not" ? [search.part] : search.parts;
	return Math.max(
		1,
		parts.reduce((sum, part) => sum + countLeaves(part), 0),
	);
}
