import type { MetadataEntry } from "./metadata-rows";

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
