import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEdit } from "@/app/_editor/submitted-edit";
import { type MetadataEntry, resourceMetadata } from "@/lib/contract/metadata";
import { anyCharacter } from "@/lib/testing/any-character";
import { isSameMetadata, metadataEditor } from "../metadata-editor";
import { entriesOf, entriesOfRows, isPlaceholder, rowsOf, textOf, valuesByKey } from "./metadata-rows";

/** Keys and values that break naive code. */
const awkward = fc.oneof(
	fc.string({ unit: "grapheme", maxLength: 40 }),
	fc.string({ unit: anyCharacter, maxLength: 40 }),
	fc.constantFrom(
		...["__proto__", "constructor", "toString", "a.b.c", "rows.0.key", 'say "hi"', "it's", "[0]", "a\nb", "a\r\nb"],
		...["\r", "\n", " key ", "😀".repeat(255), "😀".repeat(256), "ملاحظة", "\u202Eabc", "\0", "\uD800", "0", "-1", ""],
	),
);
const metadata = fc
	.uniqueArray(fc.tuple(awkward, awkward), { selector: ([key]) => key, maxLength: 30 })
	.map((entries): MetadataEntry[] => entries);

/** The form data of a browser without scripts: line breaks as CRLF, lone surrogates replaced, NUL replaced by the parser. */
function asSubmitted(text: string): string {
	return text
		.toWellFormed()
		.replaceAll("\0", "\uFFFD")
		.replace(/\r\n|\r|\n/g, "\r\n");
}

const read = (form: FormData) => readEdit(metadataEditor, form, "tokenId");

function postOf(baseline: MetadataEntry[], rows = rowsOf(baseline)): FormData {
	const form = new FormData();
	form.append("tokenId", "dcr_0000000000000001");
	form.append("opened", JSON.stringify({ rows: baseline }));
	for (const { key, value, original } of rows) {
		form.append("key", asSubmitted(key));
		form.append("value", asSubmitted(textOf(value)));
		form.append("original", original ? JSON.stringify(original) : "");
	}
	return form;
}

describe("rows and metadata", () => {
	it("keep every key and value from the service's map to rows and back", () => {
		fc.assert(
			fc.property(metadata, (entries) => {
				const map = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
				const stored = entriesOf(map);
				const back = Object.fromEntries(valuesByKey(entriesOfRows(rowsOf(stored))));
				expect(isSameMetadata(entriesOf(back), entries)).toBe(true);
				expect(JSON.stringify(back)).toBe(JSON.stringify(map));
			}),
		);
	});

	it("keep every text that was not edited through a form that is submitted without scripts", () => {
		fc.assert(
			fc.property(metadata, (entries) => {
				const form = read(postOf(entries));
				expect(form?.baseline?.rows).toEqual(entries);
				expect(form && entriesOfRows(form.values.rows)).toEqual(entries);
			}),
		);
	});

	it("keep every text, edited or not, when scripts send the rows", () => {
		fc.assert(
			fc.property(metadata, metadata, (baseline, edited) => {
				const found = rowsOf(edited).map((row) => ({ ...row, original: baseline[0] ?? null }));
				const form = new FormData();
				form.append("tokenId", "dcr_0000000000000001");
				form.append("opened", JSON.stringify({ rows: baseline }));
				form.append("values", JSON.stringify({ rows: found }));
				expect(read(form)?.values.rows).toEqual(found);
			}),
		);
	});

	it("stay the same rows through a form that is read at hydration", () => {
		const form = postOf([["a", "b"]]);
		form.append("row", "7");
		expect(read(form)?.values.rows).toEqual([{ id: "7", key: "a", value: "b", original: ["a", "b"] }]);
	});

	it("store one line feed for each line break typed into a form without scripts", () => {
		const baseline: MetadataEntry[] = [["note", "one\r\ntwo"]];
		const rows = rowsOf(baseline).map((row) => ({ ...row, value: "one\ntwo\nthree" }));
		expect(read(postOf(baseline, rows))?.values.rows[0]?.value).toBe("one\ntwo\nthree");
	});

	it("ignore a row with neither key nor value, unless the empty key is stored", () => {
		expect(isPlaceholder({ key: "", value: "", original: null })).toBe(true);
		expect(isPlaceholder({ key: "", value: "", original: ["a", "b"] })).toBe(true);
		expect(isPlaceholder({ key: "", value: "", original: ["", ""] })).toBe(false);
		expect(isPlaceholder({ key: "a", value: "", original: null })).toBe(false);
	});

	it("contain exactly what the contract accepts", () => {
		fc.assert(
			fc.property(metadata, (entries) => {
				const parsed = resourceMetadata.safeParse(Object.fromEntries(valuesByKey(entriesOfRows(rowsOf(entries)))));
				const fits = entries.length <= 25 && entries.every(([, value]) => Array.from(textOf(value)).length <= 255);
				expect(parsed.success).toBe(fits);
				if (parsed.success) expect(isSameMetadata(entriesOf(parsed.data), entries)).toBe(true);
			}),
		);
	});
});

describe("a submitted metadata form", () => {
	it.each([
		["a baseline that isn't JSON", (form: FormData) => form.set("opened", "{")],
		["a baseline of another shape", (form: FormData) => form.set("opened", '{"rows":{"a":"b"}}')],
		["rows of another shape", (form: FormData) => form.set("values", '{"rows":[{"key":1}]}')],
		["a key without a value", (form: FormData) => form.append("key", "lonely")],
		["a row that isn't one", (form: FormData) => form.set("values", '{"rows":[null]}')],
		["rows that aren't a list", (form: FormData) => form.set("values", '{"rows":{}}')],
		["a file instead of a text", (form: FormData) => form.set("value", new Blob(["x"]))],
	])("is refused with %s", (_, spoil) => {
		const form = postOf([["a", "b"]]);
		spoil(form);
		expect(read(form)).toBeNull();
	});
});
