import { address, uriFault } from "@/app/_editor/kinds/address";
import type { Kind, Names } from "@/app/_editor/kinds/kind";
import { type TextOptions, text } from "@/app/_editor/kinds/text";
import { nameInWords } from "@/components/ui/invisible-characters";
import { textChange } from "@/lib/dashboard/change-in-words";

/** A text among the options, left out of them where it is empty. */
export function optionText(options: TextOptions): Kind<string> {
	return omittedWhenEmpty(text({ rule: uriFault, ...options, isTrimmed: true }));
}

/** A web address among the options. */
export function optionAddress(options: Omit<TextOptions, "rule">): Kind<string> {
	return omittedWhenEmpty(address({ ...options, isTrimmed: true }));
}

/** The identifier of an application, shown as its name. */
export function optionApplication(options: TextOptions): Kind<string> {
	const shown = (json: string | null, names: Names) =>
		json === null ? "nothing" : nameOf(String(JSON.parse(json)), names);
	return {
		...optionText(options),
		valueInWords: (json, _, names) => shown(json, names),
		changeInWords: (change, _, names) => textChange(options, change, (json) => shown(json, names)),
	};
}

/** The name of an application in words; its identifier where the name is unknown. */
export function nameOf(id: string, names: Names): string {
	return nameInWords(names.get(id) ?? id);
}

/** A choice of nothing is not sent: what the tenant does then is its own. */
export function omittedWhenEmpty(kind: Kind<string>): Kind<string> {
	return { ...kind, write: (content) => content || undefined };
}
