import { expect, test } from "vitest";
import { readDraft, rebaseDraft } from "./draft";

const values = {
	name: "A",
	type: "mdl",
	certificateAuthority: "",
	attributes: ["portrait"],
	listedFalse: [],
	added: "",
};

test("a draft comes back as it was kept, and other text is no draft", () => {
	const draft = { values, stored: { portrait: true } };
	expect(readDraft(JSON.stringify(draft))).toEqual(draft);
	for (const text of ["", "null", "{}", '{"values":{},"stored":{}}', '{"values":{"name":1},"stored":{}}']) {
		expect(readDraft(text)).toBeNull();
	}
});

test("restoring a draft does not undo what somebody else has changed since", () => {
	const draft = { values: { ...values, attributes: ["birth_date", "portrait"] }, stored: { portrait: true } };
	const restored = rebaseDraft(draft, { portrait: true, family_name: true, nationality: false });
	expect(restored.attributes).toEqual(["birth_date", "family_name", "portrait"]);
	expect(restored.listedFalse).toEqual(["nationality"]);
});

test("restoring keeps typed names", () => {
	const restored = rebaseDraft({ values: { ...values, added: "age_over_30" }, stored: {} }, {});
	expect(restored.attributes).toEqual(["age_over_30", "portrait"]);
});
