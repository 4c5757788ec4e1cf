import { parseEnv } from "./env-text";
import { type JsonMistake, parseMetadataJson } from "./metadata-json";
import type { MetadataEntry } from "./metadata-rows";

export type PastedFormat = "JSON" | ".env" | "two columns" | "key: value lines";

export type PastedMetadata = {
	format: PastedFormat;
	entries: MetadataEntry[];
	skippedLines: number;
	/** Keys that stand more than once. */
	repeated: string[];
	/** Keys whose values were a number, true, false or null, and became text. */
	literals: string[];
	/** Why a text that begins like JSON is none; there are no entries then. */
	mistake?: JsonMistake;
};

/** A line of `.env`: a name that needs no quotes, then "=". */
const ENV_LINE = /^\s*(?:export\s+)?[\w.-]+\s*=/m;

/**
 * Reads several keys and values from a pasted text: a JSON object, a `.env` file, two spreadsheet columns, or lines of
 * `key: value`. Where a key stands twice the last one counts, as in each of these formats.
 * @returns null for a text that is a single key or value
 */
export function parsePasted(text: string): PastedMetadata | null {
	if (text.trimStart().startsWith("{")) {
		const json = parseMetadataJson(text, { takesLiterals: true });
		return "mistake" in json
			? { format: "JSON", entries: [], skippedLines: 0, repeated: [], literals: [], mistake: json.mistake }
			: found("JSON", json.entries, 0, json.literals);
	}
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
	if (lines.length > 0 && lines.every((line) => line.includes("\t"))) return found("two columns", ...read(lines, "\t"));
	if (ENV_LINE.test(text)) {
		const { entries, skippedLines } = parseEnv(text);
		return found(".env", entries, skippedLines);
	}
	if (lines.length > 1 || /:\s/.test(text)) return found("key: value lines", ...read(lines, ":"));
	return null;
}

function read(lines: readonly string[], separator: string): [MetadataEntry[], number] {
	const entries = lines.flatMap((line): MetadataEntry[] => {
		const at = line.indexOf(separator);
		const key = line.slice(0, Math.max(at, 0)).trim();
		return key === "" ? [] : [[key, line.slice(at + 1).trim()]];
	});
	return [entries, lines.length - entries.length];
}

function found(
	format: PastedFormat,
	entries: readonly MetadataEntry[],
	skippedLines: number,
	literals: string[] = [],
): PastedMetadata | null {
	if (entries.length === 0) return null;
	const keys = entries.map(([key]) => key);
	const repeated = [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
	return { format, entries: [...new Map(entries)], skippedLines, repeated, literals };
}
