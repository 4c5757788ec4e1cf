/**
 * CBOR is compared with cborg, in its strict reading. What both read is the same, what is written here is written there in
 * the same bytes, and each difference in what is refused has its name.
 */
import { decode, encode, Tagged } from "cborg";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { mutated } from "../testing/mutations";
import { respond } from "../testing/sample-session";
import { type CborItem, decodeCbor } from "./decode-cbor";
import { CborTag, type CborValue, encodeCbor } from "./encode-cbor";

const RUNS = { numRuns: process.env.LONG ? 10_000 : 500 };
const RESPONSES = (["whole", "mac", "sends-more"] as const).map((id) => respond(id));

/** Reasons for which cborg alone refuses what has a longer head than it needs, or a simple value without a meaning. */
const REFUSED_THERE = /more bytes than necessary|simple values are not supported/;
/** Reasons for which it is refused here alone. */
const REFUSED_HERE = /more than 16 levels|neither a number nor a text|not in UTF-8/;

/** A value in one form for both readers: entries in their order, numbers in decimals, no bytes but as hexadecimal digits. */
type Plain = string | boolean | null | undefined | Plain[] | { [name: string]: Plain };

const numeral = (value: number | bigint): Plain => ({ number: Object.is(value, -0) ? "-0" : String(value) });

function ourReading(item: CborItem): Plain {
	if (item.kind === "array") return item.items.map(ourReading);
	if (item.kind === "map") return { map: item.entries.map((entry) => entry.map(ourReading)) };
	if (item.kind === "tag") return { tag: String(item.tag), of: ourReading(item.item) };
	if (item.kind === "bytes") return { bytes: Buffer.from(item.value).toString("hex") };
	// It drops a byte order mark at the beginning of a text.
	if (item.kind === "text") return item.value.replace(/^\uFEFF/, "");
	return typeof item.value === "number" || typeof item.value === "bigint" ? numeral(item.value) : item.value;
}

function theirReading(bytes: Uint8Array, strict = true): Plain {
	const tags = new Proxy({}, { get: (_, tag) => (content: () => unknown) => ({ tag: String(tag), of: content() }) });
	return plain(decode(bytes, { strict, allowIndefinite: false, rejectDuplicateMapKeys: true, useMaps: true, tags }));
}

function plain(value: unknown): Plain {
	if (typeof value === "number" || typeof value === "bigint") return numeral(value);
	if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("hex") };
	if (value instanceof Map) return { map: Array.from(value, (entry) => entry.map(plain)) };
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value === "object" && value !== null && "tag" in value && "of" in value) {
		return { tag: String(value.tag), of: plain(value.of) };
	}
	return value as string | boolean | null | undefined;
}

function outcome(read: () => Plain): { value: Plain } | { refusal: string } {
	try {
		return { value: read() };
	} catch (error) {
		return { refusal: String(error) };
	}
}

/** @returns whether both have read it */
function compareReadings(bytes: Uint8Array): boolean {
	const ours = outcome(() => ourReading(decodeCbor(bytes)));
	const theirs = outcome(() => theirReading(bytes));
	if ("value" in ours) {
		if ("value" in theirs) expect(ours.value).toEqual(theirs.value);
		else expect(theirs.refusal).toMatch(REFUSED_THERE);
		// Without strict reading a longer head has the same value.
		const lenient = outcome(() => theirReading(bytes, false));
		if ("value" in lenient) expect(ours.value).toEqual(lenient.value);
	} else if ("value" in theirs) expect(ours.refusal).toMatch(REFUSED_HERE);
	return "value" in ours && "value" in theirs;
}

const integer = fc.oneof(
	fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
	fc.constantFrom(23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -24, -25, -256, -257, -(2 ** 32) - 1),
	fc.maxSafeInteger(),
);
const text = fc.string({ unit: anyCharacter, maxLength: 40 });

