import { RESPONSE_BYTES_MAX } from "../limits";
import { MdocFault } from "../mdoc-fault";

const BASE64URL = /^[A-Za-z0-9_-]*={0,2}$/;

/**
 * Bytes of a base64url text (RFC 4648, section 5), with padding or without.
 * @param what begins the sentence of the fault: "The response"
 * @throws MdocFault where it is no such text, or has more than 200 KB decoded
 */
export function fromBase64url(text: string, what: string): Uint8Array {
	const digits = text.replace(/={1,2}$/, "").length;
	const size = Math.floor((digits * 3) / 4);
	if (size > RESPONSE_BYTES_MAX) {
		throw new MdocFault(`${what} has ${size} bytes; at most ${RESPONSE_BYTES_MAX} (200 KB) are read.`);
	}
	if (!BASE64URL.test(text) || digits % 4 === 1) throw new MdocFault(`${what} is not in base64url.`);
	return Buffer.from(text, "base64url");
}
