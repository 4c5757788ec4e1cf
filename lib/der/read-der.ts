/** One value in the Distinguished Encoding Rules (ITU-T X.690). */
export type DerItem = {
	tag: number;
	content: Uint8Array;
	/** Tag and length included. */
	raw: Uint8Array;
};

/** Bytes that are not in DER. */
export class DerFault extends Error {
	override name = "DerFault";
}

const LONG_FORM = 0x80;
const LENGTH_BYTES_MAX = 4;
/** A tag number that continues in further bytes: certificates have none. */
const FURTHER = 0x1f;
const CLASS = 0xc0;
/** Numbers of the universal class that stand for no type (ITU-T X.680, table 1), constructed or not. */
const RESERVED = [0x00, 0x0f];

/**
 * The values that fill the bytes given, one after the other.
 * @throws DerFault
 */
export function readDer(bytes: Uint8Array): DerItem[] {
	const items: DerItem[] = [];
	for (let place = 0; place < bytes.length; ) {
		const item = itemAt(bytes, place);
		items.push(item);
		place += item.raw.length;
	}
	return items;
}

/**
 * The one value that fills the bytes given.
 * @throws DerFault
 */
export function readOneDer(bytes: Uint8Array): DerItem {
	const [item, ...others] = readDer(bytes);
	if (!item || others.length > 0) throw new DerFault("The bytes are not exactly one value.");
	return item;
}

/**
 * The content of a BOOLEAN (X.690, 8.2 and 11.1).
 * @throws DerFault
 */
export function isTrue(content: Uint8Array): boolean {
	const [value, ...others] = content;
	if (others.length > 0 || (value !== 0xff && value !== 0)) throw new DerFault("A BOOLEAN is not FF or 00.");
	return value === 0xff;
}

function itemAt(bytes: Uint8Array, start: number): DerItem {
	const tag = byteAt(bytes, start);
	if ((tag & FURTHER) === FURTHER) throw new DerFault("A tag is longer than one byte.");
	if ((tag & CLASS) === 0 && RESERVED.includes(tag & FURTHER)) throw new DerFault("A tag stands for no type.");
	const first = byteAt(bytes, start + 1);
	let begin = start + 2;
	let length = first;
	if (first >= LONG_FORM) {
		const count = first - LONG_FORM;
		if (count === 0 || count > LENGTH_BYTES_MAX) throw new DerFault("A length is indefinite or too long.");
		length = 0;
		for (let index = 0; index < count; index += 1) length = length * 256 + byteAt(bytes, begin + index);
		begin += count;
		// X.690, 10.1: the fewest bytes that the length needs.
		if (length < LONG_FORM || length < 256 ** (count - 1))
			throw new DerFault("A length is written in more bytes than it needs.");
	}
	if (begin + length > bytes.length) throw new DerFault("A value ends before its content does.");
	return { tag, content: bytes.subarray(begin, begin + length), raw: bytes.subarray(start, begin + length) };
}

function byteAt(bytes: Uint8Array, place: number): number {
	const byte = bytes[place];
	if (byte === undefined) throw new DerFault("A value ends before its content does.");
	return byte;
}

/** UUIDs are the largest numbers in use (ITU-T X.667). */
const NUMBER_BITS_MAX = 128n;

/**
 * The content of an object identifier in dotted decimals (ITU-T X.690, 8.19), as it is written in standards.
 * @throws DerFault
 */
export function dottedIdentifier(content: Uint8Array): string {
	const numbers: bigint[] = [];
	let number: bigint | null = null;
	for (const byte of content) {
		if (number === null && byte === 0x80) throw new DerFault("An object identifier has a number that is padded.");
		number = (number ?? 0n) * 128n + BigInt(byte & 0x7f);
		if (number >> NUMBER_BITS_MAX) throw new DerFault("An object identifier has a number of more than 128 bits.");
		if (byte < 0x80) {
			numbers.push(number);
			number = null;
		}
	}
	const [first, ...others] = numbers;
	if (first === undefined || number !== null) throw new DerFault("An object identifier ends too early.");
	const top = first < 80n ? first / 40n : 2n;
	return [top, first - top * 40n, ...others].join(".");
}
