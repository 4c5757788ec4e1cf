import type { CborItem, CborOf } from "../cbor/cbor-item";
import { bytesOf, entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import { readCoseKey } from "../cose/read-cose-key";
import { MdocFault } from "../mdoc-fault";
import { momentOf } from "./dates";
import type { MobileSecurityObject } from "./mobile-security-object";
import { requireVersion } from "./require-version";

/**
 * Reads what the issuer signed (ISO/IEC 18013-5, 9.1.2.4). Keys that the standard does not have are passed over: later
 * editions add some.
 * @throws MdocFault
 */
export function readMobileSecurityObject(item: CborItem): MobileSecurityObject {
	const map = itemOf(item, "map", "The mobile security object");
	requireVersion(map, "the mobile security object");
	const keyInfo = itemOf(field(map, "deviceKeyInfo", "deviceKeyInfo"), "map", "deviceKeyInfo");
	const validity = itemOf(field(map, "validityInfo", "validityInfo"), "map", "validityInfo");
	const expected = findField(validity, "expectedUpdate");
	const moment = (name: string) => momentOf(field(validity, name, name), name);
	return {
		docType: textOf(field(map, "docType", "The docType of the mobile security object"), "docType"),
		digestAlgorithm: textOf(field(map, "digestAlgorithm", "digestAlgorithm"), "digestAlgorithm"),
		valueDigests: digestsIn(field(map, "valueDigests", "valueDigests")),
		deviceKey: readCoseKey(field(keyInfo, "deviceKey", "deviceKey"), "The device's key"),
		keyAuthorizations: authorizationsIn(keyInfo),
		signed: moment("signed"),
		validFrom: moment("validFrom"),
		validUntil: moment("validUntil"),
		expectedUpdate: expected && momentOf(expected, "expectedUpdate"),
		hasStatus: findField(map, "status") !== null,
	};
}

function digestsIn(item: CborItem): MobileSecurityObject["valueDigests"] {
	return new Map(
		entriesOf(item, "valueDigests").map(([namespace, digests]) => [
			namespace,
			new Map(
				itemOf(digests, "map", "The digests of a namespace").entries.map(([key, digest]) => [
					digestIdOf(key),
					bytesOf(digest, "A digest"),
				]),
			),
		]),
	);
}

/** The number of a digest. */
export function digestIdOf(item: CborItem): number {
	const id = numberOf(item, "A digestID");
	if (id < 0) throw new MdocFault("A digestID is below zero.", item.at);
	return id;
}

/** KeyAuthorizations (ISO/IEC 18013-5, 9.1.2.4). */
function authorizationsIn(keyInfo: CborOf<"map">): MobileSecurityObject["keyAuthorizations"] {
	const found = findField(keyInfo, "keyAuthorizations");
	const map = found && itemOf(found, "map", "keyAuthorizations");
	const namespaces = map && findField(map, "nameSpaces");
	const elements = map && findField(map, "dataElements");
	return {
		namespaces: new Set(namespaces ? textsIn(namespaces, "The nameSpaces of keyAuthorizations") : []),
		elements: new Map(
			(elements ? entriesOf(elements, "dataElements") : []).map(([namespace, names]) => [
				namespace,
				new Set(textsIn(names, "The dataElements of a namespace")),
			]),
		),
	};
}

function textsIn(item: CborItem, what: string): string[] {
	return itemsOf(item, what).map((each) => textOf(each, `An item of ${what}`));
}
