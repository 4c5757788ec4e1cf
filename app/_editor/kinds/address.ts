import { ADDON_TEXT_PATTERN, ADDON_URI_LENGTH_MAX } from "@/lib/contract/client/addon-limits";
import { CLIENT_URL_LENGTH_MAX, CLIENT_URL_PATTERN } from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/limits";
import type { Kind } from "./kind";
import { type TextOptions, text, tooLong } from "./text";

// Texts that a protocol restricts. Apart from `text`, so that an editor without them does not load their patterns.

/** A text that is a web address. */
export function address(options: TextOptions): Kind<string> {
	return text({ rule: addressFault, ...options });
}

function addressFault(found: string): string | null {
	if (textLength(found) > CLIENT_URL_LENGTH_MAX) return tooLong(found, CLIENT_URL_LENGTH_MAX);
	return CLIENT_URL_PATTERN.test(found)
		? null
		: "Not a valid URL: it must begin with https:// (or http:// on this machine), without user name, wildcard or #.";
}

/** For names of entities, attributes, realms and applications. */
export function uriFault(text: string): string | null {
	return sentFault(text, ADDON_URI_LENGTH_MAX);
}

/** Why a text can't stand in a message of SAML or WS-Federation. */
export function sentFault(text: string, max: number): string | null {
	if (textLength(text) > max) return tooLong(text, max);
	return ADDON_TEXT_PATTERN.test(text) ? null : "It holds characters that can't be sent, such as control characters.";
}
