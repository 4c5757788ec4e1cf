import { sql } from "kysely";
import type { IdentityServiceDatabase } from "./schema";
import { BETWEEN_WORDS, folded, PART_LENGTH_MIN, shortened } from "./user-words";
import type { UserRow } from "./users";

/** What users are found by, as the management interface names it. */
export const USER_SEARCH_FIELDS = [
	...["email", "name", "given_name", "family_name", "nickname"],
	...["user_id", "username", "phone_number"],
] as const;
export type UserSearchField = (typeof USER_SEARCH_FIELDS)[number];

/** The field's value is the text; with `before` or `after` something may come before or after it. */
export type UserCondition = { field: UserSearchField; text: string; before: boolean; after: boolean };

/** Of no parts: "and" is true of every user. */
export type UserSearch =
	| ({ kind: "condition" } & UserCondition)
	| { kind: "and" | "or"; parts: readonly UserSearch[] }
	| { kind: "not"; part: UserSearch };

/** Only these are compared without regard to case. */
const FOLDED: readonly UserSearchField[] = ["email", "name", "given_name", "family_name", "nickname"];

/** A row that is compared with a search. `word` and `sort_name`: its position in a range of words. */
type Candidate = UserRow & { phone_numbers: string | null; word?: string; sort_name?: string };

const phoneNumbers = sql<string | null>`(
	select string_agg(phone_number, ' ') from user_phones where user_phones.user_id = users.user_id
)`.as("phone_numbers");

/** Greater than any character of a text that follows a prefix. */
const LAST_CHARACTER = "\u{10FFFF}";
const ROWS_A_READ = 100;

/**
 * The first `limit` users of a search, each once. Candidates are read in the order of an index and compared with the search, so
 * that the work grows with `limit` and not with the number of users: those in whom a word begins with the text come before
 * those with the text inside of a word, each by that word and then by name.
 */
export async function searchUsers(
	database: IdentityServiceDatabase,
	search: UserSearch,
	limit: number,
): Promise<UserRow[]> {
	const ranges = (await coveringRanges(database, search)) ?? [{ of: "all" } as const];
	const found = new Map<string, UserRow>();
	for (const range of ranges) {
		for await (const user of usersIn(database, range, limit)) {
			if (!found.has(user.user_id) && isFound(user, search)) found.set(user.user_id, user);
			if (found.size === limit) return [...found.values()];
		}
	}
	return [...found.values()];
}

/** Users in the order of one index. */
type Range =
	| { of: "all" }
	| { of: "email" | "user_id"; from: string; to: string }
	/** Those of a word, or of a part inside of one. */
	| { of: "word"; inside: 0 | 1; from: string; to: string };

/** Ranges that together hold every user whom a search finds; null: only all users do. */
async function coveringRanges(database: IdentityServiceDatabase, search: UserSearch): Promise<Range[] | null> {
	switch (search.kind) {
		case "condition":
			return fewest(database, rangesOf(search));
		case "not":
			return null;
		case "and": {
			const parts = await eachOf(search.parts, (part) => coveringRanges(database, part));
			return fewest(
				database,
				parts.filter((ranges) => ranges !== null),
			);
		}
		case "or": {
			const parts = await eachOf(search.parts, (part) => coveringRanges(database, part));
			if (parts.includes(null)) return null;
			const ranges = parts.flatMap((part) => part ?? []);
			return [...new Map(ranges.map((range) => [JSON.stringify(range), range])).values()];
		}
	}
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
	if (field === "user_id" && !before) return [[{ of: "user_id", ...range(text, !after) }]];
	if (field === "email" && !before && !after) return [[{ of: "email", ...range(text.toLowerCase(), true) }]];
	const pieces = folded(text).split(BETWEEN_WORDS);
	return pieces.flatMap((piece, index) => {
		const isOpenBefore = before && index === 0;
		if (piece === "" || (isOpenBefore && Array.from(piece).length < PART_LENGTH_MIN)) return [];
		const isWhole = !(after && index === pieces.length - 1);
		const words = range(shortened(piece), isWhole);
		const begun: Range = { of: "word", inside: 0, ...words };
		return [isOpenBefore ? [begun, { of: "word", inside: 1, ...words } as const] : [begun]];
	});
}

