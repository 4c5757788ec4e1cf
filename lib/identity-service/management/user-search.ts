import { USER_SEARCH_FIELDS, type UserCondition, type UserSearch, type UserSearchField } from "../store/user-search";
import { unsupportedSearch } from "./validation";

/** A query with more conditions than this, or deeper parentheses, is refused. */
const CONDITIONS_MAX = 256;
const DEPTH_MAX = 8;
/** The fewest characters after a wildcard, as on the real service. */
const WILDCARD_LENGTH_MIN = 3;

/** `field:` then a quoted text or a word; `\` escapes the next character. */
const TERM = /(?:([a-z_]+):)?(?:"((?:[^"\\]|\\.)*)"|((?:[^\s"\\()[\]{}:~^?/]|\\.)+))(?=[\s)]|$)/suy;
const SPACE = /\s*/uy;

type Term = { field: string | undefined; quoted: string | undefined; word: string };

/**
 * The part of the Lucene syntax that finds users: `email:"…"`, `user_id:"…"`, `name:foo*`, `name:*foo*` with three characters
 * or more, bare words (any field), AND, OR, NOT and parentheses. Neighbours without an operator are alternatives, as in
 * Lucene, and what follows a NOT is left out; AND binds tighter.
 * @throws Refusal 400 for any other syntax
 */
export function parseUserSearch(query: string): UserSearch {
	const text = query.trim();
	let at = 0;
	let conditions = 0;

	function skipSpace(): void {
		SPACE.lastIndex = at;
		SPACE.exec(text);
		at = SPACE.lastIndex;
	}

	/** Whether the next word is this operator or parenthesis, which is consumed then. */
	function next(operator: "AND" | "OR" | "NOT" | "(" | ")"): boolean {
		skipSpace();
		if (!text.startsWith(operator, at)) return false;
		const end = at + operator.length;
		if (operator.length > 1 && /[^\s(]/u.test(text[end] ?? " ")) return false;
		at = end;
		return true;
	}

	function isAtEnd(): boolean {
		skipSpace();
		return at === text.length || text[at] === ")";
	}

	function alternatives(depth: number): UserSearch {
		const parts = [conjunction(depth)];
		while (!isAtEnd()) {
			next("OR");
			parts.push(conjunction(depth));
		}
		return joined("or", parts);
	}

	function conjunction(depth: number): UserSearch {
		const parts = [operand(depth)];
		for (;;) {
			if (next("AND")) parts.push(operand(depth));
			else if (next("NOT")) parts.push({ kind: "not", part: operand(depth + 1) });
			else return joined("and", parts);
		}
	}

	function operand(depth: number): UserSearch {
		if (depth > DEPTH_MAX) throw unsupportedSearch(query);
		if (next("NOT")) return { kind: "not", part: operand(depth + 1) };
		if (next("(")) {
			const inside = alternatives(depth + 1);
			if (!next(")")) throw unsupportedSearch(query);
			return inside;
		}
		if (next("AND") || next("OR")) throw unsupportedSearch(query);
		return ofTerm(term());
	}

	function term(): Term {
		TERM.lastIndex = at;
		const match = TERM.exec(text);
		if (!match) throw unsupportedSearch(query);
		at = TERM.lastIndex;
		const [, field, quoted, word = ""] = match;
		return { field, quoted, word };
	}

	/** The condition on the field, or on each field where none is named. */
	function ofTerm({ field, quoted, word }: Term): UserSearch {
		const fields = USER_SEARCH_FIELDS.filter((name) => field === undefined || name === field);
		const value = quoted === undefined ? wildcards(word) : { text: unescaped(quoted), before: false, after: false };
		conditions += fields.length;
		if (fields.length === 0 || conditions > CONDITIONS_MAX) throw unsupportedSearch(query);
		return joined(
			"or",
			fields.map((name: UserSearchField) => ({ kind: "condition" as const, field: name, ...value })),
		);
	}

	function wildcards(word: string): Omit<UserCondition, "field"> {
		const [, first = "", middle = "", last = ""] = /^(\*?)((?:[^*\\]|\\.)*)(\*?)$/su.exec(word) ?? [];
		// +must, -must not, ranges and wildcards elsewhere are Lucene too, but not here.
		if (first + middle + last !== word || /^[+\-!<>]|&&|\|\|/.test(middle)) throw unsupportedSearch(query);
		const value = unescaped(middle);
		const isShort = first !== "" && middle !== "" && Array.from(value).length < WILDCARD_LENGTH_MIN;
		if (isShort || word === "**") throw unsupportedSearch(query);
		return { text: value, before: first !== "", after: last !== "" };
	}

	const search = alternatives(0);
	if (!isAtEnd() || at < text.length) throw unsupportedSearch(query);
	return search;
}

function joined(kind: "and" | "or", parts: readonly UserSearch[]): UserSearch {
	const [only] = parts;
	return only && parts.length === 1 ? only : { kind, parts };
}

function unescaped(text: string): string {
	return text.replace(/\\(.)/gsu, "$1");
}
