import { isNotText, type MetadataEntry } from "./metadata-rows";

const NAME = /(?:^|\n)[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*/y;

/**
 * Parses a `.env` text as Node's `util.parseEnv` is documented to: comments and blank lines are skipped, values may be empty,
 * bare or in single, double or back quotes, quoted ones may contain line breaks, and `\n` within double quotes is one. Other
 * lines are counted.
 */
export function parseEnv(text: string): { entries: MetadataEntry[]; skippedLines: number } {
	const source = text.replace(/\r\n?/g, "\n");
	const entries: MetadataEntry[] = [];
	let position = 0;
	let skippedLines = 0;
	while (position < source.length) {
		NAME.lastIndex = position;
		const name = NAME.exec(source);
		if (!name) {
			const next = source.indexOf("\n", position + 1);
			const end = next === -1 ? source.length : next;
			if (!/^\s*(#|$)/.test(source.slice(position, end))) skippedLines += 1;
			position = end;
			continue;
		}
		const [value, end] = readValue(source, NAME.lastIndex);
		entries.push([name[1] ?? "", value]);
		position = end;
	}
	return { entries, skippedLines };
}

/** The value at a position, and the end of its line. */
function readValue(source: string, start: number): [string, number] {
	const quote = source[start];
	const close = quote === '"' || quote === "'" || quote === "`" ? source.indexOf(quote, start + 1) : -1;
	if (close !== -1) {
		const quoted = source.slice(start + 1, close);
		return [quote === '"' ? quoted.replaceAll("\\n", "\n") : quoted, endOfLine(source, close)];
	}
	const end = endOfLine(source, start);
	const line = source.slice(start, end);
	return [(line.split("#", 1)[0] ?? "").trim(), end];
}

function endOfLine(source: string, from: number): number {
	const end = source.indexOf("\n", from);
	return end === -1 ? source.length : end;
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
