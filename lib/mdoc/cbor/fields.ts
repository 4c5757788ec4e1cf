/** Readers of CBOR items of an expected kind: each throws MdocFault where the item is of another one. */
import { MdocFault } from "../mdoc-fault";
import { type CborItem, type CborKind, type CborOf, decodeCbor } from "./decode-cbor";

const KINDS = {
	integer: "a whole number",
	bytes: "a string of bytes",
	text: "a text",
	array: "an array",
	map: "a map",
	tag: "a tagged item",
	float: "a number",
	simple: "a simple value",
} satisfies Record<CborKind, string>;

/** Tag 24: bytes that contain CBOR (RFC 8949, 3.4.5.1). */
const EMBEDDED = 24;

export function itemOf<Kind extends CborKind>(item: CborItem, kind: Kind, what: string): CborOf<Kind> {
	if (item.kind !== kind) throw new MdocFault(`${what} is not ${KINDS[kind]}.`, item.at);
	return item as CborOf<Kind>;
}

export function textOf(item: CborItem, what: string): string {
	return itemOf(item, "text", what).value;
}

export function bytesOf(item: CborItem, what: string): Uint8Array {
	return itemOf(item, "bytes", what).value;
}

export function itemsOf(item: CborItem, what: string): readonly CborItem[] {
	return itemOf(item, "array", what).items;
}

/** A number that JavaScript represents exactly. */
export function numberOf(item: CborItem, what: string): number {
	const { value } = itemOf(item, "integer", what);
	if (typeof value !== "number") throw new MdocFault(`${what} is too large a number.`, item.at);
	return value;
}

/** The entries of a map whose keys are all texts. */
export function entriesOf(item: CborItem, what: string): [name: string, value: CborItem][] {
	return itemOf(item, "map", what).entries.map(([key, value]) => [textOf(key, `A key of ${what}`), value]);
}

/** The value of a key of a map; null where the key is missing. */
export function findField(map: CborOf<"map">, key: number | string): CborItem | null {
	const kind = typeof key === "number" ? "integer" : "text";
	return map.entries.find(([name]) => name.kind === kind && name.value === key)?.[1] ?? null;
}

export function field(map: CborOf<"map">, key: number | string, what: string): CborItem {
	const value = findField(map, key);
	if (!value) throw new MdocFault(`${what} is missing.`, map.at);
	return value;
}

/** The CBOR in the bytes under tag 24, with places in the outermost bytes. */
export function embeddedOf(item: CborItem, what: string): CborItem {
	if (item.kind !== "tag" || item.tag !== EMBEDDED || item.item.kind !== "bytes") {
		throw new MdocFault(`${what} is not CBOR carried as bytes (tag 24).`, item.at);
	}
	return decodeCbor(item.item.value, item.item.contentAt);
}
