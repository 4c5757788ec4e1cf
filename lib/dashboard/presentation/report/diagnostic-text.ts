import { type CborEntry, type CborItem, type CborOf, decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { diagnosticOf } from "@/lib/mdoc/cbor/diagnostic";
import type { ElementResult } from "@/lib/mdoc/verification/verification";

/**
 * A response for those who know CBOR, without the values that nobody asked for; null where it is no CBOR.
 * @param elements what came of each element
 */
export function diagnosticText(response: Uint8Array, elements: readonly ElementResult[]): string | null {
	const asked = elements.filter(({ isAsked }) => isAsked);
	const names = new Set(asked.flatMap(({ name, answeredBy }) => [name, answeredBy]));
	try {
		return diagnosticOf(decodeCbor(response), (entry, map) => leftOut(entry, map, names));
	} catch {
		return null;
	}
}

/** `IssuerSignedItem` and `DeviceNameSpacesBytes` hold values (ISO/IEC 18013-5, 8.3.2.1.2.2). */
function leftOut([key, value]: CborEntry, map: CborOf<"map">, names: ReadonlySet<unknown>): string | null {
	if (isText(key, "elementValue")) {
		const [, identifier] = map.entries.find(([other]) => isText(other, "elementIdentifier")) ?? [];
		return identifier?.kind === "text" && names.has(identifier.value) ? null : "/ left out: not asked for /";
	}
	const isOfDevice = isText(key, "nameSpaces") && value.kind === "tag";
	return isOfDevice && !isEmptyMap(value.item) ? "/ left out: stated by the phone /" : null;
}

const EMPTY_MAP = 0xa0;

function isEmptyMap(item: CborItem): boolean {
	return item.kind === "bytes" && item.value.length === 1 && item.value[0] === EMPTY_MAP;
}

function isText(item: CborItem, text: string): boolean {
	return item.kind === "text" && item.value === text;
}
