import { type RawBuilder, sql } from "kysely";
import type { IdentityServiceDatabase } from "./schema";
import type { Condition, Search } from "./search";
import { BETWEEN_WORDS, folded, PART_LENGTH_MIN, shortened } from "./user-words";

/** What users are found by, as the management interface names it. */
export const USER_SEARCH_FIELDS = [
	...["email", "name", "given_name", "family_name", "nickname"],
	...["user_id", "username", "phone_number"],
] as const;
export type UserSearchField = (typeof USER_SEARCH_FIELDS)[number];

type UserCondition = Condition<UserSearchField>;
export type UserSearch = Search<UserCondition>;

/** Only these are compared without regard to case. */
const FOLDED: readonly UserSearchField[] = ["email", "name", "given_name", "family_name", "nickname"];

/** A row that is compared with a search: the values of its fields, and its position in the order of an index. */
type Candidate = Record<"user_id" | `at_${number}`, string> & Partial<Record<UserSearchField, string | null>>;

/** Greater than any character of a text that follows a prefix. */
const LAST_CHARACTER = "\u{10FFFF}";
const ROWS_A_READ_MAX = 500;

/**
 * The identifiers of the first `limit` users of a search, each once. Candidates are read in the order of an index and
 * compared with the search, so that the work grows with `limit` and not with the number of users: those in whom a word begins
 * with the text come before those with the text inside of a word, each by that word and then by name. What no other word of
 * the search has is passed over.
 */
export async function searchUsers(
	database: IdentityServiceDatabase,
	search: UserSearch,
	limit: number,
): Promise<string[]> {
	const ranges = (await coveringRanges(search, rangeCounter(database))) ?? [{ of: "all" } as const];
	const isFound = comparison(search);
	const fields = [...new Set(fieldsOf(search))];
	const found = new Set<string>();
	const skip = skipper(database, search);
	for (const range of ranges) {
		for await (const user of usersIn(database, range, { fields, limit, skip })) {
			if (!found.has(user.user_id) && isFound(comparedValues(user))) found.add(user.user_id);
			if (found.size === limit) return [...found];
		}
	}
	return [...found];
}

function fieldsOf(search: UserSearch): UserSearchField[] {
	if (search.kind === "condition") return [search.field];
	return (search.kind === "not" ? [search.part] : search.parts).flatMap(fieldsOf);
}

/** Users in the order of one index. */
type Range =
	| { of: "all" }
	| { of: "email" | "user_id"; from: string; to: string }
	/** Those of a word, or of a part inside of one. */
	| { of: "word"; inside: 0 | 1; from: string; to: string };

/** Ranges that together hold every user whom a search finds; null: only all users do. */
async function coveringRanges(search: UserSearch, countIn: RangeCounter): Promise<Range[] | null> {
	switch (search.kind) {
		case "condition":
			return fewest(rangesOf(search), countIn);
		case "not":
			return null;
		case "and": {
			const parts = await eachOf(search.parts, (part) => coveringRanges(part, countIn));
			const choices = parts.filter((ranges) => ranges !== null);
			return fewest(choices, countIn);
		}
		case "or": {
			const parts = await eachOf(search.parts, (part) => coveringRanges(part, countIn));
			if (parts.includes(null)) return null;
			return distinct(parts.flatMap((part) => part ?? []));
		}
	}
}

function distinct(ranges: readonly Range[]): Range[] {
	return [...new Map(ranges.map((range) => [keyOf(range), range])).values()];
}

function keyOf(range: Range): string {
	return JSON.stringify(range);
}

/** One after the other: SQLite runs one statement at a time, and a caller must not fill PostgreSQL's pool. */
async function eachOf<Part, Result>(parts: readonly Part[], work: (part: Part) => Promise<Result>): Promise<Result[]> {
	const results: Result[] = [];
	for (const part of parts) results.push(await work(part));
	return results;
}

/** The ranges of which each alone holds every user whom a condition finds. */
function rangesOf({ field, text, before, after }: UserCondition): Range[][] {
	const range = (from: string, isWhole: boolean) => ({ from, to: isWhole ? from : from + LAST_CHARACTER });
	// Words of identifiers are not indexed.
	if (field === "user_id") return before ? [] : [[{ of: "user_id", ...range(text, !after) }]];
	if (field === "email" && !before && !after) return [[{ of: "email", ...range(text.toLowerCase(), true) }]];
	const pieces = folded(text).split(BETWEEN_WORDS);
	const choices = pieces.map((piece, index) => {
		const isOpenBefore = before && index === 0;
		const isWhole = !(after && index === pieces.length - 1);
		if (piece === "" || (isOpenBefore && !isWhole && Array.from(piece).length < PART_LENGTH_MIN)) return [];
		const words = range(shortened(piece), isWhole);
		const begun: Range = { of: "word", inside: 0, ...words };
		return isOpenBefore ? [begun, { of: "word", inside: 1, ...words } as const] : [begun];
	});
	// Each is counted.
	return choices.filter((ranges) => ranges.length > 0).slice(0, CHOICES_MAX);
}

