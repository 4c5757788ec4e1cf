import { expect, test } from "vitest";
import { decodeCbor } from "./decode-cbor";
import { diagnosticOf } from "./diagnostic";
import { CborTag, type CborValue, embeddedCbor, encodeCbor, RawCbor } from "./encode-cbor";

const shown = (value: CborValue) => diagnosticOf(decodeCbor(encodeCbor(value)));

test("every kind of item is written in the notation of the standard", () => {
	const all = new Map<number | string, CborValue>([
		["list", [1, -2n, true, null, undefined, []]],
		[-1, new CborTag(1004, "2026-01-31")],
		["bytes", Buffer.from([0, 255])],
		["floats", [new RawCbor(Buffer.from("f93c00", "hex")), new RawCbor(Buffer.from("fb3ff199999999999a", "hex"))]],
		["simple", new RawCbor(Buffer.from("f0", "hex"))],
	]);
	expect(shown(all)).toBe(
		[
			"{",
			'  "list": [\n    1,\n    -2,\n    true,\n    null,\n    undefined,\n    []\n  ],',
			'  -1: 1004("2026-01-31"),',
			"  \"bytes\": h'00ff',",
			'  "floats": [\n    1.0,\n    1.1\n  ],',
			'  "simple": simple(16)',
			"}",
		].join("\n"),
	);
});

test("CBOR inside of bytes is opened, and bytes that only claim to be CBOR are shown unchanged", () => {
	expect(shown(embeddedCbor(new Map([["inner", [7]]])))).toBe('24(<< {\n  "inner": [\n    7\n  ]\n} >>)');
	expect(shown(new CborTag(24, Buffer.from("ff", "hex")))).toBe("24(h'ff')");
});

test("long values are shortened, with their length, and no character is cut in two", () => {
	expect(shown(Buffer.alloc(33))).toBe(`h'${"00".repeat(32)}…' / 33 bytes /`);
	expect(shown("😀".repeat(201))).toBe(`"${"😀".repeat(200)}…" / 201 characters /`);
	expect(shown('"\n')).toBe('"\\"\\n"');
});

test("CBOR in CBOR in CBOR is opened four times and no more", () => {
	let nested: CborValue = 1;
	for (let level = 0; level < 5_000; level += 1) nested = embeddedCbor(nested);
	expect(shown(nested).match(/<</g)).toHaveLength(4);
});
