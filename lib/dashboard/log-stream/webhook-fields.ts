import "server-only";
import { textLength } from "@/lib/contract/text-length";
import { type EventKind, eventKinds } from "./event-types";
import { refusalOfLiteral } from "./send-webhook";

export const NAME_LENGTH_MAX = 100;
const ADDRESS_LENGTH_MAX = 1000;

/** Why a name can't be stored; null where it can. */
export function nameFault(name: string): string | null {
	if (name === "") return "A name is expected: everyone who opens the activity page sees it.";
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the line in lists and in the feed.
	if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(name)) return "One line of plain text is expected.";
	return textLength(name) > NAME_LENGTH_MAX ? `At most ${NAME_LENGTH_MAX} characters fit.` : null;
}

/** Why nothing can be sent to an address; null where it can. A name is looked up when something is sent. */
export function addressFault(address: string): string | null {
	if (textLength(address) > ADDRESS_LENGTH_MAX) return `At most ${ADDRESS_LENGTH_MAX} characters fit.`;
	const url = URL.parse(address);
	if (url?.protocol !== "https:") return "An address that begins with https:// is expected.";
	if (url.username || url.password) return "No user name and no password: the signature shows who sends.";
	if (url.hash) return "The part after # would not be sent: leave it out.";
	return refusalOfLiteral(url);
}

/** The kinds that a form names, in their order. */
export function chosenKinds(names: readonly FormDataEntryValue[]): EventKind[] {
	return eventKinds.filter((kind) => names.includes(kind));
}
