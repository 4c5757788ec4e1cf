import type { Condition, Range, Search } from "../store/search";
import { unsupportedSearch } from "./validation";

/** A query with more conditions than this, or deeper parentheses, is refused. */
const CONDITIONS_MAX = 256;
const DEPTH_MAX = 8;
/** The fewest characters after a wildcard, as on the real service. */
const WILDCARD_LENGTH_MIN = 3;

/** What a list is searched by. */
type Syntax<Field> = {
	fields: readonly Field[];
	/** What a term without a field is compared with. */
	fieldsOfBareTerms: readonly Field[];
	hasRanges: boolean;
};

/** `field:`, before a term or a parenthesis. */
const FIELD = /([a-z_]+):/uy;
/** A quoted text or a word; `\` escapes the next character. */
const TERM = /(?:"((?:[^"\\]|\\.)*)"|((?:[^\s"\\()[\]{}:~^?/]|\\.)+))(?=[\s)]|$)/suy;
/** `[a TO b]`; a brace leaves out its bound, `*` is none. */
const RANGE =
	/([[{])\s*("(?:[^"\\]|\\.)*"|[^\s"[\]{}]+)\s+TO\s+("(?:[^"\\]|\\.)*"|[^\s"[\]{}]+)\s*([\]}])(?=[\s)]|$)/suy;
const SPACE = /\s*/uy;

/**
 * The part of the Lucene syntax that finds users and entries of the log: `email:"…"`, `name:foo*`, `name:*foo*` with three
 * characters or more, bare words, `type:(f OR fp)`, AND, OR, NOT and parentheses, and ranges where the list has them. Neighbours
 * without an operator are alternatives, as in Lucene, and what follows a NOT is left out; AND binds tighter.
 * @throws Refusal 400 for any other syntax
 */
export function parseSearch<Field extends string>(
	query: string,
	syntax: Syntax<Field> & { hasRanges: false },
): Search<Condition<Field>>;
export function parseSearch<Field extends string>(
	query: string,
	syntax: Syntax<Field>,
): Search<Condition<Field> | Range<Field>>;
export function parseSearch<Field extends string>(
	query: string,
	{ fields, fieldsOfBareTerms, hasRanges }: Syntax<Field>,
): Search<Condition<Field> | Range<Field>> {
	type Part = Search<Condition<Field> | Range<Field>>;
	let at = 0;
	let conditions = 0;

	/** What the pattern finds next, which is consumed then. */
	function match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = at;
		const found = pattern.exec(query);
		if (found) at = pattern.lastIndex;
		return found;
	}

	/** Whether the next word is this operator or parenthesis, which is consumed then. */
	function next(operator: "AND" | "OR" | "NOT" | "(" | ")"): boolean {
		match(SPACE);
		if (!query.startsWith(operator, at)) return false;
		const end = at + operator.length;
		if (operator.length > 1 && /[^\s(]/u.test(query[end] ?? " ")) return false;
		at = end;
		return true;
	}

	function isAtEnd(): boolean {
		match(SPACE);
		return at === query.length || query[at] === ")";
	}

	/** @param named the fields of terms that name none */
	function alternatives(depth: number, named: readonly Field[]): Part {
		const parts = [conjunction(depth, named)];
		while (!isAtEnd()) {
			next("OR");
			parts.push(conjunction(depth, named));
		}
		return joined("or", parts);
	}

	function conjunction(depth: number, named: readonly Field[]): Part {
		const parts = [operand(depth, named)];
		for (;;) {
			if (next("AND")) parts.push(operand(depth, named));
			else if (next("NOT")) parts.push({ kind: "not", part: operand(depth + 1, named) });
			else return joined("and", parts);
		}
	}

	function operand(depth: number, named: readonly Field[]): Part {
		if (depth > DEPTH_MAX) throw unsupportedSearch(query);
		if (next("NOT")) return { kind: "not", part: operand(depth + 1, named) };
		const isGroup = next("(");
		if (!isGroup && (next("AND") || next("OR"))) throw unsupportedSearch(query);
		const field = isGroup ? undefined : match(FIELD)?.[1];
		const own = field === undefined ? named : fields.filter((name) => name === field);
		if (own.length === 0) throw unsupportedSearch(query);
		if (isGroup || (field !== undefined && query.startsWith("(", at) && next("("))) {
			const inside = alternatives(depth + 1, own);
			if (!next(")")) throw unsupportedSearch(query);
			return inside;
		}
		return term(own);
	}

	/** The condition on each of the fields. */
	function term(named: readonly Field[]): Part {
		conditions += named.length;
		if (conditions > CONDITIONS_MAX) throw unsupportedSearch(query);
		const [, opening, from = "", to = "", closing] = (hasRanges && match(RANGE)) || [];
		if (opening !== undefined) {
			const range = { from: bound(from, opening === "["), to: bound(to, closing === "]") };
			return joined(
				"or",
				named.map((field) => ({ kind: "range", field, ...range })),
			);
		}
		const found = match(TERM);
		if (!found) throw unsupportedSearch(query);
		const [, quoted, word = ""] = found;
		const value = quoted === undefined ? wildcards(word) : { text: unescaped(quoted), before: false, after: false };
		return joined(
			"or",
			named.map((field) => ({ kind: "condition", field, ...value })),
		);
	}

	function bound(written: string, isIncluded: boolean) {
		if (written === "*") return null;
		return { text: unescaped(written.startsWith('"') ? written.slice(1, -1) : written), isIncluded };
	}

	function wildcards(word: string) {
		const [, first = "", middle = "", last = ""] = /^(\*?)((?:[^*\\]|\\.)*)(\*?)$/su.exec(word) ?? [];
		// +must, -must not and wildcards elsewhere are Lucene too, but not here.
		if (first + middle + last !== word || /^[+\-!<>]|&&|\|\|/.test(middle)) throw unsupportedSearch(query);
		const value = unescaped(middle);
		const isShort = first !== "" && middle !== "" && Array.from(value).length < WILDCARD_LENGTH_MIN;
		if (isShort || word === "**") throw unsupportedSearch(query);
		return { text: value, before: first !== "", after: last !== "" };
	}

	const search = alternatives(0, fieldsOfBareTerms);
	if (!isAtEnd() || at < query.length) throw unsupportedSearch(query);
	return search;
}

function joined<Part>(
	kind: "and" | "or",
	parts: readonly Part[],
): Part | { kind: "and" | "or"; parts: readonly Part[] } {
	const [only] = parts;
	return only && parts.length === 1 ? only : { kind, parts };
}

function unescaped(text: string): string {
	return text.replace(/\\(.)/gsu, "$1");
}
