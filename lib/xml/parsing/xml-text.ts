import { UnreadableXml } from "../errors";

export type XmlLimits = {
	bytes: number;
	depth: number;
	elements: number;
	/** Of all elements together, declarations of namespaces among them. */
	attributes: number;
	/** One within a name splits it for some readers (`admin<!---->.example`). Handwritten documents may have others. */
	comments: "refused" | "between elements";
};

export const MESSAGE_LIMITS: XmlLimits = {
	bytes: 64 * 1024,
	depth: 32,
	elements: 2000,
	attributes: 4000,
	comments: "refused",
};

/** Different declarations of one document: canonicalization searches those in scope at each element. */
export const DECLARATIONS_MAX = 256;

const BYTE_ORDER_MARK = "\ufeff";
/** XML 1.0 section 2.2, production 2, negated; without `u` a lone surrogate would match as half of a pair. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const DECLARATION =
	/^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The characters of a document, without its declaration: UTF-8 and nothing else, with line ends as XML reads them.
 * @throws UnreadableXml
 */
export function documentText(source: Uint8Array | string, bytesMax: number): string {
	const size = typeof source === "string" ? Buffer.byteLength(source) : source.byteLength;
	if (size > bytesMax) throw new UnreadableXml(`The XML is larger than ${bytesMax} bytes.`);
	const text = (typeof source === "string" ? source : decoded(source)).replace(/\r\n?/g, "\n");
	if (text.startsWith(BYTE_ORDER_MARK)) throw new UnreadableXml("The XML begins with a byte order mark.");
	if (NO_CHARACTER.test(text)) throw new UnreadableXml("The XML contains a character that XML does not allow.");
	// Before anything is read: a document type can define entities.
	if (/<!(?:doctype|entity)/i.test(text)) throw new UnreadableXml("The XML contains a document type declaration.");
	return withoutDeclaration(text);
}

function decoded(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new UnreadableXml("The XML is not UTF-8.");
	}
}

function withoutDeclaration(text: string): string {
	const declaration = DECLARATION.exec(text);
	if (!declaration) return text;
	const encoding = declaration[1] ?? declaration[2] ?? "utf-8";
	if (encoding.toLowerCase() !== "utf-8") throw new UnreadableXml("The XML declares an encoding other than UTF-8.");
	return text.slice(declaration[0].length);
}

/**
 * A text with its references resolved: the five names of XML and the numbers of characters that XML allows.
 * @throws UnreadableXml
 */
export function resolved(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(/&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,8})|([a-z]{2,4}));|&/g, (_, hexadecimal, decimal, name) => {
		if (name !== undefined) return ENTITIES[name] ?? refuseReference();
		if (hexadecimal !== undefined) return characterAt(Number.parseInt(hexadecimal, 16));
		return decimal === undefined ? refuseReference() : characterAt(Number(decimal));
	});
}

function characterAt(codePoint: number): string {
	if (codePoint > 0x10ffff) return refuseReference();
	const character = String.fromCodePoint(codePoint);
	return NO_CHARACTER.test(character) ? refuseReference() : character;
}

function refuseReference(): never {
	throw new UnreadableXml("The XML contains a reference to an entity or a character that XML does not define.");
}
