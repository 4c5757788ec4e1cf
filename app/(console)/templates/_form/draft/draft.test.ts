import { expect, test } from "vitest";
import { onDraft } from "../../_edit/template-edit";
import { emptyValues, tickedNames, valuesOf } from "../../_edit/template-form-values";
import { readDraft } from "./draft";

const opened = { name: "A", type: "mdl", elements: { portrait: true } };

test("a draft comes back as it was kept, and other text is no draft", () => {
	for (const draft of [
		{ values: valuesOf(opened), opened },
		{ values: { ...emptyValues, name: "B" }, opened: null },
	]) {
		expect(readDraft(JSON.stringify(draft))).toEqual(draft);
	}
	for (const text of ["", "null", "{}", '{"values":{},"opened":{}}', '{"values":{"name":1},"opened":null}']) {
		expect(readDraft(text)).toBeNull();
	}
	const broken = { values: { ...emptyValues, elements: [["portrait", "{"]] }, opened: null };
	expect(readDraft(JSON.stringify(broken))).toBeNull();
});

test("restoring a draft does not undo what somebody else has changed since, and says what that is", () => {
	const draft = { values: { ...valuesOf(opened), elements: [["birth_date", "true"]] as const }, opened };
	const newer = { ...opened, elements: { portrait: true, family_name: true, nationality: false } };
	const { edit, values } = onDraft(newer, draft);
	expect(tickedNames(values).toSorted()).toEqual(["birth_date", "family_name"]);
	expect(values.elements).toContainEqual(["nationality", "false"]);
	expect(edit.opened).toBe(newer);
	expect(edit.conflict).toMatchObject({ opened, theirs: newer });
});

test("a draft onto a template that nobody has changed comes back to the letter", () => {
	const draft = { values: { ...valuesOf(opened), added: "age_over_30, " }, opened };
	expect(onDraft(opened, draft)).toEqual({ edit: { opened, conflict: null }, values: draft.values });
});
