import { type CborEntry, type CborItem, type CborOf, decodeCbor } from "./decode-cbor";

const BYTES_SHOWN = 32;
const TEXT_SHOWN = 200;
const EMBEDDED = 24;
/** A response has two. */
const EMBEDDED_DEPTH_MAX = 4;

/**
 * CBOR in its diagnostic notation (RFC 8949, section 8), indented, for people: CBOR inside of bytes (tag 24) is opened as
 * `<< … >>`, and long values are shortened with their length beside them.
 * @param instead returns the text in place of a map's value, or null to write the value
 */
export function diagnosticOf(item: CborItem, instead: Instead = () => null): string {
	return written(item, "", { depth: 0, instead });
}

type Instead = (entry: CborEntry, map: CborOf<"map">) => string | null;

/** Levels of embedded CBOR, and the replacement of values. */
type Way = { depth: number; instead: Instead };

function written(item: CborItem, indent: string, way: Way): string {
	if (item.kind === "bytes") return bytesOf(item.value);
	if (item.kind === "text") return textOf(item.value);
	if (item.kind === "tag") {
		const { tag, item: tagged } = item;
		const isOpened = tag === EMBEDDED && tagged.kind === "bytes" && way.depth < EMBEDDED_DEPTH_MAX;
		return `${tag}(${(isOpened && embedded(tagged.value, indent, way)) || written(tagged, indent, way)})`;
	}
	const inner = `${indent}  `;
	if (item.kind === "array") {
		return block(
			"[",
			"]",
			indent,
			item.items.map((held) => written(held, inner, way)),
		);
	}
	if (item.kind === "map") {
		const entries = item.entries.map(
			(entry) => `${written(entry[0], inner, way)}: ${way.instead(entry, item) ?? written(entry[1], inner, way)}`,
		);
		return block("{", "}", indent, entries);
	}
	if (item.kind === "simple" && typeof item.value === "number") return `simple(${item.value})`;
	if (item.kind === "float" && Number.isInteger(item.value)) return `${item.value}.0`;
	return String(item.value);
}

function block(open: string, close: string, indent: string, parts: readonly string[]): string {
	if (parts.length === 0) return `${open}${close}`;
	return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`;
}

/** Null for bytes that are no CBOR despite their tag. */
function embedded(bytes: Uint8Array, indent: string, { depth, instead }: Way): string | null {
	try {
		return `<< ${written(decodeCbor(bytes), indent, { depth: depth + 1, instead })} >>`;
	} catch {
		return null;
	}
}

function bytesOf(bytes: Uint8Array): string {
	const shown = Buffer.from(bytes.subarray(0, BYTES_SHOWN)).toString("hex");
	return bytes.length > BYTES_SHOWN ? `h'${shown}…' / ${bytes.length} bytes /` : `h'${shown}'`;
}

/** Code points, so that no character is cut in two. */
function textOf(text: string): string {
	const points = [...text];
	if (points.length <= TEXT_SHOWN) return JSON.stringify(text);
	return `${JSON.stringify(`${points.slice(0, TEXT_SHOWN).join("")}…`)} / ${points.length} characters /`;
}