type RangeCounter = (range: Range) => Promise<number>;

/** So many words of one text are compared by how many users they have. */
const CHOICES_MAX = 4;
/** So many rows are counted of a range. */
const COUNTED_MAX = 1_000;

/** The choice with the fewest users, of those that each are enough; null where there is none. */
async function fewest(choices: readonly Range[][], countIn: RangeCounter): Promise<Range[] | null> {
	const [only = null] = choices;
	if (choices.length < 2) return only;
	const counts = await eachOf(choices, async (ranges) =>
		(await eachOf(ranges, countIn)).reduce((sum, count) => sum + count, 0),
	);
	return choices[counts.indexOf(Math.min(...counts))] ?? null;
}

/** Counts each range of a search once. */
function rangeCounter(database: IdentityServiceDatabase): RangeCounter {
	const counts = new Map<string, Promise<number>>();
	return (range) => {
		const key = keyOf(range);
		const count = counts.get(key) ?? countRows(database, range);
		counts.set(key, count);
		return count;
	};
}

async function countRows(database: IdentityServiceDatabase, range: Range): Promise<number> {
	if (range.of === "all") return Number.POSITIVE_INFINITY;
	// An identifier has a user at most, unless its beginning is searched for.
	if (range.of !== "word") return range.from === range.to ? 1 : COUNTED_MAX;
	const some = database
		.selectFrom("user_words")
		.select(sql<number>`1`.as("one"))
		.where("inside", "=", range.inside)
		.where("word", ">=", range.from)
		.where("word", "<=", range.to)
		.limit(COUNTED_MAX)
		.as("some");
	const { count } = await database
		.selectFrom(some)
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

type Reading = {
	/** Of which the values are read. */
	fields: readonly UserSearchField[];
	limit: number;
	skip: Skip;
};

/** Users of a range, in its order; of a range of words not all whom the search does not find. */
async function* usersIn(
	database: IdentityServiceDatabase,
	range: Range,
	{ fields, limit, skip }: Reading,
): AsyncGenerator<Candidate> {
	const order = ORDERS[range.of].map((column) => sql.ref(column));
	const [first] = order;
	const columns = sql.join([
		sql`users.user_id`,
		...fields.map((field) => sql`${readField(field)} as ${sql.ref(field)}`),
		...order.map((column, index) => sql`${column} as ${sql.ref(`at_${index}`)}`),
	]);
	const tables = range.of === "word" ? sql`user_words join users on users.user_id = user_words.user_id` : sql`users`;
	const isInside = range.of === "word" ? sql`user_words.inside = ${sql.lit(range.inside)}` : sql`true`;
	const isBefore = range.of === "all" ? sql`true` : sql`${first} <= ${range.to}`;
	let isAfter = range.of === "all" ? sql`true` : sql`${first} >= ${range.from}`;
	for (let rows = Math.min(limit, ROWS_A_READ_MAX); ; rows = Math.min(2 * rows, ROWS_A_READ_MAX)) {
		const found = await sql<Candidate>`select ${columns} from ${tables}
			where ${isInside} and ${isAfter} and ${isBefore} order by ${sql.join(order)} limit ${rows}`.execute(database);
		yield* found.rows;
		const last = found.rows.at(-1);
		if (!last || found.rows.length < rows) return;
		const position = order.map((_, index) => last[`at_${index}`] ?? "");
		isAfter = sql`(${sql.join(order)}) > (${sql.join(position)})`;
		if (range.of !== "word") continue;
		const [word = "", ...place] = position;
		const next = await skip(range, place);
		if (next === null) isAfter = sql`${first} > ${word}`;
		else if (next) isAfter = sql`(${sql.join(order)}) >= (${sql.join([word, ...next])})`;
	}
}

/** The order of users in the rows of one word: name and ID. */
type Place = readonly string[];

/**
 * The first place after another that a user whom the search finds may have, by the words that a range is not of; null:
 * there is none; undefined: it can't be told.
 */
type Skip = (range: Range, after: Place) => Promise<Place | null | undefined>;

/** One word, or part inside of one, whose rows are in the order of their places. */
type Word = { word: string; inside: number };

/** More words than these of a search's text are not looked up for a place. */
const WORDS_MAX = 32;

function skipper(database: IdentityServiceDatabase, search: UserSearch): Skip {
	const covers = coversOf(search).map((ranges) => ({ ranges, keys: ranges.map(keyOf) }));
	const known = new Map<Range[], Promise<Word[] | null>>();
	return async (range, after) => {
		let place: Place | undefined;
		for (const { ranges, keys } of covers) {
			if (keys.includes(keyOf(range))) continue;
			const reading = known.get(ranges) ?? wordsIn(database, ranges);
			known.set(ranges, reading);
			const words = await reading;
			if (!words) continue;
			const next = await firstPlace(database, words, place ? sql`>=` : sql`>`, place ?? after);
			if (!next) return null;
			place = next;
		}
		return place;
	};
}

/** Ranges that together hold every user whom a search finds, in each way that is known; see `coveringRanges`. */
function coversOf(search: UserSearch): Range[][] {
	switch (search.kind) {
		case "condition":
			return rangesOf(search);
		case "not":
			return [];
		case "and":
			return search.parts.flatMap(coversOf);
		case "or": {
			const parts = search.parts.map(coversOf);
			if (parts.some((covers) => covers.length === 0)) return [];
			const most = Math.max(0, ...parts.map((covers) => covers.length));
			return Array.from({ length: most }, (_, index) =>
				distinct(parts.flatMap((covers) => covers[Math.min(index, covers.length - 1)] ?? [])),
			);
		}
	}
}

/** The words that the index has in some ranges; null: too many, or other ranges than of words. */
async function wordsIn(database: IdentityServiceDatabase, ranges: readonly Range[]): Promise<Word[] | null> {
	const words: Word[] = [];
	for (const range of ranges) {
		if (range.of !== "word") return null;
		const { inside, from, to } = range;
		const after = (isAfter: RawBuilder<unknown>) => sql`(select min(word) from user_words
			where inside = ${sql.lit(inside)} and ${isAfter} and word <= ${to})`;
		// Each word is found by one step in the index, however many rows it has.
		const { rows } = await sql<{ word: string }>`with recursive known(word) as (
				select ${after(sql`word >= ${from}`)} union all
				select ${after(sql`word > known.word`)} from known where word is not null
			) select word from known where word is not null limit ${WORDS_MAX + 1}`.execute(database);
		words.push(...rows.map(({ word }) => ({ word, inside })));
		if (words.length > WORDS_MAX) return null;
	}
	return words;
}

/** The first place in the rows of some words, from another one on. */
async function firstPlace(
	database: IdentityServiceDatabase,
	words: readonly Word[],
	isAfter: RawBuilder<unknown>,
	place: Place,
): Promise<Place | null> {
	if (words.length === 0) return null;
	const first = words.map(
		({ word, inside }) => sql`select * from (select sort_name, user_id from user_words
			where inside = ${sql.lit(inside)} and word = ${word} and (sort_name, user_id) ${isAfter} (${sql.join(place)})
			order by sort_name, user_id limit 1) as one`,
	);
	const { rows } = await sql<{ sort_name: string; user_id: string }>`${sql.join(first, sql` union all `)}
		order by sort_name, user_id limit 1`.execute(database);
	const [found] = rows;
	return found ? [found.sort_name, found.user_id] : null;
}

/** The columns of each index. One that is named twice would cost a sort: the engine would not use the index's order. */
const ORDERS = {
	all: ["users.name_key", "users.user_id"],
	email: ["users.email_key", "users.user_id"],
	user_id: ["users.user_id"],
	word: ["user_words.word", "user_words.sort_name", "user_words.user_id"],
};

/** A user may have several phone numbers, in which there are no spaces. */
function readField(field: UserSearchField): RawBuilder<unknown> {
	if (field !== "phone_number") return sql.ref(`users.${field}`);
	return sql`(select string_agg(phone_number, ' ') from user_phones where user_phones.user_id = users.user_id)`;
}

/** A user's values of a field, as they are compared. */
type Values = (field: UserSearchField) => readonly string[];

function comparedValues(user: Candidate): Values {
	const known = new Map<UserSearchField, readonly string[]>();
	return (field) => {
		const values = known.get(field) ?? valuesOf(user, field).map((value) => compared(field, value));
		known.set(field, values);
		return values;
	};
}

function valuesOf(user: Candidate, field: UserSearchField): string[] {
	const value = user[field];
	if (!value) return [];
	return field === "phone_number" ? value.split(" ") : [value];
}

function compared(field: UserSearchField, text: string): string {
	return FOLDED.includes(field) ? folded(text) : text.normalize("NFC");
}

/** What a search is true of. */
function comparison(search: UserSearch): (values: Values) => boolean {
	switch (search.kind) {
		case "and": {
			const parts = search.parts.map(comparison);
			return (values) => parts.every((part) => part(values));
		}
		case "or": {
			const parts = search.parts.map(comparison);
			return (values) => parts.some((part) => part(values));
		}
		case "not": {
			const part = comparison(search.part);
			return (values) => !part(values);
		}
		case "condition": {
			const { field, before, after } = search;
			const text = compared(field, search.text);
			const matches = (value: string) => {
				if (before) return after ? value.includes(text) : value.endsWith(text);
				return after ? value.startsWith(text) : value === text;
			};
			return (values) => values(field).some(matches);
		}
	}
}
