import { type CborItem, decodeCbor } from "../cbor/decode-cbor";

/** `namespace name` of every element in a device response, in the order sent. For tests: nothing is verified. */
export function sentElements(response: Uint8Array): string[] {
	return itemsOf(at(decodeCbor(response), "documents")).flatMap((document) =>
		entriesOf(at(at(document, "issuerSigned"), "nameSpaces")).flatMap(([namespace, items]) =>
			itemsOf(items).map((item) => `${textOf(namespace)} ${textOf(at(embedded(item), "elementIdentifier"))}`),
		),
	);
}

/** The value of a key of a map; undefined where there is none. */
export function at(item: CborItem | undefined, name: string): CborItem | undefined {
	return entriesOf(item).find(([key]) => textOf(key) === name)?.[1];
}

/** The CBOR inside tag 24. */
export function embedded(item: CborItem | undefined): CborItem | undefined {
	const content = item?.kind === "tag" ? item.item : undefined;
	return content?.kind === "bytes" ? decodeCbor(content.value, content.contentAt) : undefined;
}

export function itemsOf(item: CborItem | undefined): readonly CborItem[] {
	return item?.kind === "array" ? item.items : [];
}

export function entriesOf(item: CborItem | undefined) {
	return item?.kind === "map" ? item.entries : [];
}

export function textOf(item: CborItem | undefined): string | undefined {
	return item?.kind === "text" ? item.value : undefined;
}
