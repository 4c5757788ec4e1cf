import type { MetadataEntry } from "@/lib/contract/metadata";
import { type JsonMistake, parseMetadataJson } from "./metadata-json";
import { grouped, isNotText, valuesByKey } from "./metadata-rows";

export type PastedMetadata = {
	format: "JSON" | ".env" | "two columns" | "key: value lines";
	entries: MetadataEntry[];
	skippedLines: number;
	repeated: string[];
	/** Keys whose values were a number, true, false or null, and became text. */
	literals: string[];
	/** Why a text that begins like JSON can't be parsed; there are no entries then. */
	mistake?: JsonMistake;
};

/**
 * Parses several keys and values from a pasted text: a JSON object, a `.env` file, two spreadsheet columns, or lines of
 * `key: value`. The last of duplicate keys counts, as in each of these formats.
 * @returns null for a single key or value
 */
export function parsePasted(text: string): PastedMetadata | null {
	if (text.trimStart().startsWith("{")) {
		const json = parseMetadataJson(text, { acceptsLiterals: true });
		if ("entries" in json) return found("JSON", json.entries, 0, json.literals);
		return { format: "JSON", entries: [], skippedLines: 0, repeated: [], literals: [], mistake: json.mistake };
	}
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
	if (lines.length > 0 && lines.every((line) => line.includes("\t")))
		return found("two columns", ...entriesIn(lines, "\t"));
	const env = parseEnv(text);
	if (env.entries.length > 0) return found(".env", env.entries, env.skippedLines);
	if (lines.length > 1 || /:\s/.test(text)) return found("key: value lines", ...entriesIn(lines, ":"));
	return null;
}

function entriesIn(lines: readonly string[], separator: string): [MetadataEntry[], number] {
	const entries = lines.flatMap((line): MetadataEntry[] => {
		const at = line.indexOf(separator);
		const key = line.slice(0, Math.max(at, 0)).trim();
		return key === "" ? [] : [[key, line.slice(at + 1).trim()]];
	});
	return [entries, lines.length - entries.length];
}

function found(
	format: PastedMetadata["format"],
	entries: readonly MetadataEntry[],
	skippedLines: number,
	literals: string[] = [],
): PastedMetadata | null {
	if (entries.length === 0) return null;
	const byKey = grouped(entries, ([key]) => key);
	const repeated = [...byKey].flatMap(([key, those]) => (those.length > 1 ? [key] : []));
	return { format, entries: [...valuesByKey(entries)], skippedLines, repeated, literals };
}

/** A name, then a value: quoted, perhaps with line breaks, or bare up to a comment. */
const LINE = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^#\n]*))[^\n]*/gm;

/**
 * Parses a `.env` text as Node's `util.parseEnv` is documented to: comments and blank lines are skipped, values may be empty,
 * bare or in single, double or back quotes, quoted ones may contain line breaks, and `\n` within double quotes is one. Other
 * lines are counted.
 */
export function parseEnv(text: string): { entries: MetadataEntry[]; skippedLines: number } {
	const source = text.replace(/\r\n?/g, "\n");
	const entries = Array.from(
		source.matchAll(LINE),
		([, name = "", double, single, back, bare = ""]): MetadataEntry => [
			name,
			double?.replaceAll("\\n", "\n") ?? single ?? back ?? bare.trim(),
		],
	);
	const others = source.replace(LINE, "").split("\n");
	return { entries, skippedLines: others.filter((line) => !/^\s*(#|$)/.test(line)).length };
}

/** A `.env` name that every parser accepts. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The entries as a `.env` text. What that format can't express (a name outside letters, digits and _; a value with every kind
 * of quote, or that is no text) is left out and listed.
 */
export function envText(entries: readonly MetadataEntry[]): { text: string; leftOut: string[] } {
	const lines = entries.map(([key, value]) => ({
		key,
		line: PLAIN_NAME.test(key) && !isNotText(value) ? envLine(key, value) : null,
	}));
	return {
		text: lines.flatMap(({ line }) => line ?? []).join("\n"),
		leftOut: lines.flatMap(({ key, line }) => (line === null ? [key] : [])),
	};
}

function envLine(key: string, value: string): string | null {
	if (value.includes("\r")) return null;
	if (/^[\w./:@+-]*$/.test(value)) return `${key}=${value}`;
	// `\n` is an escape only within double quotes.
	const quote = ["'", "`", '"'].find((mark) => !value.includes(mark) && !(mark === '"' && value.includes("\\n")));
	return quote === undefined ? null : `${key}=${quote}${value}${quote}`;
}