function values(...leaves: fc.Arbitrary<CborValue>[]): fc.Arbitrary<CborValue> {
	const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
		value: fc.oneof(
			{ depthSize: "small", maxDepth: 6 },
			integer,
			text,
			fc.uint8Array({ maxLength: 300 }),
			fc.constantFrom(true, false, null, undefined),
			...leaves,
			fc.array(tie("value"), { maxLength: 30 }),
			fc
				.uniqueArray(fc.tuple(fc.oneof(fc.maxSafeInteger(), text), tie("value")), {
					selector: ([key]) => `${typeof key} ${key}`,
				})
				.map((entries) => new Map(entries)),
			fc.tuple(fc.maxSafeNat(), tie("value")).map(([tag, tagged]) => new CborTag(tag, tagged)),
		),
	}));
	return value;
}

function theirs(value: CborValue): unknown {
	if (value instanceof CborTag) return new Tagged(value.tag, theirs(value.value));
	if (value instanceof Map) return new Map(Array.from(value, ([key, held]) => [key, theirs(held)]));
	return Array.isArray(value) ? value.map(theirs) : value;
}

describe("CBOR", () => {
	it("is written as cborg writes it, byte for byte", () => {
		const inOrder = { mapSorter: () => 0 };
		fc.assert(
			fc.property(values(), (value) => {
				const written = encodeCbor(value);
				expect(written.toString("hex")).toBe(Buffer.from(encode(theirs(value), inOrder)).toString("hex"));
				expect(compareReadings(written)).toBe(true);
			}),
			RUNS,
		);
	});

	it("that cborg writes is read as the same, floats of all sizes included", () => {
		fc.assert(
			fc.property(values(fc.double(), fc.float()), fc.boolean(), (value, float64) => {
				expect(compareReadings(encode(theirs(value), { float64 }))).toBe(true);
			}),
			RUNS,
		);
	});

	it("has the same number in each of the floats of two bytes", () => {
		const all = Array.from({ length: 2 ** 16 }, (_, bits) => [0xf9, bits >> 8, bits & 0xff]);
		const array = Buffer.from([0x9a, 0, 1, 0, 0, ...all.flat()]);
		expect(JSON.stringify(ourReading(decodeCbor(array)))).toBe(JSON.stringify(theirReading(array)));
	});

	it("of any bytes is read by both alike, or refused for a reason of one of them", () => {
		const entries = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 4 });
		const repeating = entries.map((all) => Buffer.from([0xa0 + all.length, ...all.flat()]));
		let both = 0;
		fc.assert(
			fc.property(fc.oneof(fc.uint8Array({ maxLength: 12 }), repeating, mutated(RESPONSES)), (bytes) => {
				both += Number(compareReadings(bytes));
			}),
			RUNS,
		);
		expect(both).toBeGreaterThan(RUNS.numRuns / 10);
	});

	it.each([
		["a longer head than is needed, which is kept to be hashed", "1817", 23],
		["a simple value without a meaning", "f0", 16],
	])("is read here alone with %s", (_, digits, value) => {
		expect(ourReading(decodeCbor(Buffer.from(digits, "hex")))).toEqual(numeral(value));
		expect(() => theirReading(Buffer.from(digits, "hex"))).toThrow(REFUSED_THERE);
	});

	it.each([
		["a text that is no UTF-8, read there as U+FFFD", "61ff", "\ufffd"],
		["bytes as a key", "a1410102", { map: [[{ bytes: "01" }, { number: "2" }]] }],
		["a float as a key, which there is the same as an integer", "a1f93c0002", { map: [[numeral(1), numeral(2)]] }],
		["seventeen levels", `${"81".repeat(16)}00`, Array.from({ length: 16 }).reduce<Plain>((of) => [of], numeral(0))],
	])("is refused here alone with %s", (_, digits, value) => {
		expect(() => decodeCbor(Buffer.from(digits, "hex"))).toThrow(REFUSED_HERE);
		expect(theirReading(Buffer.from(digits, "hex"))).toEqual(value);
	});

	it("has two keys where they differ in a byte order mark, which cborg drops", () => {
		const bytes = encodeCbor(
			new Map([
				["a", 1],
				["\uFEFFa", 2],
			]),
		);
		expect(decodeCbor(bytes)).toMatchObject({ entries: { length: 2 } });
		expect(() => theirReading(bytes)).toThrow("repeat map key");
	});
});
