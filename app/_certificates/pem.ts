/** Whether a text holds a private key, in any of the PEM forms (RFC 7468, PKCS #1, SEC 1, OpenSSH). */
export function holdsPrivateKey(text: string): boolean {
	return /PRIVATE\s+KEY/i.test(text);
}

/**
 * A text without the private keys in it: each from its first line to its last, or to the end of the text where no last
 * line follows, with the headers of an encrypted one. Where only the words "private key" occur, no text is returned.
 */
export function withoutPrivateKey(text: string): { text: string; isWithheld: boolean } {
	if (!holdsPrivateKey(text)) return { text, isWithheld: false };
	const remaining = text.replace(
		/-*\s*BEGIN[A-Z0-9 ]*PRIVATE\s+KEY[\s\S]*?(?:END[A-Z0-9 ]*PRIVATE\s+KEY[^\S\n]*-*\n?|$)/gi,
		"",
	);
	return { text: holdsPrivateKey(remaining) ? "" : remaining, isWithheld: true };
}

/** The certificates of a text, each as a PEM block (RFC 7468); text around them is ignored as parsers do. */
export function certificateBlocks(text: string): string[] {
	return text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
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
