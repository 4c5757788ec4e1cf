import { ADDON_TEXT_PATTERN, ADDON_URI_LENGTH_MAX } from "@/lib/contract/client/addon-limits";
import { CLIENT_URL_LENGTH_MAX, CLIENT_URL_PATTERN } from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/limits";
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

/** For names of entities, attributes, realms and applications. */
export function uriFault(text: string): string | null {
	return sentFault(text, ADDON_URI_LENGTH_MAX);
}

/** Why a text can't stand in a message of SAML or WS-Federation. */
export function sentFault(text: string, max: number): string | null {
	if (textLength(text) > max) return tooLong(text, max);
	return ADDON_TEXT_PATTERN.test(text)
		? null
		: "This holds characters that can't be sent: control characters and the like.";
}
