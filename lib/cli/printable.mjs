// Text of others at the terminal: names in a tenant, files of a pull request, a tenant's words.

/** What a terminal acts on or hides: control and format characters, line and paragraph separators, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** What automation takes for a command: "::error::" at the beginning of a line, "##[error]" or "##vso[" anywhere. */
const COLONS = /^(\s*):(?=:)/;
const HASHES = /#(?=#\w*\[)/g;

/**
 * One line as it can be shown: nothing in it acts on the terminal, hides, or begins another line.
 * @param {string} text
 */
export function printable(text) {
	return text
		.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
		.replace(HASHES, "\\u{23}")
		.replace(COLONS, "$1\\u{3a}");
}

/**
 * The same for a text of several lines.
 * @param {string} text
 */
export function printableLines(text) {
	return text.split("\n").map(printable).join("\n");
}

/**
 * A JSON document as it can be shown: of the same value, with escapes as JSON has them.
 * @param {unknown} value
 */
export function printableJson(value) {
	return JSON.stringify(value, null, 2)
		.replace(UNPRINTABLE, (text) => (text === "\n" ? text : text.split("").map(jsonEscape).join("")))
		.replace(HASHES, jsonEscape);
}

/** @param {string} unit */
function jsonEscape(unit) {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
