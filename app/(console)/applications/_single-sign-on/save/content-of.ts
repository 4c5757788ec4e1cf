import { isObject, type JsonObject, objectOf, textsOf } from "@/app/_forms/json-object";
import type { FederatedApplication } from "@/lib/contract/client/federated-application";
import {
	CHOICE_SETTINGS,
	type Protocol,
	SWITCH_SETTINGS,
	TEXT_SETTINGS,
	type TextSetting,
} from "../edit/setting-catalogue";
import { emptyContent, type MappingRow, type SingleSignOnContent } from "../edit/single-sign-on-content";

/** What of an application's single sign-on can be changed here. What is stored in a shape of its own is left out, and stays. */
export function contentOf({ addons, callbacks, client_aliases }: FederatedApplication): SingleSignOnContent {
	const protocol = protocolOf(addons ?? {});
	const settings = protocol === "samlp" || protocol === "wsfed" ? objectOf(addons?.[protocol]) : {};
	const content = { ...emptyContent };
	for (const name of TEXT_SETTINGS) content[name] = textOf(settings, name);
	for (const name of SWITCH_SETTINGS) {
		const value = name === "singleLogout" ? objectOf(settings.logout).slo_enabled : settings[name];
		if (typeof value === "boolean") content[name] = value;
	}
	for (const name of CHOICE_SETTINGS) {
		const value = settings[name];
		if (typeof value === "string" && value !== "") content[name] = value;
	}
	return {
		...content,
		...{ protocol, mappings: rowsOf(settings.mappings), probes: textsOf(settings.nameIdentifierProbes) },
		...{ aliases: client_aliases ?? [], callbacks: callbacks ?? [] },
	};
}

function protocolOf({ samlp, wsfed }: JsonObject): Protocol {
	if (isObject(samlp)) return isObject(wsfed) ? "both" : "samlp";
	return isObject(wsfed) ? "wsfed" : "off";
}

function textOf(settings: JsonObject, name: TextSetting): string {
	const value = name === "logoutCallback" ? objectOf(settings.logout).callback : settings[name];
	// A text area has line ends of one kind: another would look like an edit.
	if (typeof value === "string") return value.replaceAll("\r\n", "\n");
	return typeof value === "number" ? String(value) : "";
}

function rowsOf(mappings: unknown): MappingRow[] {
	return Object.entries(objectOf(mappings)).flatMap(([field, names]) =>
		(typeof names === "string" ? [names] : textsOf(names)).map((name) => ({ field, name })),
	);
}
