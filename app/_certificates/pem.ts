/** Whether a text holds a private key, in any of the PEM forms (RFC 7468, PKCS #1, SEC 1, OpenSSH). */
export function holdsPrivateKey(text: string): boolean {
	return /PRIVATE\s+KEY/i.test(text);
}

/** The first or last line of a private key. Each repeat is bounded: no label in use is longer (RFC 7468, section 4). */
const KEY_LINE = /(?:-{1,5}\s{0,8})?(BEGIN|END)[A-Z0-9 ]{0,32}?PRIVATE\s{1,8}KEY[^\S\n]{0,8}-{0,5}\n?/gi;

/**
 * A text without the private keys in it: each from its first line to its last, or to the end of the text where no last
 * line follows, with the headers of an encrypted one. Where only the words "private key" occur, no text is returned.
 */
export function withoutPrivateKey(text: string): { text: string; isWithheld: boolean } {
	if (!holdsPrivateKey(text)) return { text, isWithheld: false };
	let remaining = "";
	let position = 0;
	let isInKey = false;
	for (const { 0: line, 1: side, index } of text.matchAll(KEY_LINE)) {
		const isFirst = side?.toUpperCase() === "BEGIN";
		if (!isInKey) remaining += text.slice(position, isFirst ? index : index + line.length);
		position = index + line.length;
		isInKey = isFirst;
	}
	if (!isInKey) remaining += text.slice(position);
	return { text: holdsPrivateKey(remaining) ? "" : remaining, isWithheld: true };
}

const FIRST_LINE = "-----BEGIN CERTIFICATE-----";
const LAST_LINE = "-----END CERTIFICATE-----";

/** The certificates of a text, each as a PEM block (RFC 7468); text around them is ignored as parsers do. */
export function certificateBlocks(text: string): string[] {
	const parts = text.split(FIRST_LINE).slice(1);
	return parts.flatMap((part) => {
		const end = part.indexOf(LAST_LINE);
		return end < 0 ? [] : [FIRST_LINE + part.slice(0, end) + LAST_LINE];
	});
}

/** Whether a text holds anything but its certificates and white space. */
export function holdsOtherText(text: string): boolean {
	return withoutSpace(certificateBlocks(text).join("")) !== withoutSpace(text);
}

function withoutSpace(text: string): string {
	return text.replace(/\s/g, "");
}

/**
 * A certificate that lost its line breaks (on one line, with "\n" written out, or without its first and last line) in
 * the form that parsers read: lines of 64 characters. Null where there is nothing to repair.
 */
export function rewrapPem(text: string): string | null {
	const mended = plainPem(text);
	const hasLines = certificateBlocks(text).every((block) => /^-+BEGIN[^\n]*\n[^\\]*\n-+END/.test(block));
	const isMended = certificateBlocks(mended).length > certificateBlocks(text).length || !hasLines;
	return isMended && mended.trim() !== text.trim() ? mended : null;
}

/** Certificates in the canonical form in which they are compared and sent; other text as it is. */
export function plainPem(text: string): string {
	const plain = text.replace(/\\r|\\n/g, "\n");
	const blocks = certificateBlocks(plain);
	const bodies = blocks.map((block) => withoutSpace(block.slice(FIRST_LINE.length, -LAST_LINE.length)));
	// Without its first and last line.
	if (/^[A-Za-z0-9+/]{100,}={0,2}$/.test(withoutSpace(plain))) bodies.push(withoutSpace(plain));
	const mended = bodies.map((body) => [FIRST_LINE, ...(body.match(/.{1,64}/g) ?? []), LAST_LINE, ""].join("\n"));
	return mended.join("") || text.trim();
}
