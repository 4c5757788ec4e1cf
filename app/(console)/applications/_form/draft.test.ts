import { expect, test } from "vitest";
import { shop } from "../_edit/application.test-data";
import { emptyValues, valuesOf } from "../_edit/application-content";
import { onDraft } from "../_edit/application-edit";
import { readDraft } from "./draft";

test("a draft comes back as it was kept, and other text is no draft", () => {
	for (const draft of [
		{ values: { ...valuesOf(shop), name: "Bar" }, opened: shop },
		{ values: { ...emptyValues, name: "Bar" }, opened: null },
	]) {
		expect(readDraft(JSON.stringify(draft))).toEqual(draft);
	}
	const odd = { values: { ...emptyValues, grants: [1] }, opened: null };
	const half = { values: emptyValues, opened: { name: "Shop" } };
	for (const text of [
		"",
		"null",
		"{}",
		'{"values":{"name":1},"opened":null}',
		JSON.stringify(odd),
		JSON.stringify(half),
	]) {
		expect(readDraft(text)).toBeNull();
	}
});

test("a draft over what somebody else has changed since is a conflict", () => {
	const draft = { values: { ...valuesOf(shop), name: "Yours" }, opened: shop };
	expect(onDraft(shop, draft).edit.conflict).toBeNull();
	expect(onDraft({ ...shop, name: "Theirs" }, draft).edit.conflict).not.toBeNull();
});
