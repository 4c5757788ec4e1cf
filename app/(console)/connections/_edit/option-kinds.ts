import { address, uriFault } from "@/app/_editor/kinds/address";
import type { Kind } from "@/app/_editor/kinds/kind";
import { type TextOptions, text } from "@/app/_editor/kinds/text";
import type { Names } from "@/app/_editor/kinds/words";
import { nameInWords } from "@/components/ui/invisible-characters";

/** A text among the options, left out of them where it is empty. */
export function optionText(options: TextOptions): Kind<string> {
	return text({ rule: uriFault, ...options, isTrimmed: true, omitsUnset: true });
}

/** A web address among the options. */
export function optionAddress(options: TextOptions): Kind<string> {
	return address({ ...options, isTrimmed: true, omitsUnset: true });
}

/** The name of an application in words; its identifier where the name is unknown. */
export function nameOf(id: string, names: Names): string {
	return nameInWords(names.get(id) ?? id);
}
