import type { CborOf } from "../cbor/cbor-item";
import { field, textOf } from "../cbor/fields";
import { MdocFault } from "../mdoc-fault";
import type { Deviations } from "./deviations";

const VERSION = /^1\.\d{1,3}$/;

/** Later versions with the same first number may add to a structure and take nothing away: what is there is read. */
export function checkVersion(map: CborOf<"map">, what: string, deviations: Deviations): void {
	deviations.orElse(
		"conformance",
		() => {
			const item = field(map, "version", `The version of ${what}`);
			if (VERSION.test(textOf(item, `The version of ${what}`))) return;
			throw new MdocFault(`The version of ${what} is not 1.0 or another that begins with 1.`, item.at);
		},
		undefined,
	);
}
