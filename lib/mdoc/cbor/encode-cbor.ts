/** Encoded CBOR, inserted unchanged. */
export class RawCbor {
	readonly bytes: Uint8Array;
	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}
}

export class CborTag {
	readonly tag: number;
	readonly value: CborValue;
	constructor(tag: number, value: CborValue) {
		this.tag = tag;
		this.value = value;
	}
}

/** Values that can be encoded: integers (no fractions), texts, bytes, and maps or plain objects in order of their entries. */
export type CborValue =
	| number
	| bigint
	| string
	| boolean
	| null
	| undefined
	| Uint8Array
	| CborTag
	| RawCbor
	| readonly CborValue[]
	| ReadonlyMap<number | string, CborValue>
	| { readonly [name: string]: CborValue };

const SIMPLE = new Map<unknown, number>([
	[false, 0xf4],
	[true, 0xf5],
	[null, 0xf6],
	[undefined, 0xf7],
]);

/** Writes CBOR with the shortest heads and definite lengths (RFC 8949, 4.2.1 but for the order of keys). */
export function encodeCbor(value: CborValue): Buffer {
	if (typeof value === "number" || typeof value === "bigint") return integer(value);
	if (typeof value === "string") {
		const bytes = Buffer.from(value, "utf8");
		return Buffer.concat([head(3, bytes.length), bytes]);
	}
	if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
	if (value instanceof RawCbor) return Buffer.from(value.bytes);
	if (value instanceof CborTag) return Buffer.concat([head(6, value.tag), encodeCbor(value.value)]);
	if (value instanceof Map) {
		const entries = [...value].map(([key, held]) => Buffer.concat([encodeCbor(key), encodeCbor(held)]));
		return Buffer.concat([head(5, entries.length), ...entries]);
	}
	if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
	if (typeof value === "object" && value !== null) return encodeCbor(new Map(Object.entries(value)));
	return Buffer.from([SIMPLE.get(value) ?? 0xf7]);
}

/** Tag 24: CBOR as bytes, which are hashed and signed (ISO/IEC 18013-5, 9.1.2.4). */
export function embeddedCbor(value: CborValue): CborTag {
	return new CborTag(24, encodeCbor(value));
}

function integer(value: number | bigint): Buffer {
	if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError("Fractions cannot be encoded.");
	return value < 0 ? head(1, -1n - BigInt(value)) : head(0, value);
}

function head(major: number, argument: number | bigint): Buffer {
	const kind = major << 5;
	const value = BigInt(argument);
	if (value < 24n) return Buffer.from([kind | Number(value)]);
	const size = value < 1n << 8n ? 1 : value < 1n << 16n ? 2 : value < 1n << 32n ? 4 : 8;
	const bytes = Buffer.from(value.toString(16).padStart(size * 2, "0"), "hex");
	return Buffer.concat([Buffer.from([kind | (24 + Math.log2(size))]), bytes]);
}
