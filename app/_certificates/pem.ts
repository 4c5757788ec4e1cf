/** Whether a text holds a private key, in any of the PEM forms (RFC 7468, PKCS #1, SEC 1, OpenSSH). */
export function holdsPrivateKey(text: string): boolean {
	return /PRIVATE\s+KEY/i.test(text);
}

/** First or last line of a private key, as far as its words go. No label in use is longer (RFC 7468, section 4). */
const KEY_LINE = /(BEGIN|END)[A-Z0-9 ]{0,32}?PRIVATE\s{1,8}KEY/gi;

/**
 * A text without the private keys in it: each from its first line to its last, or to the end of the text where no last
 * line follows, with the headers of an encrypted one. Where only the words "private key" occur, no text is returned.
 */
export function withoutPrivateKey(text: string): { text: string; isWithheld: boolean } {
	if (!holdsPrivateKey(text)) return { text, isWithheld: false };
	let remaining = "";
	let position = 0;
	let isInKey = false;
	for (const { 0: words, 1: side, index } of text.matchAll(KEY_LINE)) {
		const before = text.slice(position, index);
		const isFirst = side?.toUpperCase() === "BEGIN";
		if (!isInKey) remaining += isFirst ? withoutDashes(before) : before + words;
		position = index + words.length;
		if (isInKey && !isFirst) position += restOfLine(text, position);
		isInKey = isFirst;
	}
	if (!isInKey) remaining += text.slice(position);
	return { text: holdsPrivateKey(remaining) ? "" : remaining, isWithheld: true };
}

/** A text without the dashes, and the white space after them, at its end. */
function withoutDashes(text: string): string {
	const trimmed = text.trimEnd();
	let end = trimmed.length;
	while (trimmed[end - 1] === "-") end -= 1;
	return trimmed.slice(0, end);
}

/** How many characters of a line of dashes are left at a position, its break included. */
function restOfLine(text: string, position: number): number {
	const rest = /[^\S\n]*-*\n?/y;
	rest.lastIndex = position;
	return rest.exec(text)?.[0].length ?? 0;
}

const FIRST_LINE = "-----BEGIN CERTIFICATE-----";
const LAST_LINE = "-----END CERTIFICATE-----";

/** The certificates of a text, each as a PEM block (RFC 7468), and the text around them. */
function splitAtCertificates(text: string): { blocks: string[]; around: string } {
	const blocks: string[] = [];
	let around = "";
	let position = 0;
	for (;;) {
		const start = text.indexOf(FIRST_LINE, position);
		const end = start < 0 ? -1 : text.indexOf(LAST_LINE, start + FIRST_LINE.length);
		if (end < 0) return { blocks, around: around + text.slice(position) };
		around += text.slice(position, start);
		position = end + LAST_LINE.length;
		blocks.push(text.slice(start, position));
	}
}

/** The certificates of a text, each as a PEM block; text around them is ignored as parsers do. */
export function certificateBlocks(text: string): string[] {
	return splitAtCertificates(text).blocks;
}

/** Whether a text holds anything but its certificates and white space. */
export function holdsOtherText(text: string): boolean {
	return splitAtCertificates(text).around.trim() !== "";
}

const BASE64_LINE = 64;
const LEAST_BODY = 100;

/**
 * A certificate that lost its line breaks (on one line, with "\n" written out, or without its first and last line) in
 * the form that parsers read: lines of 64 characters. Null where there is nothing to repair.
 */
export function rewrapPem(text: string): string | null {
	const plain = text.replace(/\\r|\\n/g, "\n").trim();
	const blocks = certificateBlocks(plain);
	const bodies =
		blocks.length > 0 ? blocks.map((block) => block.replace(/-----(BEGIN|END) CERTIFICATE-----/g, "")) : [plain];
	const wrapped = bodies.map(wrap);
	if (wrapped.includes(null)) return null;
	const mended = `${wrapped.join("\n")}\n`;
	const hasLines = blocks.length > 0 && blocks.every((block) => /^-+BEGIN[^\n]*\n[\s\S]*\n-+END/.test(block));
	return mended.trim() === text.trim() || (hasLines && !/\\n/.test(text)) ? null : mended;
}

function wrap(body: string): string | null {
	const base64 = body.replace(/\s+/g, "");
	if (base64.length < LEAST_BODY || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
	return block(base64);
}

function block(base64: string): string {
	const lines = base64.match(new RegExp(`.{1,${BASE64_LINE}}`, "g")) ?? [];
	return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}

/** Certificates in the canonical form in which they are compared and sent; other text as it is. */
export function plainPem(text: string): string {
	const blocks = certificateBlocks(rewrapPem(text) ?? text);
	const bodies = blocks.map((block) => block.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, ""));
	return bodies.length > 0 ? `${bodies.map(block).join("\n")}\n` : text.trim();
}
