import { withoutPrivateKey } from "@/app/_certificates/pem";
import { MAPPED_FIELDS, type MappedField } from "@/lib/contract/connection/connection-limits";
import type { ConnectionValues } from "./connection-content";
import {
	CHOICE_FIELDS,
	type ChoiceField,
	SWITCH_FIELDS,
	type SwitchField,
	TEXT_FIELDS,
	type TextField,
	usualChoice,
} from "./option-catalogue";

/** Reads the native controls of the form: what was posted without scripts, or typed before they ran. No private key stays. */
export function postedValues(form: FormData): ConnectionValues {
	// A posted text area has the line breaks of the wire.
	const text = (name: string) => String(form.get(name) ?? "").replaceAll("\r\n", "\n");
	const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(name)])) as Record<TextField, string>;
	const switches = SWITCH_FIELDS.map((name) => [name, form.has(name)]);
	const chosen = CHOICE_FIELDS.map((name) => [name, text(name) || usualChoice(name)]);
	const mapping = MAPPED_FIELDS.map((field) => [field, text(`mapping-${field}`)]);
	return {
		...texts,
		signingCert: withoutPrivateKey(texts.signingCert).text,
		...(Object.fromEntries(switches) as Record<SwitchField, boolean>),
		...(Object.fromEntries(chosen) as Record<ChoiceField, string>),
		mapping: Object.fromEntries(mapping) as Record<MappedField, string>,
		clients: form.getAll("client").map(String),
	};
}
