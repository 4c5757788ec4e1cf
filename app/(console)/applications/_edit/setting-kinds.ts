import { choice } from "@/app/_editor/kinds/choice";
import { isFlag, type Kind } from "@/app/_editor/kinds/kind";
import { act } from "@/lib/dashboard/change-in-words";
import type { Protocol } from "./protocol";

// Settings that may be left to the tenant. What it does then is known of the embedded service alone, so nothing set is a
// choice of its own, and everything else that is chosen is sent.

/** The value of a setting that is not set. */
export const UNSET = "";
export const UNSET_IN_WORDS = "the tenant's default";

/** What is known of a setting beside its kind. */
export type SettingFacts = {
	/** What the embedded service does where it is not set; absent: it has no effect then. */
	unset?: string | ((protocol: Protocol) => string);
	/** WS-Federation does not have it. */
	isSamlOnly?: true;
};

export function setting<Of extends object>(facts: SettingFacts, kind: Of): Of & SettingFacts {
	return { ...kind, ...facts };
}

type SettingWords = { label: string; help: string; wire: string };
/** Value and text. */
type SettingOptions = readonly (readonly [value: string, text: string])[];

/** A choice among these, or none of them. */
export type SettingChoice = Kind<string> & { options: SettingOptions };

/** One of a few values, or none. */
export function settingChoice(setting: SettingWords, options: SettingOptions): SettingChoice {
	return { ...choice({ ...setting, options: [[UNSET, UNSET_IN_WORDS], ...options] }), options };
}

/** On or off, or neither. */
export function settingSwitch(setting: SettingWords): SettingChoice {
	const kind = settingChoice(setting, [
		["on", "on"],
		["off", "off"],
	]);
	return {
		...kind,
		partInSentence: () => `“${setting.label}”`,
		changeInWords({ after }) {
			if (after === null) return act("leave", `“${setting.label}” to the tenant`);
			return act("switch", `“${setting.label}” ${kind.valueInWords(after, "", new Map())}`);
		},
		read: (stored) => (isFlag(stored) ? (stored ? "on" : "off") : UNSET),
		write: (content) => content === "on",
	};
}
