import { messageRefusal } from "../http/refusal";

const CONTEXT_BYTES_MAX = 2048;

/** What goes back as it came: a form carries neither NUL nor line ends unchanged. */
export function contextOf(sent: string | null): string | null {
	if (sent === null) return null;
	if (Buffer.byteLength(sent) > CONTEXT_BYTES_MAX) {
		throw messageRefusal(`The wctx has more than ${CONTEXT_BYTES_MAX} bytes.`);
	}
	if (/[\0\r\n]/.test(sent)) throw messageRefusal("The wctx has characters that a form does not carry.");
	return sent;
}
