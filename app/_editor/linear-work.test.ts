import { expect, test } from "vitest";
import { metadataEditor } from "@/app/(console)/_metadata/metadata-editor";
import { keyWarnings, similarKeys } from "@/app/(console)/_metadata/rows/row-notes";
import { applicationEditor, newApplicationEditor } from "@/app/(console)/applications/_edit/application-editor";
import { singleSignOnEditor } from "@/app/(console)/applications/_edit/single-sign-on-editor";
import { connectionEditor } from "@/app/(console)/connections/_edit/connection-editor";
import { templateEditor } from "@/app/(console)/templates/_edit/template-editor";
import { HOSTILE_TEXTS, isLinear } from "@/lib/testing/linear";
import { mergeOf } from "./edit-state";
import type { Content, Editor, Fields, Values } from "./editor";
import { readEdit } from "./submitted-edit";

const TEXT_LENGTH = 60_000;
const MEMBERS = 12_000;

// biome-ignore lint/suspicious/noExplicitAny: each editor has fields of its own.
const editors = Object.entries<Editor<any>>({
	template: templateEditor,
	metadata: metadataEditor,
	application: applicationEditor,
	"new application": newApplicationEditor,
	"single sign-on": singleSignOnEditor,
	"identity provider": connectionEditor,
});

/** What a save does with a form before it sends anything, and what the page says of it. */
function judge<F extends Fields>(editor: Editor<F>, form: FormData): void {
	const edit = readEdit(editor, form, "templateId");
	// What a field's control can't hold is refused.
	if (!edit?.baseline) return;
	const { baseline, values } = edit;
	editor.faults(baseline, values);
	editor.faults(null, values);
	editor.hasEdits(editor.valuesOf(baseline), values);
	const yours = editor.contentOf(values, baseline);
	editor.describeChanges(baseline, yours, new Map());
	mergeOf(editor, { baseline, theirs: editor.defaults, yours });
}

function formOf<F extends Fields>(
	baseline: Content<F>,
	values: Values<F>,
	more: Record<string, string> = {},
): FormData {
	const form = new FormData();
	form.set("opened", JSON.stringify(baseline));
	form.set("values", JSON.stringify(values));
	for (const [name, value] of Object.entries(more)) form.set(name, value);
	return form;
}

/** Members of a field's list, by what the list holds. */
const MEMBERS_OF: Record<string, (index: number) => unknown> = {
	elements: (index) => ({ name: `element_${index}`, state: true }),
	rows: (index) => ({ id: String(index), key: `key-${index}`, value: "x", original: null }),
	sameRows: (index) => ({ id: String(index), key: "key", value: "x", original: null }),
	mappings: (index) => ({ field: "email", name: `name-${index}` }),
	default: (index) => `member-${index}`,
};

test.each(editors)("reading and judging the form of an edit takes linear time: %s", (_, editor) => {
	const values = editor.valuesOf(editor.defaults);
	expect(readEdit(editor, formOf(editor.defaults, values), "templateId")).not.toBeNull();
	const slow: string[] = [];
	for (const [name, value] of Object.entries(values)) {
		const judgeWith = (other: unknown) => judge(editor, formOf(editor.defaults, { ...values, [name]: other }));
		if (typeof value === "string") {
			for (const { of, textOf } of HOSTILE_TEXTS)
				if (!isLinear(judgeWith, textOf, TEXT_LENGTH)) slow.push(`${name}: ${of}`);
		}
		if (!Array.isArray(value)) continue;
		for (const kind of name === "rows" ? ["rows", "sameRows"] : [name in MEMBERS_OF ? name : "default"]) {
			const listOf = (length: number) => Array.from({ length }, (_, index) => MEMBERS_OF[kind]?.(index));
			if (!isLinear(judgeWith, listOf, MEMBERS)) slow.push(`${name}: many ${kind}`);
		}
	}
	expect(slow).toEqual([]);
});

test("a conflict in many parts takes linear time", () => {
	const rowsOf = (length: number, value: string) => ({
		rows: Array.from({ length }, (_, index): [string, string] => [`key-${index}`, value]),
	});
	const formWith = (length: number) => {
		const [baseline, theirs, yours] = ["a", "b", "c"].map((value) => rowsOf(length, value)) as [
			ReturnType<typeof rowsOf>,
			ReturnType<typeof rowsOf>,
			ReturnType<typeof rowsOf>,
		];
		const choices = Object.fromEntries(Array.from({ length }, (_, index) => [`choice-${index}`, "theirs"]));
		const conflict = JSON.stringify({ baseline, theirs, yours });
		return formOf(theirs, metadataEditor.valuesOf(yours), { conflict, ...choices });
	};
	expect(isLinear((form: FormData) => judge(metadataEditor, form), formWith, 800)).toBe(true);
});

test("warnings on many rows take linear time, and do not normalize what is too long for a key", () => {
	const rowsOf = (length: number) => numbered(length, (index) => `Key-${index}`);
	const marks = (length: number) => numbered(1, () => "\u0301\u0323".repeat(length / 2));
	const warn = (rows: ReturnType<typeof numbered>) =>
		similarKeys(rows).map((similar, index) => keyWarnings(rows[index]?.key ?? "", similar));
	for (const inputOf of [rowsOf, marks]) expect(isLinear(warn, inputOf, 40_000)).toBe(true);
});

function numbered(length: number, keyOf: (index: number) => string) {
	return Array.from({ length }, (_, index) => ({ key: keyOf(index), value: "x", original: null }));
}
