import { expect, test } from "vitest";
import { shelfEditor } from "@/app/_testing/shelf-editor";
import { editors } from "@/app/(console)/activity/change-lines";
import { newApplicationEditor } from "@/app/(console)/applications/_edit/application-editor";
import { readTokenEditor } from "@/app/(console)/read-tokens/read-token-editor";
import { act, actInWords } from "@/lib/dashboard/change-in-words";
import type { Fields } from "../editor";
import { defineKind, isText, isTexts, typedText } from "./kind";

const note = { label: "Note", default: "", isValue: isText, typed: typedText };

test("a field that states its label, default, type and control is compared as a whole, and its change is told as a text", () => {
	const { codec, parts, words, input } = defineKind<string>(note);
	expect([codec.isContent("a"), codec.isContent(7)]).toEqual([true, false]);
	expect([codec.toValue("a"), codec.contentOf("a", {}, undefined)]).toEqual(["a", "a"]);
	expect([codec.read("a"), codec.read(7), codec.read(undefined)]).toEqual(["a", "", ""]);
	expect([codec.write("a"), codec.write("")]).toEqual(["a", ""]);
	expect([parts.partsOf("a"), parts.partsOf("")]).toEqual([[["", '"a"']], []]);
	expect(["a", ""].map((one) => parts.contentOfParts(new Map(parts.partsOf(one))))).toEqual(["a", ""]);
	const told = (before: string | null, after: string | null) =>
		actInWords(words.changeInWords({ before, after }, "", new Map()));
	expect([told(null, '"a"'), told('"a"', '"b"'), told('"b"', null)]).toEqual([
		"Sets the note to “a”",
		"Sets the note to “b” (was “a”)",
		"Removes the note (was “b”)",
	]);
	expect([words.partLabel("", new Map()), input.help, input.fault("a", undefined, "a")]).toEqual(["Note", "", null]);
});

test("what is stated takes the place of a default, and counts in the others", () => {
	const { codec, words } = defineKind<string, readonly string[]>({
		label: "Note",
		default: [],
		isValue: isText,
		typed: typedText,
		isContent: isTexts,
		omitsUnset: true,
		toValue: (content) => content.join(),
		contentOf: (value) => value.split(","),
		write: (content) => content.length,
		partLabel: () => "Long note",
		valueInWords: (json) => `<${json}>`,
	});
	expect([codec.read(["a"]), codec.read("a"), codec.write(["a"]), codec.write([])]).toEqual([["a"], [], 1, undefined]);
	const change = { before: null, after: "7" };
	expect(actInWords(words.changeInWords(change, "", new Map()))).toBe("Sets the long note to <7>");
	const renamed = defineKind<string>({ ...note, sets: act("rename", "it to") }).words;
	expect(actInWords(renamed.changeInWords(change, "", new Map()))).toBe("Renames it to “7”");
});

test.each(
	Object.entries<readonly { fields: Fields; stored: readonly string[] }[]>({
		...editors,
		"new application": [newApplicationEditor],
		"read token": [readTokenEditor],
		shelf: [shelfEditor],
	}),
)("the default of each field of a %s is a content without parts, which its control can hold", (_, those) => {
	for (const [name, { codec, parts }] of those.flatMap(storedKinds)) {
		const { default: nothing } = codec;
		expect(codec.isContent(nothing), name).toBe(true);
		expect(parts.partsOf(nothing), name).toEqual([]);
		expect(parts.contentOfParts(new Map()), name).toEqual(nothing);
		const value = codec.toValue(nothing);
		expect([codec.isValue(value), codec.contentOf(value, {}, undefined)], name).toEqual([true, nothing]);
	}
});

function storedKinds({ fields, stored }: { fields: Fields; stored: readonly string[] }) {
	return stored.map((name) => [name, fields[name] ?? expect.fail(name)] as const);
}
