import { uriFault } from "@/app/_editor/kinds/address";
import {
	ADDON_ADDRESS_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ASSERTION_LIFETIME_MAX,
} from "@/lib/contract/client/addon-limits";
import { CALLBACK_PATTERN, CLIENT_URLS_MAX } from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/text-length";

// The fault of one setting as a sentence for the admin; null where there is none.

export function lifetimeFault(text: string): string | null {
	const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 0;
	return seconds >= 1 && seconds <= ASSERTION_LIFETIME_MAX
		? null
		: `A lifetime is a whole number of seconds, from 1 to ${ASSERTION_LIFETIME_MAX} (a day).`;
}

export function probesFault(probes: readonly string[]): string | null {
	if (probes.length > ADDON_MAPPING_NAMES_MAX) return `At most ${ADDON_MAPPING_NAMES_MAX} attributes are tried.`;
	return probes.map(uriFault).find((fault) => fault !== null) ?? null;
}

const ALIASES_MAX = 100;

export function aliasesFault(aliases: readonly string[]): string | null {
	if (aliases.length > ALIASES_MAX) return `At most ${ALIASES_MAX} realms fit.`;
	return aliases.map(uriFault).find((fault) => fault !== null) ?? null;
}

/** Addresses that are stored already are not checked again. */
export function callbacksFault(callbacks: readonly string[], stored: readonly string[]): string | null {
	const known = new Set(stored);
	const added = callbacks.filter((address) => !known.has(address));
	const bad = added.find(
		(address) => textLength(address) > ADDON_ADDRESS_LENGTH_MAX || !CALLBACK_PATTERN.test(address),
	);
	if (bad !== undefined) return `The callback URL ${bad} is none that is taken.`;
	if (added.length > 0 && callbacks.length > CLIENT_URLS_MAX) {
		return `${callbacks.length} callback URLs; at most ${CLIENT_URLS_MAX} fit.`;
	}
	return null;
}
