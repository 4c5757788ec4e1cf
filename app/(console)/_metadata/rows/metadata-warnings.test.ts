import { describe, expect, it } from "vitest";
import { ADD_BUTTON, rowErrors } from "../metadata-editor";
import { EMPTY_ROW, type MetadataRow, rowsOf } from "./metadata-rows";
import { keyWarnings, similarKeys, valueWarnings } from "./row-notes";

/** What the rows show. */
function metadataWarnings(rows: readonly MetadataRow[]) {
	const similar = similarKeys(rows);
	return rows.map(({ key, value }, index) => ({
		key: keyWarnings(key, similar[index] ?? null),
		value: valueWarnings(value),
	}));
}

describe("warnings", () => {
	it("are none for plain keys and values", () => {
		expect(
			metadataWarnings(
				rowsOf([
					["device_label", "Work laptop"],
					["cost-centre", "4120"],
				]),
			),
		).toEqual([
			{ key: [], value: [] },
			{ key: [], value: [] },
		]);
	});

	it("name a key that differs only in case or spaces, on both rows", () => {
		const [first, second] = metadataWarnings(
			rowsOf([
				["Device", "1"],
				["device ", "2"],
			]),
		);
		expect(first).toEqual({ key: [expect.stringContaining("“device ”")], value: [] });
		expect(second?.key[0]).toContain("“Device”");
		expect(second?.value).toEqual([]);
	});

	it.each(["a b", "a.b", "ключ", "😀", "k".repeat(256)])("name the key %j, which a live tenant may refuse", (key) => {
		expect(metadataWarnings(rowsOf([[key, ""]]))).toEqual([
			{ key: [expect.stringContaining("A live tenant may refuse this key")], value: [] },
		]);
	});

	it.each([
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
		`sk_live_${"4".repeat(24)}`,
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE",
		`AKIA${"A".repeat(16)}`,
	])("name a value that looks like a secret, at the value (%#)", (value) => {
		expect(metadataWarnings(rowsOf([["token", value]]))).toEqual([
			{ key: [], value: [expect.stringContaining("Don't keep secrets in metadata")] },
		]);
	});
});

const errorsOf = (rows: Parameters<typeof rowErrors>[0]) =>
	rowErrors(rows).map(({ target, message }) => [target, message]);

describe("errors", () => {
	it("are none for 25 keys and a value of 255 code points", () => {
		const entries = Array.from({ length: 25 }, (_, index): [string, string] => [`k${index}`, "😀".repeat(255)]);
		expect(errorsOf([...rowsOf(entries), { ...EMPTY_ROW, id: "new" }])).toEqual([]);
	});

	it("name a 26th key and a 256th code point", () => {
		const entries = Array.from({ length: 26 }, (_, index): [string, string] => [`k${index}`, ""]);
		expect(errorsOf(rowsOf(entries))).toEqual([[ADD_BUTTON, "26 keys are too many; at most 25 fit."]]);
		expect(errorsOf(rowsOf([["a", "😀".repeat(256)]]))).toEqual([
			["metadata-value-0", "The value has 256 characters; at most 255 fit."],
		]);
	});

	it("name both rows of a duplicate key", () => {
		const twins = rowsOf([
			["a", "1"],
			["b", "2"],
			["a", "3"],
		]);
		expect(errorsOf(twins)).toEqual([
			["metadata-key-0", "The key “a” is also in row 3."],
			["metadata-key-2", "The key “a” is also in row 1."],
		]);
	});

	it("isolate a key that is written from right to left, or would turn the sentence around", () => {
		const twins = rowsOf([
			["\u202ea", "1"],
			["\u202ea", "2"],
			["שלום", "1"],
			["שלום", "2"],
		]);
		expect(errorsOf(twins).map(([, message]) => message)).toEqual([
			"The key “[U+202E]a” is also in row 2.",
			"The key “[U+202E]a” is also in row 1.",
			"The key “\u2068שלום\u2069” is also in row 4.",
			"The key “\u2068שלום\u2069” is also in row 3.",
		]);
	});

	it("name a value without a key, but not one that is stored like that", () => {
		expect(errorsOf([{ id: "0", key: "", value: "x", original: null }])).toEqual([
			["metadata-key-0", "This value needs a key."],
		]);
		expect(errorsOf(rowsOf([["", "x"]]))).toEqual([]);
	});
});
