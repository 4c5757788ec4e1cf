import { Refusal } from "../http/refusal";
import type { UserCondition, UserSearchBranch, UserSearchColumn } from "../store/users";

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
			if (joined || current.length === 0) throw unsupported(query);
			joined = true;
			if (term === "OR") branches.push(...current.splice(0));
			// An OR leaves nothing to join to: the next term starts a new alternative.
			continue;
		}
		const continues = joined && current.length > 0;
		if (!continues) branches.push(...current.splice(0));
		current = continues ? current.flatMap((left) => term.map((right) => [...left, ...right])) : term;
		joined = false;
		if (branches.length + current.length > BRANCHES_MAX) throw unsupported(query);
	}
	if (joined) throw unsupported(query);
	return [...branches, ...current];
}

/** Each term as its alternatives, and the operators between them. */
function* terms(query: string): Generator<UserSearchBranch[] | "AND" | "OR"> {
	const text = query.trimEnd();
	TERM.lastIndex = 0;
	while (TERM.lastIndex < text.length) {
		const match = TERM.exec(text);
		if (!match) throw unsupported(query);
		const [, field, quoted, word = ""] = match;
		if (field === undefined && (word === "AND" || word === "OR")) yield word;
		else
			yield quoted === undefined
				? wordTerm(field, word, query)
				: conditions(field, "exact", withoutEscapes(quoted), query);
	}
}

function wordTerm(field: string | undefined, word: string, query: string): UserSearchBranch[] {
	const isPrefix = word.endsWith("*") && !word.endsWith("\\*");
	const text = isPrefix ? word.slice(0, -1) : word;
	// NOT, +must, -must not, ranges and wildcards elsewhere are Lucene too, but not here.
	if (word === "NOT" || /^[+\-!<>]|&&|\|\|/.test(word) || /(?<!\\)\*/.test(text)) throw unsupported(query);
	return conditions(field, isPrefix ? "prefix" : "exact", withoutEscapes(text), query);
}

function conditions(
	field: string | undefined,
	match: UserCondition["match"],
	text: string,
	query: string,
): UserSearchBranch[] {
	if (field === undefined) return Object.values(columns).map((column) => [condition(column, match, text)]);
	const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
	if (!column) throw unsupported(query);
	return [[condition(column, match, text)]];
}

function condition(column: UserSearchColumn, match: UserCondition["match"], text: string): UserCondition {
	return { column, match, text: column === "user_id" ? text : text.toLowerCase() };
}

function withoutEscapes(text: string): string {
	return text.replace(/\\(.)/gsu, "$1");
}

function unsupported(query: string): Refusal {
	return new Refusal(
		400,
		"invalid_query_string",
		`Query validation error: 'Unsupported search syntax: ${query}' on property q.`,
	);
}
