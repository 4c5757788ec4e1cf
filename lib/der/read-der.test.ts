import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DerFault, type DerItem, dottedIdentifier, isTrue, readDer, readOneDer } from "./read-der";
import { der, TAG } from "./write-der";

const RUNS = process.env.LONG ? 100_000 : 300;

describe("reading DER", () => {
	it("returns the encoded values, of any length", () => {
		const content = fc.oneof(
			fc.uint8Array({ maxLength: 300 }),
			fc.constantFrom(127, 128, 255, 256, 65_535, 65_536).map((length) => new Uint8Array(length)),
		);
		fc.assert(
			fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
				const written = contents.map((each) => der(TAG.integer, each));
				const whole = der(TAG.sequence, ...written);
				const sequence = readOneDer(whole);
				expect(Buffer.compare(sequence.raw, whole)).toBe(0);
				expect(readDer(sequence.content).map(({ raw }) => Buffer.from(raw).toString("hex"))).toEqual(
					written.map((each) => each.toString("hex")),
				);
			}),
			{ numRuns: Math.min(RUNS, 1000) },
		);
	});

	it.each([
		["nothing", ""],
		["a tag alone", "30"],
		["a value that ends too early", "300201"],
		["an indefinite length", "30800000"],
		["a length in more bytes than it needs", "308105ffffffffff"],
		["a length with a zero before it", "30820080"],
		["a length of five bytes", "30850000000001ff"],
		["a length that is larger than any input", "3084ffffffff"],
		["a tag in several bytes", "1f8101"],
		["the end of an indefinite length", "0000"],
		["a reserved tag", "0f00"],
		["two values", "05000500"],
	])("refuses %s", (_, hexadecimal) => {
		expect(() => readOneDer(Buffer.from(hexadecimal, "hex"))).toThrow(DerFault);
	});

	it("ends on any bytes, with values within them or a fault", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
				let items: DerItem[] = [];
				try {
					items = readDer(bytes);
				} catch (error) {
					if (!(error instanceof DerFault)) throw error;
					return;
				}
				expect(Buffer.concat(items.map(({ raw }) => raw)).equals(bytes)).toBe(true);
			}),
			{ numRuns: RUNS },
		);
	});
});

describe("reading a BOOLEAN", () => {
	it("accepts FF and 00", () => {
		expect(["ff", "00"].map((hexadecimal) => isTrue(Buffer.from(hexadecimal, "hex")))).toEqual([true, false]);
	});

	it.each(["", "01", "7f", "80", "fe", "ffff", "0000"])("refuses %j", (hexadecimal) => {
		expect(() => isTrue(Buffer.from(hexadecimal, "hex"))).toThrow(DerFault);
	});
});

describe("object identifiers in dotted decimals", () => {
	it.each([
		["550406", "2.5.4.6"],
		["2a8648ce3d040302", "1.2.840.10045.4.3.2"],
		["28818c5d050102", "1.0.18013.5.1.2"],
		["2b6570", "1.3.101.112"],
		["883703", "2.999.3"],
		["00", "0.0"],
		["4f", "1.39"],
		["50", "2.0"],
		["2a9080808080808001", "1.2.9007199254740993"],
		[`6983${"ff".repeat(17)}7f`, "2.25.340282366920938463463374607431768211455"],
	])("%s", (hexadecimal, dotted) => {
		expect(dottedIdentifier(Buffer.from(hexadecimal, "hex"))).toBe(dotted);
	});

	it.each([
		["nothing", ""],
		["a number without its end", "5504868d"],
		["a first number without its end", "88"],
		["a padded number", "55048006"],
		["a padded first number", "805504"],
		["a padded zero", "55048000"],
		["a number of more than 128 bits", `6984${"80".repeat(17)}00`],
		["a number of a million bytes", `55${"ff".repeat(1_000_000)}7f`],
	])("refuses %s", (_, hexadecimal) => {
		expect(() => dottedIdentifier(Buffer.from(hexadecimal, "hex"))).toThrow(DerFault);
	});
});
