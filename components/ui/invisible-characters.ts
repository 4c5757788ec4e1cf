// Names that look alike: characters that draw nothing, or draw what a space draws, where no script needs them.

/** Of scripts whose letters join: there ZWJ and ZWNJ determine the shape (Unicode Standard, section 23.2). */
const JOINING =
	"\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}" +
	"\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Tibt}\\p{scx=Mymr}\\p{scx=Khmr}";
const CJK = "\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}";

const LEGITIMATE = new RegExp(
	[
		// 👩‍🚀, 👩🏽‍🚀, ❤️‍🔥
		"(?<=\\p{Extended_Pictographic}[\\u{fe0f}\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=\\p{Extended_Pictographic})",
		// می‌خواهم, ශ්‍රී
		`(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
		// അവന്‍: behind a virama, also at the end of a word
		"(?<=[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])\\u200d",
		// ❤️, ☎︎, 1️⃣
		"(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
		"(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
		// 葛󠄀, and variants of Mongolian letters
		"(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]",
		"(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]",
		// 🏴󠁧󠁢󠁳󠁣󠁴󠁿
		"\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}",
		// 山田　太郎, ⠓⠊⠀⠽⠕⠥
		`(?<=[${CJK}])\\u3000(?=[${CJK}])`,
		"(?<=[\\u2801-\\u28ff])\\u2800(?=[\\u2801-\\u28ff])",
	].join("|"),
	"gu",
);

/** A space at either end, and one after another, is not drawn. */
const SUSPICIOUS =
	/\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffb\u2800]|(?! )\p{Zs}|^ | $|(?<= ) /gu;

/** A part of a text: as it is, or an invisible character with its code, `U+200B`. */
export type TextPart = { text: string; code?: string };

/** A text with the invisible characters by which it may be taken for another one as parts of their own. */
export function partsOf(text: string): TextPart[] {
	const masked = text.replace(LEGITIMATE, ({ length }) => ".".repeat(length));
	const parts: TextPart[] = [];
	let end = 0;
	for (const { 0: found, index } of masked.matchAll(SUSPICIOUS)) {
		if (index > end) parts.push({ text: text.slice(end, index) });
		end = index + found.length;
		const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
		parts.push({ text: found, code: `U+${code}` });
	}
	if (end < text.length) parts.push({ text: text.slice(end) });
	return parts;
}

/** The invisible characters of a name by which it may be taken for another, as `U+200B`, each once. */
export function invisibleCharacters(text: string): string[] {
	return [...new Set(partsOf(text).flatMap(({ code }) => code ?? []))];
}

const NAMED_MAX = 3;

/** They in words; null: there is none. */
export function invisibleInWords(text: string): string | null {
	const found = invisibleCharacters(text);
	if (found.length === 0) return null;
	const more = found.length > NAMED_MAX ? ` and ${found.length - NAMED_MAX} more` : "";
	return `contains invisible characters: ${found.slice(0, NAMED_MAX).join(", ")}${more}`;
}

/** In place of a name that draws nothing. */
export const BLANK_NAME = "“ ”";

const DRAWN = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u;

/** Whether a name draws nothing. */
export function isBlank(text: string): boolean {
	return !DRAWN.test(text);
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name for where there is text only: an option, a title, an accessible name. Its invisible characters are written as their
 * codes, and its direction does not affect the text around it.
 */
export function nameInWords(text: string): string {
	const shown = isBlank(text)
		? BLANK_NAME
		: partsOf(text)
				.map((part) => (part.code ? `[${part.code}]` : part.text))
				.join("");
	const isolated = RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
	const words = invisibleInWords(text);
	return words === null ? isolated : `${isolated} (${words})`;
}
