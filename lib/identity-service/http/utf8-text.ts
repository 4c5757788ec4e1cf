/** The text of a body; null where a byte is not UTF-8 (RFC 8259 section 8.1). A byte order mark is not part of the text. */
export function utf8Text(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}
