import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import { isolated } from "@/lib/contract/name-or-id";
import { isNotText } from "./metadata-rows";

/** Why a text is not a JSON object of strings, and where; line and column from 1. */
export type JsonMistake = { message: string; line: number; column: number };

const STRING = /"(?:[^"\\]|\\.)*"/y;
const SPACE = /[ \t\r\n]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The entries as a JSON object, in their order, one a line. Duplicate keys stay. */
export function metadataJson(entries: readonly MetadataEntry[]): string {
	if (entries.length === 0) return "{}";
	return `{\n${entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${isNotText(value) ? value.json : JSON.stringify(value)}`).join(",\n")}\n}`;
}

type ReadOptions = { acceptsLiterals?: boolean; stored?: readonly MetadataEntry[] };
type ReadJson = { entries: MetadataEntry[]; literals: string[] };

/**
 * Parses a JSON object whose values are all strings. Unlike `JSON.parse` it keeps the order of the keys, and refuses a
 * duplicate key instead of dropping one of its values.
 * @param options `acceptsLiterals`: a number, true, false and null become their literal text; `stored`: where they hold a
 * value that is no text, it may stand there as it is
 * @returns `literals`: the keys whose values were not strings
 */
export function parseMetadataJson(
	text: string,
	{ acceptsLiterals = false, stored = [] }: ReadOptions = {},
): ReadJson | { mistake: JsonMistake } {
	const entries: MetadataEntry[] = [];
	const literals: string[] = [];
	const keys = new Set<string>();
	let position = 0;

	const mistake = (message: string, at = position) => ({ mistake: { message, ...placeOf(text, at) } });
	const matchAt = (pattern: RegExp, index: number) => {
		pattern.lastIndex = index;
		return pattern.exec(text)?.[0] ?? null;
	};
	const skipSpace = () => {
		position += matchAt(SPACE, position)?.length ?? 0;
	};
	/** Goes on behind a token and the white space after it; null: another is there. */
	const take = (token: string | RegExp) => {
		const found = token instanceof RegExp ? matchAt(token, position) : text.startsWith(token, position) ? token : null;
		if (found === null) return null;
		position += found.length;
		skipSpace();
		return found;
	};
	const takeString = () => {
		const start = position;
		const string = stringOf(take(STRING));
		if (string === null) position = start;
		return string;
	};
	const takeValue = (key: string): StoredValue | null => {
		const kept = stored.find(([name]) => name === key)?.[1];
		if (kept !== undefined && isNotText(kept) && take(kept.json) !== null) return kept;
		const string = takeString();
		const literal = string === null && acceptsLiterals ? take(LITERAL) : null;
		if (literal !== null) literals.push(key);
		return string ?? literal;
	};

	skipSpace();
	if (!take("{")) return mistake("A JSON object begins with {.");
	if (!take("}")) {
		do {
			const start = position;
			const key = takeString();
			if (key === null) return mistake("Expected a key in double quotes here.");
			if (keys.has(key)) return mistake(`The key “${isolated(key)}” appears twice.`, start);
			keys.add(key);
			if (!take(":")) return mistake("Expected a colon after the key.");
			const value = takeValue(key);
			if (value === null)
				return mistake(`The value of “${isolated(key)}” ${valueFault(text[position], acceptsLiterals)}`);
			entries.push([key, value]);
		} while (take(","));
		if (!take("}")) return mistake("Expected a comma or the closing } here.");
	}
	return position < text.length ? mistake("There is text after the end of the object.") : { entries, literals };
}

/** @param first the value's first character */
function valueFault(first: string | undefined, acceptsLiterals: boolean): string {
	if (first === "{") return "is an object. Metadata holds texts only.";
	if (first === "[") return "is a list. Metadata holds texts only.";
	return acceptsLiterals ? "is missing or not JSON." : "must be text in double quotes.";
}

/** A quoted text may still contain what JSON does not allow: a bare line break, an unknown escape. */
function stringOf(quoted: string | null): string | null {
	try {
		return quoted === null ? null : (JSON.parse(quoted) as string);
	} catch {
		return null;
	}
}

function placeOf(text: string, position: number): { line: number; column: number } {
	const lines = text.slice(0, position).split("\n");
	return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
}
