import { holdsPrivateKey } from "@/app/_certificates/pem";
import {
	ADDON_ADDRESS_LENGTH_MAX,
	ADDON_CERTIFICATE_LENGTH_MAX,
	ADDON_MAPPING_KEY_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ADDON_MAPPINGS_MAX,
	ADDON_TEXT_PATTERN,
	ADDON_URI_LENGTH_MAX,
	ASSERTION_LIFETIME_MAX,
} from "@/lib/contract/client/addon-limits";
import { CALLBACK_PATTERN, CLIENT_URL_PATTERN, CLIENT_URLS_MAX } from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/text-length";
import { applies, PROTOCOLS, TEXT_SETTINGS, type TextSetting, textSettings } from "./setting-catalogue";
import { attributesByField, contentChanges } from "./single-sign-on-changes";
import { isFilled, type SingleSignOnContent, type SingleSignOnValues, wantedContent } from "./single-sign-on-content";

export type SingleSignOnField =
	| TextSetting
	| ("protocol" | "mappings" | "probes" | "aliases" | "callbacks")
	| ("signatureAlgorithm" | "digestAlgorithm" | "binding");

/** What stops a save, by field of the form. */
export type SingleSignOnFaults = Partial<Record<SingleSignOnField, string>>;

/**
 * The rules of the form in the admin's words; null where the values hold. The browser asks them at every key, and the
 * server asks the same before it sends anything. Of what is stored only what would change is judged.
 */
export function singleSignOnFaults(opened: SingleSignOnContent, values: SingleSignOnValues): SingleSignOnFaults | null {
	const wanted = wantedContent(opened, values);
	const changed = new Set(contentChanges(opened, wanted).map(({ field }) => field));
	const { protocol } = wanted;
	const faults: SingleSignOnFaults = {};
	const note = (field: SingleSignOnField, fault: string | null) => {
		if (fault) faults[field] = fault;
	};
	if (changed.has("protocol") && !PROTOCOLS.some((known) => known === protocol)) {
		note("protocol", "Choose one of the three.");
	}
	if (protocol === "both" && changed.size > 0) note("protocol", "An application has one of the two: choose which.");
	if (protocol === "samlp" || protocol === "wsfed") {
		for (const name of TEXT_SETTINGS) {
			if (changed.has(name) && applies(textSettings[name], protocol)) note(name, textFault(name, wanted[name]));
		}
		if (changed.has("probes")) note("probes", probesFault(wanted.probes));
		if ([...changed].some((field) => field.startsWith("mapping "))) note("mappings", mappingsFault(wanted));
		const isNamed = protocol !== "samlp" || wanted.audience !== "";
		if (!isNamed && (changed.has("protocol") || changed.has("audience"))) {
			note("audience", "Enter the entity ID of the application, or fill it in from the application's metadata.");
		}
		const needsLogout = protocol === "samlp" && wanted.singleLogout && wanted.logoutCallback === "";
		const isNew = changed.has("singleLogout") || changed.has("logoutCallback");
		if (needsLogout && isNew) note("logoutCallback", "Single logout needs an address to which its messages go.");
	}
	if ([...changed].some((field) => field.startsWith("aliases "))) note("aliases", aliasesFault(wanted.aliases));
	note("callbacks", callbacksFault(wanted.callbacks, opened.callbacks));
	return Object.keys(faults).length > 0 ? faults : null;
}

const ADDRESSES: readonly TextSetting[] = ["recipient", "destination", "logoutCallback"];

function textFault(name: TextSetting, text: string): string | null {
	if (text === "") return null;
	if (name === "lifetimeInSeconds") return lifetimeFault(text);
	if (name === "signingCert") return certificateFault(text);
	if (!ADDRESSES.includes(name)) return uriFault(text);
	if (textLength(text) > ADDON_ADDRESS_LENGTH_MAX) return `At most ${ADDON_ADDRESS_LENGTH_MAX} characters fit.`;
	return CLIENT_URL_PATTERN.test(text)
		? null
		: "This is no address that is taken: it begins with https:// (or http:// on this machine), without user name, wildcard and #.";
}

function lifetimeFault(text: string): string | null {
	const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 0;
	return seconds >= 1 && seconds <= ASSERTION_LIFETIME_MAX
		? null
		: `A lifetime is a whole number of seconds, from 1 to ${ASSERTION_LIFETIME_MAX} (a day).`;
}

function certificateFault(text: string): string | null {
	if (holdsPrivateKey(text)) return "This holds a private key. Only the certificate belongs here.";
	if (textLength(text) > ADDON_CERTIFICATE_LENGTH_MAX) return `At most ${ADDON_CERTIFICATE_LENGTH_MAX} characters fit.`;
	return /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text)
		? null
		: "This is not a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----.";
}

function uriFault(text: string): string | null {
	const length = textLength(text);
	if (length > ADDON_URI_LENGTH_MAX) return `At most ${ADDON_URI_LENGTH_MAX} characters fit; this has ${length}.`;
	return ADDON_TEXT_PATTERN.test(text)
		? null
		: "This holds characters that can't be sent: control characters and the like.";
}

function probesFault(probes: readonly string[]): string | null {
	if (probes.length > ADDON_MAPPING_NAMES_MAX) return `At most ${ADDON_MAPPING_NAMES_MAX} attributes are tried.`;
	return probes.map(uriFault).find((fault) => fault !== null) ?? null;
}

function mappingsFault({ mappings }: SingleSignOnContent): string | null {
	const half = mappings.filter(isFilled).find(({ field, name }) => field === "" || name === "");
	if (half) {
		return half.field === ""
			? `The attribute ${half.name} has no field that it is made of.`
			: `The field ${half.field} has no attribute that it becomes.`;
	}
	const byField = attributesByField(mappings);
	if (byField.size > ADDON_MAPPINGS_MAX) return `At most ${ADDON_MAPPINGS_MAX} fields can be mapped.`;
	for (const [field, names] of byField) {
		if (textLength(field) > ADDON_MAPPING_KEY_LENGTH_MAX) {
			return `A field's name has at most ${ADDON_MAPPING_KEY_LENGTH_MAX} characters.`;
		}
		if (names.length > ADDON_MAPPING_NAMES_MAX) {
			return `The field ${field} becomes ${names.length} attributes; at most ${ADDON_MAPPING_NAMES_MAX} are possible.`;
		}
		const fault = names.map(uriFault).find((each) => each !== null);
		if (fault) return `Of the field ${field}: ${fault}`;
	}
	return null;
}

const ALIASES_MAX = 100;

function aliasesFault(aliases: readonly string[]): string | null {
	if (aliases.length > ALIASES_MAX) return `At most ${ALIASES_MAX} realms fit.`;
	return aliases.map(uriFault).find((fault) => fault !== null) ?? null;
}

/** What is stored already is not judged again. */
function callbacksFault(callbacks: readonly string[], stored: readonly string[]): string | null {
	const added = callbacks.filter((address) => !stored.includes(address));
	const bad = added.find(
		(address) => textLength(address) > ADDON_ADDRESS_LENGTH_MAX || !CALLBACK_PATTERN.test(address),
	);
	if (bad !== undefined) return `The callback URL ${bad} is none that is taken.`;
	if (added.length > 0 && callbacks.length > CLIENT_URLS_MAX) {
		return `${callbacks.length} callback URLs; at most ${CLIENT_URLS_MAX} fit.`;
	}
	return null;
}
