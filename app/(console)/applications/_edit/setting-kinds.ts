import { choice } from "@/app/_editor/kinds/choice";
import { isFlag, type Kind } from "@/app/_editor/kinds/kind";
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
export function setting<Options, Of>(make: (options: Options) => Of, options: NoInfer<Options> & SettingFacts) {
	return { ...options, ...make(options) };
}

type SettingWords = { label: string; help: string };
/** Value and text of each. */
type ChoiceOptions = SettingWords & { options: readonly (readonly [value: string, text: string])[] };

/** One of a few values, or none; `options` are those without none. */
export function settingChoice({ options, ...words }: ChoiceOptions): Kind<string> & Pick<ChoiceOptions, "options"> {
	return { ...choice({ ...words, options: [[UNSET, UNSET_IN_WORDS], ...options] }), options };
}

/** On or off, or neither. */
export function settingSwitch({ label, help }: SettingWords): ReturnType<typeof settingChoice> {
	const options = [
		["on", "on"],
		["off", "off"],
	] as const;
	return {
		...settingChoice({ label, help, options }),
		partInSentence: () => `“${label}”`,
		changeInWords: ({ after }) =>
			after === null ? act("leave", `“${label}” to the tenant`) : act("switch", `“${label}” ${JSON.parse(after)}`),
		read: (stored) => (isFlag(stored) ? (stored ? "on" : "off") : UNSET),
		write: (content) => content === "on",
	};
}
