import { RESPONSE_BYTES_MAX } from "@/lib/mdoc/limits";

/** A field of the check of a response. */
export type CheckField =
	| ("response" | "session" | "origin" | "nonce" | "key" | "encryptionInfo" | "clientId" | "responseUri")
	| ("transcript" | "privateKey" | "date" | "root");

/** A field can't be used. The message has the reason, without the field's text. */
export class PasteFault extends Error {
	override name = "PasteFault";
	readonly field: CheckField;
	constructor(field: CheckField, message: string) {
		super(message);
		this.field = field;
	}
}

const HEX_NOISE = /0x|[\s:,]/gi;
const BASE64_LEFT_OVER = 1;

/**
 * Bytes written as text: hexadecimal digits (with spaces, colons, lines, 0x), base64 or base64url.
 * @param what begins the sentences of its faults: "The response"
 * @throws PasteFault
 */
export function bytesOfText(text: string, field: CheckField, what: string): Uint8Array {
	const digits = text.replace(HEX_NOISE, "");
	if (digits !== "" && /^[\da-f]+$/i.test(digits)) {
		refuseTooLarge(digits.length / 2, field, what);
		if (digits.length % 2 === 1) {
			throw new PasteFault(field, `${what} has ${digits.length} hexadecimal digits: one is missing or too many.`);
		}
		return Buffer.from(digits, "hex");
	}
	const written = text.replace(/\s/g, "");
	const letters = written.replace(/={1,2}$/, "");
	refuseTooLarge(Math.floor((letters.length * 3) / 4), field, what);
	const odd = letters.search(/[^\w+/-]/);
	if (odd >= 0) {
		const isNone =
			field === "response" ? "This is neither hex, base64 nor a browser's JSON." : `${what} is neither hex nor base64.`;
		throw new PasteFault(field, `${isNone} Character ${odd + 1}, not counting spaces, fits neither.`);
	}
	if (letters === "" || letters.length % 4 === BASE64_LEFT_OVER) {
		throw new PasteFault(field, `${what} is cut off: base64 can't have this length.`);
	}
	return Buffer.from(letters, "base64url");
}

export function refuseTooLarge(size: number, field: CheckField, what: string): void {
	if (size <= RESPONSE_BYTES_MAX) return;
	const [has, most] = [Math.floor(size), RESPONSE_BYTES_MAX].map((bytes) => bytes.toLocaleString("en"));
	throw new PasteFault(field, `${what} has ${has} bytes decoded; at most ${most} (200 KB) are read.`);
}
