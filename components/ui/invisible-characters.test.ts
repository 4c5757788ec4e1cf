import { expect, it } from "vitest";
import { invisibleCharacters, invisibleInWords, nameInWords } from "./invisible-characters";

it.each([
	["a zero-width space", "Ac\u200bme", "U+200B"],
	["a zero-width joiner between Latin letters", "Ac\u200dme", "U+200D"],
	["a zero-width non-joiner at an end", "Acme\u200c", "U+200C"],
	["a soft hyphen", "Ac\u00adme", "U+00AD"],
	["a word joiner", "Ac\u2060me", "U+2060"],
	["a byte order mark", "\ufeffAcme", "U+FEFF"],
	["a bidirectional override", "\u202eemcA", "U+202E"],
	["an isolate", "\u2066Acme\u2069", "U+2066 U+2069"],
	["a left-to-right mark", "Acme\u200e", "U+200E"],
	["an Arabic letter mark", "\u061cAcme", "U+061C"],
	["a variation selector after a letter", "A\ufe0fcme", "U+FE0F"],
	["a variation selector after a digit that is no key", "1\ufe0f", "U+FE0F"],
	["an ideographic variation selector after a Latin letter", "A\u{e0100}", "U+E0100"],
	["Hangul fillers", "\u115f\u1160\u3164\uffa0", "U+115F U+1160 U+3164 U+FFA0"],
	["tags", "Acme\u{e0041}\u{e007f}", "U+E0041 U+E007F"],
	["a combining grapheme joiner", "Ac\u034fme", "U+034F"],
	["a no-break space", "Acme\u00a0Inc", "U+00A0"],
	["a thin space", "Acme\u2009Inc", "U+2009"],
	["an ideographic space between Latin letters", "Acme\u3000Inc", "U+3000"],
	["a blank Braille pattern", "Acme\u2800", "U+2800"],
	["a control character", "Ac\u0007me\u0085", "U+0007 U+0085"],
	["a line break", "Ac\nme\u2028", "U+000A U+2028"],
	["half of a surrogate pair", "Acme\ud83d", "U+D83D"],
	["a space at its beginning", " Acme", "U+0020"],
	["a space at its end", "Acme ", "U+0020"],
	["two spaces, of which one is drawn", "Acme  Inc", "U+0020"],
	["a joiner between an emoji and a letter", "👩\u200da", "U+200D"],
])("finds %s", (_, text, found) => {
	expect(invisibleCharacters(text).join(" ")).toBe(found);
});

it.each([
	"Acme Inc",
	"Proof of residence – 住所確認",
	"👩‍🚀 👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 🧑‍⚕️",
	"❤️ ☎︎ ©️ 1️⃣ #️⃣",
	"അവന്‍",
	"🏴󠁧󠁢󠁳󠁣󠁴󠁿",
	"می‌خواهم",
	"ශ්‍රී ලංකා",
	"क्‍ष क्‌ष",
	"葛\u{e0100}城",
	"ᠠ᠋ᠢ",
	"山田　太郎",
	"⠓⠊⠀⠽⠕⠥",
	"José Łukasz Zoë é",
	"שלום عربي",
	"한국어",
])("finds nothing in %s", (text) => {
	expect(invisibleCharacters(text)).toEqual([]);
	expect(nameInWords(text).replaceAll(/[\u2068\u2069]/g, "")).toBe(text);
});

it.each([
	["isolates what is written from right to left", "שלום", "\u2068שלום\u2069"],
	["adds nothing to what is written from left to right", "Acme – 住所", "Acme – 住所"],
	[
		"replaces what would turn the text around",
		"\u202egnp.exe",
		"[U+202E]gnp.exe (contains invisible characters: U+202E)",
	],
	["replaces a control character", "Ac\u0007me", "Ac[U+0007]me (contains invisible characters: U+0007)"],
	["marks a name that draws nothing", "\u200b", "“ ” (contains invisible characters: U+200B)"],
])("%s in a name of a text", (_, text, words) => {
	expect(nameInWords(text)).toBe(words);
});

it("names each character once, three of them, and how many others there are", () => {
	expect(invisibleInWords("a\u200bb\u200b")).toBe("contains invisible characters: U+200B");
	expect(nameInWords("\u200b\u00ad\u2060\ufeff\u3164")).toMatch(
		/ \(contains invisible characters: U\+200B, U\+00AD, U\+2060 and 2 more\)$/,
	);
});
