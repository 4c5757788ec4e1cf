import { choice } from "@/app/_editor/kinds/choice";
import { isFlag, type Kind, type Options, type Stated } from "@/app/_editor/kinds/kind";
import { type TextOptions, text } from "@/app/_editor/kinds/text";
import { act } from "@/lib/dashboard/change-in-words";

// Settings that may be left to the tenant. What it does then is known of the embedded service alone, so nothing set is a
// choice of its own, and everything else that is chosen is sent.

/** The value of a setting that is not set. */
export const UNSET = "";
export const UNSET_IN_WORDS = "the tenant's default";

/** What is known of a setting beside its kind. */
export type SettingFacts = {
	/** What the embedded service does where it is not set; absent: it has no effect then. */
	unset?: string;
	/** WS-Federation does not have it. */
	isSamlOnly?: true;
	/** A value that the vendor does not document: it is offered where the embedded service is the tenant. */
	embeddedOnly?: string;
};

/** A field of the kind that is made of its options, with what is known of it as a setting. */
export function setting<Stating, Of>(make: (stated: Stating) => Of, stated: NoInfer<Stating> & SettingFacts) {
	const { unset, isSamlOnly, embeddedOnly } = stated;
	return { ...make({ omitsUnset: true, ...stated }), facts: { unset, isSamlOnly, embeddedOnly } };
}

/** One of a few values, or none; `options` are those without none. */
export function settingChoice({ options, ...stated }: Stated<string> & { options: Options }): Kind<string> {
	return choice({ ...stated, options: [[UNSET, UNSET_IN_WORDS], ...options] });
}

/** On or off, or neither. */
export function settingSwitch({ label, ...stated }: Stated<string>): Kind<string> {
	return settingChoice({
		label,
		options: [
			["on", "on"],
			["off", "off"],
		],
		partInSentence: () => `“${label}”`,
		changeInWords: ({ after }) =>
			after === null ? act("leave", `“${label}” to the tenant`) : act("switch", `“${label}” ${JSON.parse(after)}`),
		read: (stored) => (isFlag(stored) ? (stored ? "on" : "off") : UNSET),
		write: (content) => content === "on",
		...stated,
	});
}

/** Whole seconds, at least one. */
export function lifetime({ secondsMax, ...stated }: TextOptions & { secondsMax: number }): Kind<string> {
	const isValid = (typed: string) => /^[1-9]\d{0,8}$/.test(typed) && Number(typed) <= secondsMax;
	const fault = `A lifetime is a whole number of seconds, from 1 to ${secondsMax}.`;
	return text({ ...stated, isNumber: true, rule: (typed) => (isValid(typed) ? null : fault) });
}
