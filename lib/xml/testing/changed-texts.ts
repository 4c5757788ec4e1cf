import fc from "fast-check";
import { anyText } from "./any-text";

const ODD = [
	"",
	"<",
	">",
	"&",
	'"',
	"\0",
	"\ufffd",
	"<!--",
	"-->",
	"<!---->",
	"<?x?>",
	"<![CDATA[",
	"]]>",
	"&#x61;",
	"&amp;",
	"\r",
	" ",
	"=",
	"%",
	"%00",
	"+",
	"&SAMLRequest=x",
	"#",
];

/**
 * A text that was changed somewhere: characters, pieces removed, doubled, moved, inserted from elsewhere.
 * @param pieces of the text
 * @param others of another text of the same kind; the same text, where there is none
 */
export function changedTexts(pieces: readonly string[], others = pieces): fc.Arbitrary<string> {
	const text = pieces.join("");
	const position = fc.nat(text.length - 1);
	const index = fc.nat(pieces.length - 1);
	const many = fc.nat(12);
	return fc.oneof(
		fc.tuple(position, fc.integer({ min: 1, max: 0xff })).map(([at, flip]) => {
			return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ flip) + text.slice(at + 1);
		}),
		position.map((at) => text.slice(0, at)),
		fc.tuple(position, fc.nat(64)).map(([at, length]) => text.slice(0, at) + text.slice(at + length)),
		fc
			.tuple(position, fc.oneof(fc.constantFrom(...ODD), anyText))
			.map(([at, odd]) => text.slice(0, at) + odd + text.slice(at)),
		fc.tuple(index, index, many).map(([from, to, length]) => {
			return pieces.toSpliced(to, 0, ...pieces.slice(from, from + length)).join("");
		}),
		fc.tuple(index, index, many).map(([from, to, length]) => {
			const moved = pieces.slice(from, from + length);
			return pieces
				.toSpliced(from, length)
				.toSpliced(to, 0, ...moved)
				.join("");
		}),
		// Pieces of the other text, in place of as many or beside them.
		fc.tuple(index, many, many, fc.nat(others.length - 1)).map(([at, gone, length, from]) => {
			return pieces.toSpliced(at, gone, ...others.slice(from, from + length)).join("");
		}),
		fc.tuple(index, many).map(([at, length]) => {
			return pieces.toSpliced(at, length, ...others.slice(at, at + length)).join("");
		}),
	);
}
