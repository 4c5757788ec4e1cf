import { type RawBuilder, sql } from "kysely";
import { LOG_ID_START } from "./log-id";
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

/** The values of which a field must have one, where a search is no more than that. */
export function alternativesOf(search: LogSearch): { field: LogSearchField; texts: string[] } | null {
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
export function predicateOf(search: LogSearch, onPostgres: boolean): RawBuilder<boolean> {
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
export function withTimes(search: LogSearch): LogSearch {
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
export function boundsOf(search: LogSearch): RawBuilder<boolean> {
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
