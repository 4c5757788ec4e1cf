import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/** Each character of Unicode. fast-check's own unit, `binary`, takes a second of each process to list them all. */
export const anyCharacter = fc
	.integer({ min: 0, max: 0x10ffff - SURROGATES })
	.map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), indexOf);

/** The way back, by which fast-check finds out that its dangerous texts, such as `__proto__`, consist of these. */
function indexOf(text: unknown): number {
	if (typeof text !== "string" || [...text].length !== 1 || !text.isWellFormed()) throw new Error("no character");
	const codePoint = text.codePointAt(0) ?? 0;
	return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES;
}
