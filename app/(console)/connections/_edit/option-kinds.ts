import { address } from "@/app/_editor/kinds/address";
import type { Kind, Names } from "@/app/_editor/kinds/kind";
import { type TextOptions, text, textChange } from "@/app/_editor/kinds/text";
import { uriFault } from "./connection-rules";

/** A text among the options: where it is empty it is left out of them. */
export function optionText(options: TextOptions): Kind<string> {
	return leftOut(text({ rule: uriFault, ...options, isTrimmed: true }));
}

/** The same for an address of the web. */
export function optionAddress(options: Omit<TextOptions, "rule">): Kind<string> {
	return leftOut(address({ ...options, isTrimmed: true }));
}

/** The identifier of an application, told as its name. */
export function optionApplication(options: TextOptions): Kind<string> {
	const shown = (json: string | null, names: Names) =>
		json === null ? "nothing" : nameOf(String(JSON.parse(json)), names);
	return {
		...optionText(options),
		valueInWords: (json, _, names) => shown(json, names),
		changeInWords: (change, _, names) => textChange(options, change, (json) => shown(json, names)),
	};
}

/** What an application is called; one of which no name is known by its identifier. */
export function nameOf(id: string, names: Names): string {
	return names.get(id) ?? id;
}

function leftOut(kind: Kind<string>): Kind<string> {
	return { ...kind, write: (content) => content || undefined };
}
