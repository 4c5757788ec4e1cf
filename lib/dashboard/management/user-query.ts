/** Compared without regard to case by the vendor, which all others are not. */
const NAMES = ["name", "given_name", "family_name"];
const ADDRESSES = ["email", "nickname"];
const EXACT = ["username", "phone_number"];

/** What a word may follow within a value. */
const BEFORE_WORDS: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(NAMES.map((field) => [field, [" ", "-", "'", "’"]])),
	...Object.fromEntries(["nickname", "username"].map((field) => [field, [" ", ".", "-", "_", "@"]])),
	email: [".", "-", "_", "+", "@"],
	phone_number: ["+"],
};

/** The fewest characters that may follow a wildcard: https://auth0.com/docs/manage-users/user-search/user-search-query-syntax. */
const WILDCARD_LENGTH_MIN = 3;
/** Words beyond these are not searched for. */
const WORDS_MAX = 8;
/** Percent-encoded: an address has room for it at any tenant. */
const QUERY_LENGTH_MAX = 5_400;

/**
 * The vendor's query for users in whom each word of a text is found, in any value: at the beginning of a word, and from three
 * characters on anywhere. Values aren't split into words there, so that the beginning of a word is what follows a space or
 * such.
 */
export function userQuery(text: string): string {
	const all = [...NAMES, ...ADDRESSES, ...EXACT];
	const queries = [all, ["name", "email"], ["name"]].map((fields) => queryOn(fields, text.trim().toWellFormed()));
	const isShort = (query: string) => encodeURIComponent(query).length <= QUERY_LENGTH_MAX;
	return queries.find(isShort) ?? `name:${escaped(text.trim().toWellFormed())}*`;
}

function queryOn(fields: readonly string[], text: string): string {
	const words = text
		.split(/[\s,;]+/)
		.filter(Boolean)
		.slice(0, WORDS_MAX);
	const inAny = (word: string) => fields.flatMap((field) => found(field, word)).join(" OR ");
	const byId = `user_id:${escaped(text)}*`;
	if (words.length < 2) return `${inAny(words[0] ?? text)} OR ${byId}`;
	return `(${words.map((word) => `(${inAny(word)})`).join(" AND ")}) OR ${inAny(text)}`;
}

/** Where a value has the text. */
function found(field: string, text: string): string[] {
	const isLong = lengthOf(text) >= WILDCARD_LENGTH_MIN;
	return spellings(field, text).flatMap((spelling) =>
		isLong
			? `${field}:*${escaped(spelling)}*`
			: [
					`${field}:${escaped(spelling)}*`,
					...(BEFORE_WORDS[field] ?? [])
						.map((before) => before + spelling)
						.filter((part) => lengthOf(part) >= WILDCARD_LENGTH_MIN)
						.map((part) => `${field}:*${escaped(part)}*`),
				],
	);
}

/** A text composed and decomposed, and in lower case where case matters, as user names are. */
function spellings(field: string, text: string): string[] {
	const composed = text.normalize("NFC");
	const lower = EXACT.includes(field) ? [composed.toLowerCase()] : [];
	return [...new Set([composed, text.normalize("NFD"), ...lower])];
}

function lengthOf(text: string): number {
	return Array.from(text.normalize("NFC")).length;
}

/** In Lucene's syntax, where every special character, and white space, is escaped with a backslash. */
export function escaped(text: string): string {
	return text.replace(/[\s+\-!(){}[\]^"~*?:\\/&|<>=]/g, "\\$&");
}
