import { certificateBlocks, rewrapPem } from "@/app/_certificates/pem";
import { linesOf } from "@/app/_forms/lines-of";
import { MAPPED_FIELDS, type MappedField } from "@/lib/contract/connection/connection-limits";
import {
	CHOICE_FIELDS,
	type ChoiceField,
	SWITCH_FIELDS,
	type SwitchField,
	TEXT_FIELDS,
	type TextField,
	usualChoice,
} from "./option-catalogue";

type Settings = Record<TextField, string> & Record<SwitchField, boolean> & Record<ChoiceField, string>;

/** What of a connection can be changed here, as the service holds it or shall hold it. */
export type ConnectionContent = Settings & {
	/** Attributes by field, in the order in which they are tried; none: the usual ones hold. */
	mapping: Readonly<Partial<Record<MappedField, readonly string[]>>>;
	/** Applications that may use it, by identifier. None: it is off. */
	clients: readonly string[];
};

/** What the form's controls hold. Attributes are as they are typed, one a line. */
export type ConnectionValues = Settings & {
	mapping: Readonly<Record<MappedField, string>>;
	clients: readonly string[];
};

const none: Settings = {
	...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, ""])) as Record<TextField, string>),
	...(Object.fromEntries(SWITCH_FIELDS.map((name) => [name, false])) as Record<SwitchField, boolean>),
	...(Object.fromEntries(CHOICE_FIELDS.map((name) => [name, usualChoice(name)])) as Record<ChoiceField, string>),
};

/** What there is before anything is entered. */
export const emptyContent: ConnectionContent = { ...none, mapping: {}, clients: [] };

/** A new connection as its form opens: it stands on the sign-in page of the applications that will be ticked. */
export const newContent: ConnectionContent = { ...emptyContent, isShown: true };

export function isNew({ name }: ConnectionContent): boolean {
	return name === "";
}

/** The form's values for a connection as it is. */
export function valuesOf({ mapping, ...rest }: ConnectionContent): ConnectionValues {
	const lines = MAPPED_FIELDS.map((field) => [field, (mapping[field] ?? []).join("\n")]);
	return { ...rest, mapping: Object.fromEntries(lines) as Record<MappedField, string> };
}

/** What the connection shall be. */
export function wantedContent(_: ConnectionContent | null, values: ConnectionValues): ConnectionContent {
	const { mapping, signingCert, clients, ...rest } = values;
	const texts = TEXT_FIELDS.filter((name) => name !== "signingCert").map((name) => [name, rest[name].trim()]);
	const mapped = MAPPED_FIELDS.map((field) => [field, linesOf(mapping[field])] as const);
	return {
		...rest,
		...(Object.fromEntries(texts) as Omit<Record<TextField, string>, "signingCert">),
		signingCert: plainPem(signingCert),
		mapping: Object.fromEntries(mapped.filter(([, names]) => names.length > 0)),
		clients: [...new Set(clients)],
	};
}

/** Certificates in the one form in which they are compared and sent; a text that holds none as it is. */
export function plainPem(text: string): string {
	const blocks = certificateBlocks(rewrapPem(text) ?? text);
	return blocks.length > 0 ? `${blocks.map(rewrapped).join("\n")}\n` : text.trim();
}

function rewrapped(block: string): string {
	const base64 = block.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, "");
	return ["-----BEGIN CERTIFICATE-----", ...(base64.match(/.{1,64}/g) ?? []), "-----END CERTIFICATE-----"].join("\n");
}
