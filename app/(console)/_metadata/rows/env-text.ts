import { isNotText, type MetadataEntry } from "./metadata-rows";

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
