import { certificateBlocks, holdsPrivateKey } from "@/app/_certificates/pem";
import { ADDON_TEXT_PATTERN, ADDON_URI_LENGTH_MAX } from "@/lib/contract/client/addon-limits";
import { CLIENT_NAME_PATTERN, CLIENT_URL_LENGTH_MAX, CLIENT_URL_PATTERN } from "@/lib/contract/client/client-limits";
import {
	AUTHORIZE_QUERY_LENGTH_MAX,
	CONNECTION_CERTIFICATES_LENGTH_MAX,
	CONNECTION_CERTIFICATES_MAX,
	CONNECTION_CLIENTS_MAX,
	CONNECTION_DISPLAY_NAME_LENGTH_MAX,
	CONNECTION_NAME_LENGTH_MAX,
	CONNECTION_NAME_PATTERN,
	MAPPED_FIELDS,
	MAPPED_NAMES_MAX,
} from "@/lib/contract/connection/connection-limits";
import { textLength } from "@/lib/contract/text-length";
import { contentChanges } from "./connection-changes";
import { type ConnectionContent, type ConnectionValues, isNew, wantedContent } from "./connection-content";
import { type ChoiceField, mappedLabels, TEXT_FIELDS, type TextField } from "./option-catalogue";

export type FaultField = TextField | ChoiceField | "mapping" | "clients";

/** What stops a save, by field of the form. */
export type ConnectionFaults = Partial<Record<FaultField, string>>;

/**
 * The rules of the form in the admin's words; null where the values hold. The browser asks them at every key, and the
 * server asks the same before it sends anything. Of what is stored only what would change is judged.
 */
export function connectionFaults(opened: ConnectionContent, values: ConnectionValues): ConnectionFaults | null {
	const wanted = wantedContent(opened, values);
	const changed = new Set(contentChanges(opened, wanted).map(({ field }) => field));
	const faults: ConnectionFaults = {};
	const note = (field: FaultField, fault: string | null) => {
		if (fault) faults[field] = fault;
	};
	if (isNew(opened)) note("name", nameFault(wanted.name));
	for (const name of TEXT_FIELDS) {
		if (name !== "name" && changed.has(name)) note(name, textFault(name, wanted[name]));
	}
	if (wanted.signInEndpoint === "" && (isNew(opened) || changed.has("signInEndpoint"))) {
		note("signInEndpoint", "A sign-in address is needed.");
	}
	if (opened.displayName !== "" && wanted.displayName === "") {
		note("displayName", "It has one: people read it on the button. Write another in its place.");
	}
	if (MAPPED_FIELDS.some((field) => changed.has(`mapping ${field}`))) note("mapping", mappingFault(wanted));
	if (wanted.clients.length > CONNECTION_CLIENTS_MAX) note("clients", `At most ${CONNECTION_CLIENTS_MAX} fit.`);
	// A connection that is off begins nothing: so turning it off is never stopped by this.
	const isAnyChanged = [...changed].some((field) => /^(default|isProvider|clients )/.test(field));
	if (wanted.isProviderInitiated && wanted.clients.length > 0 && isAnyChanged) {
		note("defaultClient", defaultClientFault(wanted) ?? faults.defaultClient ?? null);
	}
	return Object.keys(faults).length > 0 ? faults : null;
}

function nameFault(name: string): string | null {
	if (name === "") return "A name is needed.";
	if (name.length > CONNECTION_NAME_LENGTH_MAX) return tooLong(name, CONNECTION_NAME_LENGTH_MAX);
	return CONNECTION_NAME_PATTERN.test(name)
		? null
		: "A name has letters from a to z, digits, and hyphens between them: it stands in addresses.";
}

function textFault(name: TextField, text: string): string | null {
	if (text === "") return null;
	switch (name) {
		case "displayName":
			return displayNameFault(text);
		case "signInEndpoint":
		case "signOutEndpoint":
		case "signOutResponseEndpoint":
			return addressFault(text);
		case "signingCert":
			return certificateFault(text);
		case "defaultQuery":
			return textLength(text) > AUTHORIZE_QUERY_LENGTH_MAX ? tooLong(text, AUTHORIZE_QUERY_LENGTH_MAX) : uriFault(text);
		default:
			return textLength(text) > ADDON_URI_LENGTH_MAX ? tooLong(text, ADDON_URI_LENGTH_MAX) : uriFault(text);
	}
}

function displayNameFault(text: string): string | null {
	if (textLength(text) > CONNECTION_DISPLAY_NAME_LENGTH_MAX) return tooLong(text, CONNECTION_DISPLAY_NAME_LENGTH_MAX);
	if (/[<>]/.test(text)) return "A display name holds neither < nor >.";
	return CLIENT_NAME_PATTERN.test(text) ? null : "A display name is one line of text, without control characters.";
}

function addressFault(text: string): string | null {
	if (textLength(text) > CLIENT_URL_LENGTH_MAX) return tooLong(text, CLIENT_URL_LENGTH_MAX);
	return CLIENT_URL_PATTERN.test(text)
		? null
		: "This is no address that is taken: it begins with https:// (or http:// on this machine), without user name, wildcard and #.";
}

function certificateFault(text: string): string | null {
	if (holdsPrivateKey(text)) return "This holds a private key. Only certificates belong here.";
	if (text.length > CONNECTION_CERTIFICATES_LENGTH_MAX) return tooLong(text, CONNECTION_CERTIFICATES_LENGTH_MAX);
	const { length } = certificateBlocks(text);
	if (length > CONNECTION_CERTIFICATES_MAX) {
		return `At most ${CONNECTION_CERTIFICATES_MAX} certificates fit; these are ${length}.`;
	}
	return length > 0 ? null : "This is not a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----.";
}

function uriFault(text: string): string | null {
	return ADDON_TEXT_PATTERN.test(text)
		? null
		: "This holds characters that can't be sent: control characters and the like.";
}

function mappingFault({ mapping }: ConnectionContent): string | null {
	for (const field of MAPPED_FIELDS) {
		const names = mapping[field] ?? [];
		const label = mappedLabels[field];
		if (names.length > MAPPED_NAMES_MAX) {
			return `${label}: ${names.length} attributes; at most ${MAPPED_NAMES_MAX} are tried.`;
		}
		const fault = names.map((name) => textFault("issuer", name)).find((each) => each !== null);
		if (fault) return `${label}: ${fault}`;
	}
	return null;
}

function defaultClientFault({ defaultClient, clients }: ConnectionContent): string | null {
	if (defaultClient === "") return "Choose where a sign-in that begins at the provider leads.";
	return clients.includes(defaultClient) ? null : "Choose one of the applications that may use this connection.";
}

function tooLong(text: string, max: number): string {
	return `At most ${max} characters fit; this has ${textLength(text)}.`;
}
