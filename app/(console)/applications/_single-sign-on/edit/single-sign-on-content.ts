import { linesOf } from "@/app/_forms/lines-of";
import {
	CHOICE_SETTINGS,
	type ChoiceSetting,
	type Protocol,
	SWITCH_SETTINGS,
	type SwitchSetting,
	switchSettings,
	TEXT_SETTINGS,
	type TextSetting,
	usualChoice,
} from "./setting-catalogue";

type Settings = Record<TextSetting, string> & Record<SwitchSetting, boolean> & Record<ChoiceSetting, string>;

/** One line of the mappings: a field of the profile, and an attribute that it becomes. */
export type MappingRow = { field: string; name: string };

/** What of an application's single sign-on can be changed here, as the service holds it or shall hold it. */
export type SingleSignOnContent = Settings & {
	protocol: Protocol;
	/** Attributes by field; none: the usual ones hold. */
	mappings: readonly MappingRow[];
	/** In their order; none: the usual ones hold. */
	probes: readonly string[];
	/** Realms that the application goes by besides its own identifier. */
	aliases: readonly string[];
	/** Set on the application's page; what is filled in from metadata may add one. */
	callbacks: readonly string[];
};

type Line = "probes" | "aliases" | "callbacks";

/** What the form's controls hold. Lists are as they are typed, one a line. */
export type SingleSignOnValues = Settings & {
	protocol: Protocol;
	/** Rows without both texts mean nothing. */
	mappings: readonly MappingRow[];
} & Record<Line, string>;

const none: Settings = {
	...(Object.fromEntries(TEXT_SETTINGS.map((name) => [name, ""])) as Record<TextSetting, string>),
	...(Object.fromEntries(SWITCH_SETTINGS.map((name) => [name, switchSettings[name].usual])) as Record<
		SwitchSetting,
		boolean
	>),
	...(Object.fromEntries(CHOICE_SETTINGS.map((name) => [name, usualChoice(name)])) as Record<ChoiceSetting, string>),
};

/** An application with which nobody signs in so. */
export const emptyContent: SingleSignOnContent = {
	...none,
	...{ protocol: "off", mappings: [], probes: [], aliases: [], callbacks: [] },
};

/** The form's values for an application as it is. */
export function valuesOf({ probes, aliases, callbacks, ...rest }: SingleSignOnContent): SingleSignOnValues {
	return { ...rest, probes: probes.join("\n"), aliases: aliases.join("\n"), callbacks: callbacks.join("\n") };
}

export function isFilled({ field, name }: MappingRow): boolean {
	return field !== "" || name !== "";
}

/** What the application shall be. */
export function wantedContent(_: SingleSignOnContent | null, values: SingleSignOnValues): SingleSignOnContent {
	const { probes, aliases, callbacks, mappings, ...rest } = values;
	return {
		...rest,
		mappings: mappings.filter(isFilled),
		...{ probes: linesOf(probes), aliases: linesOf(aliases), callbacks: linesOf(callbacks) },
	};
}
