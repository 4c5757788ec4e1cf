import { setImmediate as afterOthers } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { LOG_ID_START } from "./log-id";
import { isPostgres } from "./rows";
import type { IdentityServiceDatabase } from "./schema";
import type { Condition, Range, Search } from "./search";

/** What entries are found by, as the management interface names it: columns of the table. */
export const LOG_SEARCH_FIELDS = [
	...["client_id", "client_name", "connection", "connection_id", "date", "description", "hostname", "ip", "log_id"],
	...["organization_id", "strategy", "strategy_type", "type", "user_agent", "user_id", "user_name"],
] as const;
/** What a term without a field is compared with. */
export const LOG_TERM_FIELDS = [
	...["client_name", "connection", "description", "ip", "log_id", "type", "user_name"],
] as const;
export type LogSearchField = (typeof LOG_SEARCH_FIELDS)[number];
type Leaf = Condition<LogSearchField> | Range<LogSearchField>;
export type LogSearch = Search<Leaf>;

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

/** The values of which a field must have one, where a search is no more than that. */
function alternativesOf(search: LogSearch): { field: LogSearchField; texts: string[] } | null {
	const [first] = search.kind === "or" ? search.parts : [];
	if (search.kind !== "or" || first?.kind !== "condition") return null;
	const texts = search.parts.flatMap((part) => {
		if (part.kind !== "condition" || part.before || part.after || part.field !== first.field) return [];
		return [part.text];
	});
	return texts.length === search.parts.length ? { field: first.field, texts } : null;
}

/** SQLite's planner would else prefer any index over that of the source. */
function storedValue(field: LogSearchField, onPostgres: boolean): RawBuilder<unknown> {
	return onPostgres ? sql.ref(field) : sql`+${sql.ref(field)}`;
}

/** What is true of the entries that a search finds. With regard to case; a value is compared whole. */
function predicateOf(search: LogSearch, onPostgres: boolean): RawBuilder<boolean> {
	const alternatives = alternativesOf(search);
	if (alternatives) {
		return sql`${storedValue(alternatives.field, onPostgres)} in (${sql.join(alternatives.texts)})`;
	}
	switch (search.kind) {
		case "and":
		case "or": {
			const parts = search.parts.map((part) => sql`(${predicateOf(part, onPostgres)})`);
			return parts.length === 0 ? sql`true` : sql`${sql.join(parts, search.kind === "and" ? sql` and ` : sql` or `)}`;
		}
		case "not":
			// A comparison with a value that the entry does not have is null.
			return sql`not coalesce((${predicateOf(search.part, onPostgres)}), false)`;
		case "condition":
			return isLike(search, onPostgres);
		case "range": {
			const value = storedValue(search.field, onPostgres);
			return sql`${value} is not null and ${boundOf(search, "from", value)} and ${boundOf(search, "to", value)}`;
		}
	}
}

function isLike({ field, text, before, after }: Condition<LogSearchField>, onPostgres: boolean): RawBuilder<boolean> {
	const value = storedValue(field, onPostgres);
	if (text === "") return before || after ? sql`${value} is not null` : sql`${value} = ''`;
	if (before && after) return sql`${sql.raw(onPostgres ? "strpos" : "instr")}(${value}, ${text}) > 0`;
	if (!before && !after) return sql`${value} = ${text}`;
	const length = sql.lit(Array.from(text).length);
	if (after) return sql`substr(${value}, 1, ${length}) = ${text}`;
	return sql`length(${value}) >= ${length} and substr(${value}, length(${value}) - ${length} + 1) = ${text}`;
}

/** Follows every digit and letter of a time: a shorter text stands for all times that begin with it. */
const LAST = "~";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whole times as entries have them; a shorter text finds all times that begin with it. */
function withTimes(search: LogSearch): LogSearch {
	switch (search.kind) {
		case "and":
		case "or":
			return { ...search, parts: search.parts.map(withTimes) };
		case "not":
			return { ...search, part: withTimes(search.part) };
		case "range":
			return search;
		case "condition": {
			const { field, text, before, after } = search;
			if (field !== "date" || before || after) return search;
			return isTime(text) ? { ...search, text: isoTime(text) } : { ...search, after: true };
		}
	}
}

function isTime(text: string): boolean {
	return TIME.test(text) && !Number.isNaN(Date.parse(text));
}

function isoTime(text: string): string {
	return new Date(text).toISOString();
}

/** One end of a range, as a comparison. @param ofText of the bound's text */
function boundOf(
	{ field, from, to }: Range<LogSearchField>,
	end: "from" | "to",
	value: RawBuilder<unknown>,
	ofText = (text: string) => text,
): RawBuilder<boolean> {
	const bound = end === "from" ? from : to;
	if (bound === null) return sql`true`;
	const text = ofText(field === "date" && isTime(bound.text) ? isoTime(bound.text) : bound.text);
	// The times that begin with the text are between it and `beyond`.
	const beyond = field === "date" ? text + LAST : text;
	if (end === "from") return bound.isIncluded ? sql`${value} >= ${text}` : sql`${value} > ${beyond}`;
	return bound.isIncluded ? sql`${value} <= ${beyond}` : sql`${value} < ${text}`;
}

/** What is true of the identifiers of all entries that a search finds: they begin with the time. */
function boundsOf(search: LogSearch): RawBuilder<boolean> {
	const id = sql.ref("log_id");
	if (search.kind === "and") return sql`${sql.join([sql`true`, ...search.parts.map(boundsOf)], sql` and `)}`;
	if (search.kind === "condition") {
		const { field, text, before, after } = search;
		if (field === "log_id" && !before && !after) return sql`${id} = ${text}`;
		if (field !== "date" || before) return sql`true`;
		return sql`${id} >= ${idOf(text)} and ${id} <= ${idOf(text) + LAST}`;
	}
	if (search.kind !== "range" || (search.field !== "log_id" && search.field !== "date")) return sql`true`;
	const ofText = search.field === "date" ? idOf : undefined;
	return sql`${boundOf(search, "from", id, ofText)} and ${boundOf(search, "to", id, ofText)}`;
}

/** How the identifiers of a time begin. */
function idOf(time: string): string {
	return LOG_ID_START + time.replaceAll(/\D/g, "");
}
