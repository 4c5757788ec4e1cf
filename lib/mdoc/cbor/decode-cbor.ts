import { CBOR_DEPTH_MAX, RESPONSE_BYTES_MAX } from "../limits";
import { MdocFault } from "../mdoc-fault";

/** One data item of CBOR (RFC 8949), with the bytes it was read from: hashed and verified bytes are never re-encoded. */
export type CborItem = CborContent & {
	/** The item as it was received, its head included. */
	raw: Uint8Array;
	/** Where it begins, in the outermost bytes. */
	at: number;
};

export type CborEntry = readonly [key: CborItem, value: CborItem];

type CborContent =
	| { kind: "integer"; value: number | bigint }
	| { kind: "bytes"; value: Uint8Array /** Where the content begins. */; contentAt: number }
	| { kind: "text"; value: string }
	| { kind: "array"; items: readonly CborItem[] }
	| { kind: "map"; entries: readonly CborEntry[] }
	| { kind: "tag"; tag: number | bigint; item: CborItem }
	| { kind: "float"; value: number }
	| { kind: "simple"; value: boolean | null | undefined | number };

export type CborKind = CborItem["kind"];
export type CborOf<Kind extends CborKind> = Extract<CborItem, { kind: Kind }>;

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;
const SIMPLE = new Map<number, boolean | null | undefined>([
	[20, false],
	[21, true],
	[22, null],
	[23, undefined],
]);
const BYTES_AFTER = new Map([
	[24, 1],
	[25, 2],
	[26, 4],
	[27, 8],
]);
const INDEFINITE = 31;

/**
 * Reads one data item of CBOR that fills the given bytes (RFC 8949). Stricter than that, as ISO/IEC 18013-5 allows: of
 * definite length, without duplicate keys, with integers and texts as keys, well-formed UTF-8, sixteen levels, 200 KB.
 * @param at where the bytes begin in the outermost ones, so that faults of nested CBOR name the same places
 * @param most maximum number of bytes
 * @throws MdocFault with the place where it stops being one
 */
export function decodeCbor(bytes: Uint8Array, at = 0, most = RESPONSE_BYTES_MAX): CborItem {
	if (bytes.length > most) {
		throw new MdocFault(`It has ${bytes.length} bytes; at most ${most} (${most / 1024} KB) are read.`);
	}
	const reader = new Reader(bytes, at);
	const item = reader.item(0);
	if (reader.place < bytes.length) {
		throw new MdocFault(`${bytes.length - reader.place} more bytes follow its end.`, at + reader.place);
	}
	return item;
}

class Reader {
	place = 0;
	readonly #bytes: Uint8Array;
	readonly #view: DataView;
	readonly #base: number;

	constructor(bytes: Uint8Array, base: number) {
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#base = base;
	}

	item(depth: number): CborItem {
		const start = this.place;
		if (depth >= CBOR_DEPTH_MAX) throw this.#fault(`It is nested more than ${CBOR_DEPTH_MAX} levels deep.`, start);
		const head = this.#take(1)[0] ?? 0;
		const major = head >> 5;
		const content = major === 7 ? this.#simple(head & 31, start) : this.#content(major, head & 31, start, depth);
		return { ...content, raw: this.#bytes.subarray(start, this.place), at: this.#base + start } as CborItem;
	}

	#content(major: number, short: number, start: number, depth: number) {
		const argument = this.#argument(short, start);
		if (major === MAJOR.unsigned) return { kind: "integer", value: argument };
		if (major === MAJOR.negative) return { kind: "integer", value: negative(argument) };
		if (major === MAJOR.tag) return { kind: "tag", tag: argument, item: this.item(depth + 1) };
		// No item is shorter than a byte, so a larger count can't be met.
		const count = Number(argument);
		if (count > this.#bytes.length - this.place) throw this.#fault("It ends before its content does.", start);
		if (major === MAJOR.bytes) {
			return { kind: "bytes", contentAt: this.#base + this.place, value: this.#take(count) };
		}
		if (major === MAJOR.text) return { kind: "text", value: this.#text(count) };
		if (major === MAJOR.array) {
			const items = [];
			for (let index = 0; index < count; index += 1) items.push(this.item(depth + 1));
			return { kind: "array", items };
		}
		return { kind: "map", entries: this.#entries(count, depth) };
	}

	#entries(count: number, depth: number): CborEntry[] {
		const known = new Set<string>();
		const entries: CborEntry[] = [];
		for (let index = 0; index < count; index += 1) {
			const start = this.place;
			const key = this.item(depth + 1);
			if (key.kind !== "integer" && key.kind !== "text") {
				throw this.#fault("A key of a map is neither a number nor a text.", start);
			}
			const name = `${key.kind} ${key.value}`;
			if (known.has(name)) throw this.#fault("A map has the same key twice.", start);
			known.add(name);
			entries.push([key, this.item(depth + 1)]);
		}
		return entries;
	}

	#text(count: number): string {
		const start = this.place;
		try {
			return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.#take(count));
		} catch (error) {
			if (error instanceof MdocFault) throw error;
			throw this.#fault("A text is not in UTF-8.", start);
		}
	}

	#simple(short: number, start: number) {
		if (SIMPLE.has(short)) return { kind: "simple", value: SIMPLE.get(short) };
		if (short < 20) return { kind: "simple", value: short };
		const argument = this.#argument(short, start);
		if (short === 24) {
			if (Number(argument) < 32) throw this.#fault("A simple value is written in a way that is not allowed.", start);
			return { kind: "simple", value: Number(argument) };
		}
		const float = short === 25 ? half(Number(argument)) : this.#float(short === 26 ? 4 : 8);
		return { kind: "float", value: float };
	}

	/** The value of the bytes that were just read. */
	#float(size: 4 | 8): number {
		return size === 4 ? this.#view.getFloat32(this.place - 4) : this.#view.getFloat64(this.place - 8);
	}

	#argument(short: number, start: number): number | bigint {
		if (short < 24) return short;
		if (short === INDEFINITE) throw this.#fault("It has no definite length.", start);
		const size = BYTES_AFTER.get(short);
		if (size === undefined) throw this.#fault("It begins with a byte that has no meaning.", start);
		let value = 0n;
		for (const byte of this.#take(size)) value = (value << 8n) | BigInt(byte);
		return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
	}

	#take(count: number): Uint8Array {
		if (this.place + count > this.#bytes.length) {
			throw this.#fault("It ends before its content does.", this.#bytes.length);
		}
		this.place += count;
		return this.#bytes.subarray(this.place - count, this.place);
	}

	#fault(message: string, place: number): MdocFault {
		return new MdocFault(message, this.#base + place);
	}
}

/** -1 - n */
function negative(argument: number | bigint): number | bigint {
	const value = -1n - BigInt(argument);
	return value >= BigInt(Number.MIN_SAFE_INTEGER) ? Number(value) : value;
}

/** RFC 8949, appendix D. */
function half(bits: number): number {
	const sign = bits & 0x8000 ? -1 : 1;
	const exponent = (bits >> 10) & 0x1f;
	const fraction = bits & 0x3ff;
	if (exponent === 0) return sign * fraction * 2 ** -24;
	if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
	return sign * (fraction + 1024) * 2 ** (exponent - 25);
}
