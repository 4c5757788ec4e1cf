import { CLIENT_URL_LENGTH_MAX, CLIENT_URL_PATTERN } from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/text-length";
import type { Kind } from "./kind";
import { type TextOptions, text, tooLong } from "./text";

/** A text that is a web address. */
export function address(options: Omit<TextOptions, "rule">): Kind<string> {
	return text({ ...options, rule: addressFault });
}

function addressFault(found: string): string | null {
	if (textLength(found) > CLIENT_URL_LENGTH_MAX) return tooLong(found, CLIENT_URL_LENGTH_MAX);
	return CLIENT_URL_PATTERN.test(found)
		? null
		: "This is no address that is taken: it begins with https:// (or http:// on this machine), without user name, wildcard and #.";
}
