import type { UserCondition, UserSearchBranch, UserSearchColumn } from "../store/users";
import { unsupportedSearch } from "./validation";

const columns: Readonly<Record<string, UserSearchColumn>> = {
	email: "email_key",
	name: "name_key",
	user_id: "user_id",
};

/** A query with more alternatives than this is refused. */
const BRANCHES_MAX = 64;

/** `field:` then a quoted text or a word; `\` escapes the next character. */
const TERM = /\s*(?:([a-z_]+):)?(?:"((?:[^"\\]|\\.)*)"|((?:[^\s"\\()[\]{}:~^?/]|\\.)+))(?=\s|$)/suy;

/**
 * The part of the Lucene syntax that finds users: `email:"…"`, `user_id:"…"`, `name:foo*`, bare words (any of the three
 * fields), AND, OR. Neighbours without an operator are alternatives, as in Lucene; AND binds tighter. Names and
 * addresses are compared without regard to case.
 * @returns alternatives, each a list of conditions
 * @throws Refusal 400 for any other syntax
 */
export function parseUserSearch(query: string): UserSearchBranch[] {
	const branches: UserSearchBranch[] = [];
	let current: UserSearchBranch[] = [];
	let joined = false;
	for (const term of terms(query)) {
		if (term === "AND" || term === "OR") {
			if (joined || current.length === 0) throw unsupportedSearch(query);
			joined = true;
			if (term === "OR") branches.push(...current.splice(0));
			// An OR leaves nothing to join to: the next term starts a new alternative.
			continue;
		}
		const continues = joined && current.length > 0;
		if (!continues) branches.push(...current.splice(0));
		current = continues ? current.flatMap((left) => term.map((right) => [...left, ...right])) : term;
		joined = false;
		if (branches.length + current.length > BRANCHES_MAX) throw unsupportedSearch(query);
	}
	if (joined) throw unsupportedSearch(query);
	return [...branches, ...current];
}

/** Each term as its alternatives, and the operators between them. */
function* terms(query: string): Generator<UserSearchBranch[] | "AND" | "OR"> {
	const text = query.trimEnd();
	TERM.lastIndex = 0;
	while (TERM.lastIndex < text.length) {
		const match = TERM.exec(text);
		if (!match) throw unsupportedSearch(query);
		const [, field, quoted, word = ""] = match;
		if (field === undefined && (word === "AND" || word === "OR")) yield word;
		else yield quoted === undefined ? wordTerm(field, word, query) : conditions(field, "exact", quoted, query);
	}
}

function wordTerm(field: string | undefined, word: string, query: string): UserSearchBranch[] {
	const isPrefix = word.endsWith("*") && !word.endsWith("\\*");
	const text = isPrefix ? word.slice(0, -1) : word;
	// NOT, +must, -must not, ranges and wildcards elsewhere are Lucene too, but not here.
	if (word === "NOT" || /^[+\-!<>]|&&|\|\|/.test(word) || /(?<!\\)\*/.test(text)) throw unsupportedSearch(query);
	return conditions(field, isPrefix ? "prefix" : "exact", text, query);
}

/** The condition on the field, or on each field where none is named. @param escaped as it is in the query */
function conditions(
	field: string | undefined,
	match: UserCondition["match"],
	escaped: string,
	query: string,
): UserSearchBranch[] {
	if (field !== undefined && !Object.hasOwn(columns, field)) throw unsupportedSearch(query);
	const text = escaped.replace(/\\(.)/gsu, "$1");
	return Object.entries(columns)
		.filter(([name]) => field === undefined || name === field)
		.map(([, column]) => [{ column, match, text: column === "user_id" ? text : text.toLowerCase() }]);
}
