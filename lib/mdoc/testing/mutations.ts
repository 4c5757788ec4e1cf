import fc from "fast-check";
import { type CborItem, decodeCbor } from "../cbor/decode-cbor";
import { CborTag, type CborValue } from "../cbor/encode-cbor";
import { GONE, rewriteCbor } from "./rewrite-cbor";

/** Heads that declare a large, a small or another content. */
const HEADS = [
	"00",
	"1bffffffffffffffff",
	"3bffffffffffffffff",
	"40",
	"5affffffff",
	"5f",
	"60",
	"7bffffffffffffffff",
	"80",
]
	.concat([
		"9affffffff",
		"9f",
		"a0",
		"bb7fffffffffffffff",
		"bf",
		"c0",
		"d818",
		"d903ec",
		"f6",
		"f7",
		"f97e00",
		"fb",
		"ff",
	])
	.map((head) => Buffer.from(head, "hex"));

/** Bytes that begin as responses and are none, or changed responses. */
export function mutated(responses: readonly Buffer[]): fc.Arbitrary<Buffer> {
	return fc.constantFrom(...responses).chain((response) => {
		const place = fc.nat(response.length - 1);
		const length = fc.integer({ min: 1, max: 40 });
		const other = fc.constantFrom(...responses);
		const paths = pathsOf(decodeCbor(response));
		return fc.oneof(
			fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([at, flip]) => flipped(response, at, flip)),
			fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 2, maxLength: 8 }).map((flips) => {
				return flips.reduce((bytes, [at, flip]) => flipped(bytes, at, flip), response);
			}),
			place.map((at) => response.subarray(0, at)),
			fc.tuple(place, length).map(([at, count]) => spliced(response, at, count, Buffer.alloc(0))),
			fc.tuple(place, fc.constantFrom(...HEADS)).map(([at, head]) => spliced(response, at, 1, head)),
			fc
				.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 12 }))
				.map(([at, bytes]) => spliced(response, at, 0, bytes)),
			fc.tuple(place, place, length, other).map(([to, from, count, source]) => {
				return spliced(response, to, count, source.subarray(from, from + count));
			}),
			// Still well-formed, with one value replaced: these pass the decoder.
			fc.tuple(fc.constantFrom(...paths), fc.oneof(anyCbor, fc.constant<typeof GONE>(GONE))).map(([path, value]) => {
				return replaced(response, path, value);
			}),
		);
	});
}

const leaf: fc.Arbitrary<CborValue> = fc.oneof(
	fc.integer({ min: -300, max: 70_000 }),
	fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
	fc.string({ maxLength: 12 }),
	fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes)),
	fc.constantFrom(true, false, null, undefined),
	fc.string({ maxLength: 22 }).map((text) => new CborTag(0, text)),
	fc.uint8Array({ maxLength: 12 }).map((bytes) => new CborTag(24, Buffer.from(bytes))),
);

const anyCbor: fc.Arbitrary<CborValue> = fc.oneof(
	leaf,
	fc.array(leaf, { maxLength: 5 }),
	fc
		.array(fc.tuple(fc.oneof(fc.string({ maxLength: 8 }), fc.integer({ min: -5, max: 40 })), leaf), { maxLength: 4 })
		.map((entries) => new Map(entries)),
);

type Path = readonly (string | number)[];

/** The paths of all values, those in embedded bytes included. */
function pathsOf(item: CborItem): Path[] {
	const below = (key: string | number, held: CborItem): Path[] => [
		[key],
		...pathsOf(held).map((path) => [key, ...path]),
	];
	if (item.kind === "array") return item.items.flatMap((each, index) => below(index, each));
	if (item.kind === "tag") return pathsOf(item.item);
	if (item.kind === "map") {
		return item.entries.flatMap(([key, held]) => {
			return key.kind === "text" ? below(key.value, held) : below(Number(key.kind === "integer" && key.value), held);
		});
	}
	if (item.kind !== "bytes" || item.value.length === 0) return [];
	try {
		return pathsOf(decodeCbor(item.value));
	} catch {
		return [];
	}
}

function replaced(response: Buffer, path: Path, value: CborValue | typeof GONE): Buffer {
	try {
		return rewriteCbor(response, path, () => value);
	} catch {
		// An array has no entries that could be removed from within a tag.
		return rewriteCbor(response, path, () => null);
	}
}

function flipped(bytes: Buffer, at: number, flip: number): Buffer {
	const changed = Buffer.from(bytes);
	changed[at] = (changed[at] ?? 0) ^ flip;
	return changed;
}

function spliced(bytes: Buffer, at: number, count: number, put: Uint8Array): Buffer {
	return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + count)]);
}