/** So many rows are counted of a range. */
const COUNTED_MAX = 1_000;

/** The choice with the fewest users, of those that each are enough; null where there is none. */
async function fewest(database: IdentityServiceDatabase, choices: readonly Range[][]): Promise<Range[] | null> {
	const [only = null] = choices;
	if (choices.length < 2) return only;
	const counts = await eachOf(choices, async (ranges) =>
		(await eachOf(ranges, (range) => countIn(database, range))).reduce((sum, count) => sum + count, 0),
	);
	return choices[counts.indexOf(Math.min(...counts))] ?? null;
}

async function countIn(database: IdentityServiceDatabase, range: Range): Promise<number> {
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

async function* usersIn(database: IdentityServiceDatabase, range: Range, limit: number): AsyncGenerator<Candidate> {
	const rows = Math.min(limit, ROWS_A_READ);
	for (let last: Candidate | null = null; ; ) {
		const found: Candidate[] = await readRange(database, range, last, rows);
		yield* found;
		last = found.at(-1) ?? null;
		if (last === null || found.length < rows) return;
	}
}

/** The next rows of a range, in its order. @param last of those before; null: from the start */
function readRange(
	database: IdentityServiceDatabase,
	range: Range,
	last: Candidate | null,
	rows: number,
): Promise<Candidate[]> {
	const users = database.selectFrom("users").selectAll("users").select(phoneNumbers).limit(rows);
	if (range.of === "word") {
		let words = users
			.innerJoin("user_words", "user_words.user_id", "users.user_id")
			.select(["user_words.word", "user_words.sort_name"])
			.where("user_words.inside", "=", range.inside)
			.where("user_words.word", ">=", last?.word ?? range.from)
			.where("user_words.word", "<=", range.to)
			.orderBy("user_words.word")
			.orderBy("user_words.sort_name")
			.orderBy("user_words.user_id");
		if (last) {
			words = words.where(
				sql<boolean>`(user_words.word, user_words.sort_name, user_words.user_id) > (${last.word}, ${last.sort_name}, ${last.user_id})`,
			);
		}
		return words.execute();
	}
	const key = range.of === "all" ? "name_key" : range.of === "email" ? "email_key" : "user_id";
	let listed = users.orderBy(`users.${key}`);
	// A column named twice would cost a sort: the engine would not use the order of the index.
	if (key !== "user_id") listed = listed.orderBy("users.user_id");
	if (range.of !== "all") listed = listed.where(key, ">=", range.from).where(key, "<=", range.to);
	if (last) {
		listed = listed.where(
			key === "user_id"
				? sql<boolean>`users.user_id > ${last.user_id}`
				: sql<boolean>`(${sql.ref(key)}, users.user_id) > (${last[key]}, ${last.user_id})`,
		);
	}
	return listed.execute();
}

function isFound(user: Candidate, search: UserSearch): boolean {
	switch (search.kind) {
		case "and":
			return search.parts.every((part) => isFound(user, part));
		case "or":
			return search.parts.some((part) => isFound(user, part));
		case "not":
			return !isFound(user, search.part);
		case "condition":
			return valuesOf(user, search.field).some((value) => matches(value, search));
	}
}

function valuesOf(user: Candidate, field: UserSearchField): string[] {
	if (field === "phone_number") return user.phone_numbers?.split(" ") ?? [];
	const value = user[field];
	return value === null ? [] : [value];
}

function matches(value: string, { field, text, before, after }: UserCondition): boolean {
	const compared = FOLDED.includes(field) ? folded : (raw: string) => raw.normalize("NFC");
	const [whole, part] = [compared(value), compared(text)];
	if (before) return after ? whole.includes(part) : whole.endsWith(part);
	return after ? whole.startsWith(part) : whole === part;
}
