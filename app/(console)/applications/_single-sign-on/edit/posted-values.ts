import { withoutPrivateKey } from "@/app/_certificates/pem";
import {
	CHOICE_SETTINGS,
	type ChoiceSetting,
	type Protocol,
	protocolLabels,
	SWITCH_SETTINGS,
	type SwitchSetting,
	TEXT_SETTINGS,
	type TextSetting,
	usualChoice,
} from "./setting-catalogue";
import type { SingleSignOnValues } from "./single-sign-on-content";

const KNOWN = Object.keys(protocolLabels) as Protocol[];

/** Reads the native controls of the form: what was posted without scripts, or typed before they ran. No private key stays. */
export function postedValues(form: FormData): SingleSignOnValues {
	// A posted text area has the line breaks of the wire.
	const text = (name: string) => String(form.get(name) ?? "").replaceAll("\r\n", "\n");
	const [fields, names] = [form.getAll("mappingField"), form.getAll("mappingName")];
	const rows = fields.map((field, index) => ({ field: String(field), name: String(names[index] ?? "") }));
	const texts = Object.fromEntries(TEXT_SETTINGS.map((name) => [name, text(name)])) as Record<TextSetting, string>;
	const switches = SWITCH_SETTINGS.map((name) => [name, form.has(name)]);
	const choices = CHOICE_SETTINGS.map((name) => [name, text(name) || usualChoice(name)]);
	return {
		...texts,
		signingCert: withoutPrivateKey(texts.signingCert).text,
		...(Object.fromEntries(switches) as Record<SwitchSetting, boolean>),
		...(Object.fromEntries(choices) as Record<ChoiceSetting, string>),
		protocol: KNOWN.find((known) => known === form.get("protocol")) ?? "off",
		mappings: rows.filter(({ field, name }) => field !== "" || name !== ""),
		...{ probes: text("probes"), aliases: text("aliases"), callbacks: text("callbacks") },
	};
}
