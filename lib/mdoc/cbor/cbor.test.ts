import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RESPONSE_BYTES_MAX } from "../limits";
import { MdocFault } from "../mdoc-fault";
import { type CborItem, decodeCbor } from "./decode-cbor";
import { CborTag, type CborValue, encodeCbor } from "./encode-cbor";

const hex = (text: string) => Buffer.from(text, "hex");

/** The value without its bytes, as it can be encoded again. */
function contentOf(item: CborItem): CborValue | number {
	if (item.kind === "array") return item.items.map(contentOf);
	if (item.kind === "map") {
		return new Map(item.entries.map(([key, value]) => [contentOf(key) as string, contentOf(value)]));
	}
	if (item.kind === "tag") return new CborTag(Number(item.tag), contentOf(item.item));
	if (item.kind === "bytes") return Buffer.from(item.value);
	return item.value;
}

function faultOf(bytes: Uint8Array, at = 0): MdocFault {
	try {
		decodeCbor(bytes, at);
	} catch (error) {
		if (error instanceof MdocFault) return error;
		throw error;
	}
	throw new Error("It was read.");
}

// RFC 8949, appendix A: those of definite length.
test.each<[string, unknown]>([
	...([
		["00", 0],
		["17", 23],
		["1818", 24],
		["1903e8", 1000],
		["1a000f4240", 1000000],
		["1b000000e8d4a51000", 1000000000000],
		["1bffffffffffffffff", 18446744073709551615n],
		["20", -1],
		["3903e7", -1000],
		["3bffffffffffffffff", -18446744073709551616n],
		["f90000", 0],
		["f98000", -0],
		["f93c00", 1],
		["fb3ff199999999999a", 1.1],
		["f93e00", 1.5],
		["f97bff", 65504],
		["fa47c35000", 100000],
		["fa7f7fffff", 3.4028234663852886e38],
		["f90001", 2 ** -24],
		["f9c400", -4],
		["f97c00", Number.POSITIVE_INFINITY],
		["f97e00", Number.NaN],
		["fbfff0000000000000", Number.NEGATIVE_INFINITY],
		["f4", false],
		["f6", null],
		["f7", undefined],
		["f0", 16],
		["f8ff", 255],
		["40", Buffer.alloc(0)],
		["4401020304", hex("01020304")],
		["60", ""],
		["6161", "a"],
		["62225c", '"\\'],
		["62c3bc", "ü"],
		["64f0908591", "𐅑"],
		["80", []],
		["8301820203820405", [1, [2, 3], [4, 5]]],
		["a0", new Map()],
		[
			"a201020304",
			new Map([
				[1, 2],
				[3, 4],
			]),
		],
		["c11a514b67b0", new CborTag(1, 1363896240)],
		["d818456449455446", new CborTag(24, hex("6449455446"))],
	] as [string, unknown][]),
])("%s is read as in the standard", (bytes, value) => {
	expect(contentOf(decodeCbor(hex(bytes)))).toEqual(value);
});

test("encoded values are decoded again, with the bytes of every part", () => {
	const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
		value: fc.oneof(
			{ depthSize: "small", maxDepth: 8 },
			fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
			fc.boolean(),
			fc.constant(null),
			fc.string({ unit: "grapheme" }),
			fc.uint8Array().map((bytes) => Buffer.from(bytes)),
			fc.array(tie("value")),
			fc
				.uniqueArray(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie("value")), {
					selector: ([key]) => `${typeof key} ${key}`,
				})
				.map((entries) => new Map(entries)),
			fc.tuple(fc.nat(), tie("value")).map(([tag, tagged]) => new CborTag(tag, tagged)),
		),
	}));
	fc.assert(
		fc.property(value, (written) => {
			const bytes = encodeCbor(written);
			const item = decodeCbor(bytes);
			expect(encodeCbor(contentOf(item) as CborValue)).toEqual(bytes);
			expect(Buffer.from(item.raw)).toEqual(bytes);
			eachPart(item, (part) => {
				expect(Buffer.from(part.raw)).toEqual(bytes.subarray(part.at, part.at + part.raw.length));
				if (part.kind !== "bytes") return;
				expect(Buffer.from(part.value)).toEqual(bytes.subarray(part.contentAt, part.contentAt + part.value.length));
			});
		}),
	);
});

function eachPart(item: CborItem, see: (part: CborItem) => void): void {
	see(item);
	if (item.kind === "array") for (const part of item.items) eachPart(part, see);
	if (item.kind === "tag") eachPart(item.item, see);
	if (item.kind === "map") for (const entry of item.entries) for (const part of entry) eachPart(part, see);
}

describe("invalid bytes are refused, with the place", () => {
	test.each<[string, string, number, RegExp]>([
		["nothing at all", "", 0, /ends before/],
		["an array that declares more items than there are", "830102", 0, /ends before/],
		["an array that declares four billion items", "9affffffff", 0, /ends before/],
		["a text that is cut off", "8201656162", 2, /ends before/],
		["a head that is cut off", "190a", 2, /ends before/],
		["bytes after the end", "0102", 1, /1 more bytes/],
		["an array without a definite length", "9f01ff", 0, /no definite length/],
		["bytes without a definite length", "815f4101ff", 1, /no definite length/],
		["a break that ends nothing", "ff", 0, /no definite length/],
		["a head without a meaning", "811c", 1, /no meaning/],
		["the same number twice as a key", "a201020103", 3, /same key twice/],
		["the same key twice, once in a longer head", "a20102180103", 3, /same key twice/],
		["the same text twice as a key", "a2616101616102", 4, /same key twice/],
		["bytes as a key", "a1410102", 1, /neither a number nor a text/],
		["a map as a key", "a1a002", 1, /neither a number nor a text/],
		["a text that is no UTF-8", "8161ff", 2, /not in UTF-8/],
		["a surrogate in a text", "63eda080", 1, /not in UTF-8/],
		["a simple value in a longer head than allowed", "f814", 0, /not allowed/],
	])("%s", (_, bytes, at, words) => {
		const fault = faultOf(hex(bytes));
		expect(fault.message).toMatch(words);
		expect(fault.at).toBe(at);
		expect(faultOf(hex(bytes), 1000).at).toBe(at + 1000);
	});

	test("ten thousand levels, as arrays, maps or tags, at the seventeenth", () => {
		const places = ["81", "a100", "c1"].map((head) => {
			const fault = faultOf(hex(head.repeat(10_000)));
			expect(fault.message).toMatch(/16 levels/);
			return fault.at;
		});
		// In a map it is the key of the sixteenth.
		expect(places).toEqual([16, 31, 16]);
	});

	test("more than 200 KB, with the number, before anything is read", () => {
		expect(faultOf(Buffer.alloc(10_000_000, 0xff)).message).toContain("10000000");
		const full = encodeCbor(Buffer.alloc(RESPONSE_BYTES_MAX - 5));
		expect(decodeCbor(full).kind).toBe("bytes");
		expect(faultOf(Buffer.concat([full, Buffer.alloc(1)])).message).toContain(String(RESPONSE_BYTES_MAX + 1));
	});
});

test("two keys that differ only in a byte order mark or a normal form are two", () => {
	const map = new Map([
		["é", 1],
		["e\u0301", 2],
		["\uFEFFé", 3],
	]);
	expect(contentOf(decodeCbor(encodeCbor(map)))).toEqual(map);
});

test("fractions are not written", () => {
	expect(() => encodeCbor(1.5)).toThrow(RangeError);
});
