import type { KeyObject } from "node:crypto";
import type { CborItem, CborOf } from "../cbor/decode-cbor";
import { bytesOf, entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import { readCoseKey } from "../cose/cose-key";
import { MdocFault } from "../mdoc-fault";
import { MOMENTS, type Validity } from "../verification/verification";
import { readMoment } from "./dates";
import { checkVersion, type Deviations } from "./deviations";

/**
 * MobileSecurityObject (ISO/IEC 18013-5, 9.1.2.4), which the issuer signs. Unreadable parts are null or empty, and their
 * check has failed.
 */
export type MobileSecurityObject = {
	docType: string | null;
	/** As received, for example SHA-256. */
	digestAlgorithm: string | null;
	/** Digests by namespace and by number. */
	valueDigests: ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;
	deviceKey: KeyObject | null;
	/** What the device itself may sign: whole namespaces, and single elements of others. */
	keyAuthorizations: {
		namespaces: ReadonlySet<string>;
		elements: ReadonlyMap<string, ReadonlySet<string>>;
	};
	validity: Validity;
	/** Whether it names a list by which it can be revoked. */
	hasStatus: boolean;
};

/**
 * Reads the signed object (ISO/IEC 18013-5, 9.1.2.4). Unknown keys are ignored: later editions add some.
 * @throws MdocFault where it is no map
 */
export function readMobileSecurityObject(item: CborItem, deviations: Deviations): MobileSecurityObject {
	const map = itemOf(item, "map", "The mobile security object");
	checkVersion(map, "the mobile security object", deviations);
	const text = (name: string) => textOf(field(map, name, `The ${name} of the mobile security object`), name);
	return {
		docType: deviations.orElse("document", () => text("docType"), null),
		digestAlgorithm: deviations.orElse("algorithm", () => text("digestAlgorithm"), null),
		valueDigests: deviations.orElse("digests", () => digestsIn(field(map, "valueDigests", "valueDigests")), new Map()),
		deviceKey: deviations.orElse("device-proof", () => deviceKeyIn(map, deviations), null),
		keyAuthorizations: deviations.orElse("device-elements", () => authorizationsIn(keyInfoIn(map)), NOTHING_ALLOWED),
		validity: validityIn(map, deviations),
		hasStatus: findField(map, "status") !== null,
	};
}

function keyInfoIn(map: CborOf<"map">): CborOf<"map"> {
	return itemOf(field(map, "deviceKeyInfo", "deviceKeyInfo"), "map", "deviceKeyInfo");
}

function deviceKeyIn(map: CborOf<"map">, deviations: Deviations) {
	const key = field(keyInfoIn(map), "deviceKey", "deviceKey");
	return readCoseKey(key, "the phone's key", (deviation) => deviations.report("conformance", deviation));
}

/** Moments that are missing or unreadable are null: the check of each reports it. */
function validityIn(map: CborOf<"map">, deviations: Deviations): Validity {
	const info = findField(map, "validityInfo");
	const found = MOMENTS.map((name) => {
		const item = info?.kind === "map" ? findField(info, name) : null;
		return { name, item, written: item && readMoment(item) };
	});
	for (const manner of new Set(found.flatMap(({ written }) => written?.deviations ?? []))) {
		const names = found.filter(({ written }) => written?.deviations.includes(manner)).map(({ name }) => name);
		const are = names.length === 1 ? "is" : "are";
		const listed = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
		deviations.report("conformance", { message: `${listed} ${are} written ${manner}.`, at: info?.at ?? null });
	}
	const update = found.find(({ name, item, written }) => name === "expectedUpdate" && item && !written);
	if (update?.item) deviations.report("conformance", new MdocFault("expectedUpdate is not a time.", update.item.at));
	return Object.fromEntries(found.map(({ name, written }) => [name, written?.moment ?? null])) as Validity;
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

export function digestIdOf(item: CborItem): number {
	const id = numberOf(item, "A digestID");
	if (id < 0) throw new MdocFault("A digestID is negative.", item.at);
	return id;
}

const NOTHING_ALLOWED: MobileSecurityObject["keyAuthorizations"] = { namespaces: new Set(), elements: new Map() };

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
