import type { CborOf } from "../cbor/cbor-item";
import { field, textOf } from "../cbor/fields";
import { MdocFault } from "../mdoc-fault";

const VERSION = /^1\.\d{1,3}$/;

/**
 * Later versions with the same first number may add to a structure and take nothing away, so they are read as well.
 * @throws MdocFault
 */
export function requireVersion(map: CborOf<"map">, what: string): void {
	const item = field(map, "version", `The version of ${what}`);
	if (!VERSION.test(textOf(item, `The version of ${what}`))) {
		throw new MdocFault(`The version of ${what} is not 1.0 or another that begins with 1.`, item.at);
	}
}
