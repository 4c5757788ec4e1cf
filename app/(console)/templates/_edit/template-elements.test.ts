import fc from "fast-check";
import { expect, test } from "vitest";
import { onSaved } from "@/app/_editor/edit-state";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { createTemplateRequest } from "@/lib/contract/template/template";
import { attributeGroups } from "@/lib/dashboard/templates/attribute-catalogue";
import { content, element, elements } from "./template.test-data";
import { createRequestOf, emptyValues, purposeOf, templateEditor, updateRequestOf } from "./template-editor";
import { boxesOf, requestedElements, sourceOf, toggled } from "./template-elements";

const { valuesOf, contentOf, changes, hasEdits, typed } = templateEditor;

const selection = fc.uniqueArray(element);
const ticking = (names: readonly string[]) => ({
	...emptyValues,
	elements: toggled(emptyValues.elements, names, true),
});

function sortedEntries(value: object): [string, unknown][] {
	return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

test("the catalogue is the 21 attributes of the specification, each once", () => {
	const names = attributeGroups.flatMap(({ attributes }) => attributes.map((attribute) => attribute.name));
	expect(names.toSorted()).toEqual([...MDL_ATTRIBUTE_NAMES].sort());
});

test("every label of the catalogue is different", () => {
	const labels = attributeGroups.flatMap(({ attributes }) => attributes.map(({ label }) => label));
	expect(new Set(labels).size).toBe(labels.length);
});

test("a new template requests exactly the ticked attributes, as true", () => {
	fc.assert(
		fc.property(selection, (names) => {
			const sent = requestedElements({}, ticking(names));
			expect(sortedEntries(sent)).toEqual(names.toSorted().map((name) => [name, true]));
		}),
	);
});

test("an untouched form changes nothing, with any stored elements", () => {
	fc.assert(
		fc.property(content, (stored) => {
			const content = contentOf(valuesOf(stored), stored);
			expect(Object.entries(content.elements)).toEqual(Object.entries(stored.elements));
			expect(changes(stored, content)).toEqual([]);
			expect(updateRequestOf(stored, content)).toBeNull();
			expect(purposeOf(content)).toEqual(purposeOf(stored));
			expect(hasEdits(valuesOf(stored), valuesOf(stored))).toBe(false);
		}),
	);
});

test("clearing one box removes exactly that element", () => {
	fc.assert(
		fc.property(elements, fc.nat(), (stored, seed) => {
			const ticked = Object.keys(stored).filter((name) => new Map(Object.entries(stored)).get(name) !== false);
			fc.pre(ticked.length > 0);
			const removed = ticked[seed % ticked.length] ?? "";
			const baseline = { ...templateEditor.defaults, name: "n", type: "mdl", elements: stored };
			const values = {
				...valuesOf(baseline),
				elements: toggled(boxesOf(stored), [removed], false),
			};
			const cleared = changes(baseline, contentOf(values, baseline));
			expect(cleared.map(({ part, after }) => [part, after])).toEqual([[`elements ${removed}`, null]]);
		}),
	);
});

test("a stored false stays until it is changed, and is removed when it is ticked and cleared again", () => {
	const stored = { nationality: false, portrait: true };
	const ticked = toggled(boxesOf(stored), ["nationality"], true);
	expect(requestedElements(stored, { elements: boxesOf(stored), added: "" })).toEqual(stored);
	expect(requestedElements(stored, { elements: ticked, added: "" })).toEqual({ nationality: true, portrait: true });
	const cleared = toggled(ticked, ["nationality"], false);
	expect(requestedElements(stored, { elements: cleared, added: "" })).toEqual({ portrait: true });
});

test("ticking and clearing never results in a false", () => {
	fc.assert(
		fc.property(elements, selection, selection, (stored, on, off) => {
			const touched = toggled(toggled(boxesOf(stored), on, true), off, false);
			for (const [name, value] of Object.entries(requestedElements(stored, { elements: touched, added: "" }))) {
				if (value === false) expect(Object.entries(stored)).toContainEqual([name, false]);
			}
		}),
	);
});

test("an element with a value of its own keeps it, also when it is cleared and ticked again", () => {
	const stored = { portrait: true, odd: { nested: [1] } } as MdlElements;
	const cleared = toggled(boxesOf(stored), ["odd"], false);
	expect(requestedElements(stored, { elements: cleared, added: "" })).toEqual({ portrait: true });
	const again = toggled(cleared, ["odd"], true);
	expect(requestedElements(stored, { elements: again, added: "" })).toEqual(stored);
});

test("a cleared element keeps its box and its value when the form shows what was saved, or an earlier version", () => {
	const baseline = { ...templateEditor.defaults, name: "n", type: "mdl" };
	const stored = { ...baseline, elements: { portrait: true, odd: { a: 1 } } as MdlElements };
	const after = { ...baseline, elements: { portrait: true } };
	const opened = valuesOf(stored);
	const cleared = { ...opened, elements: toggled(opened.elements, ["odd"], false) };
	for (const values of [onSaved(templateEditor, after, cleared, cleared).values, valuesOf(after, opened)]) {
		expect(contentOf(values, after).elements).toEqual(after.elements);
		const ticked = { ...values, elements: toggled(values.elements, ["odd"], true) };
		expect(contentOf(ticked, after).elements).toEqual(stored.elements);
	}
});

test("typed names are requested beside the ticked ones, also where a false was stored", () => {
	const stored = { nationality: false };
	const values = {
		elements: toggled(boxesOf(stored), ["portrait"], true),
		added: " age_over_25, nationality\n",
	};
	expect(requestedElements(stored, values)).toEqual({ portrait: true, age_over_25: true, nationality: true });
});

test("all 21 ticked result in a request of 21, in the specification's order", () => {
	const sent = requestedElements({}, ticking([...MDL_ATTRIBUTE_NAMES].reverse()));
	expect(Object.keys(sent)).toEqual([...MDL_ATTRIBUTE_NAMES]);
});

test("any ticked boxes result in a request that the contract accepts", () => {
	fc.assert(
		fc.property(fc.uniqueArray(element, { minLength: 1 }), (names) => {
			const request = createRequestOf({ ...ticking(names), name: "n" });
			expect(createTemplateRequest.safeParse(request).success).toBe(true);
		}),
	);
});

test("an update contains the properties that differ, and nothing else", () => {
	const baseline = { ...templateEditor.defaults, name: "a", type: "mdl", elements: { portrait: true } };
	expect(updateRequestOf(baseline, { ...baseline, name: "b" })).toEqual({ name: "b" });
	expect(updateRequestOf(baseline, { ...baseline, type: "other" })).toEqual({ type: "other" });
	expect(updateRequestOf(baseline, { ...baseline, type: "other", purpose: "Why." })).toEqual({ type: "other" });
	expect(updateRequestOf(baseline, { ...baseline, purpose: "Why.", retention: "30 days" })).toBeNull();
	expect(updateRequestOf(baseline, { ...baseline, elements: { portrait: true, odd: 1 } })).toEqual({
		presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true, odd: 1 } } },
	});
});

test("a submitted form is read with its line breaks as they were typed, and without a private key", () => {
	const form = new FormData();
	form.set("name", "A");
	form.set("purpose", "To sell beer.");
	form.set("preset", "over-18");
	form.set("certificateAuthority", "-----BEGIN\r\nabc\r\n");
	form.append("attribute", "portrait");
	form.append("attribute", "odd");
	const stored = { odd: { a: 1 }, nationality: false, other: true } as MdlElements;
	const source = sourceOf(boxesOf(stored));
	expect(source.map((one) => one.name)).toEqual(["nationality", "odd", "other"]);
	form.set("source", JSON.stringify(source));
	expect(typed(form)).toEqual({
		...emptyValues,
		name: "A",
		type: "",
		certificateAuthority: "-----BEGIN\nabc\n",
		elements: boxesOf({ nationality: false, portrait: true, odd: { a: 1 } } as MdlElements, boxesOf(stored)),
		again: "",
		added: "",
		isKeyWithheld: false,
		purpose: "To sell beer.",
		preset: "over-18",
	});
	form.set("certificateAuthority", "-----BEGIN PRIVATE KEY-----\r\nMIIB");
	expect(typed(form)).toMatchObject({ certificateAuthority: "", isKeyWithheld: true });
});

test("each change is described in words, and so are the sides of a conflict", () => {
	const elements = { portrait: true, nationality: false, odd: { a: 1 } } as MdlElements;
	const baseline = { ...templateEditor.defaults, name: "Bar", type: "mdl", elements };
	const describeChanges = (after: Partial<typeof baseline>) =>
		templateEditor.describeChanges(baseline, { ...baseline, ...after }, new Map()).map(({ words }) => words);
	expect(describeChanges({ name: "Door", type: "other" })).toEqual([
		"Renames it to “Door” (was “Bar”)",
		"Sets the type to “other” (was “mdl”)",
	]);
	expect(describeChanges({ purpose: "To sell beer.", preset: "over-18", retention: "30 days" })).toEqual([
		"Sets the purpose to “To sell beer.”",
		"Sets the retention to “30 days”",
		"Sets the preset to “Over 18”",
	]);
	expect(
		describeChanges({ elements: { resident_city: true, nationality: true, odd: { a: 2 } } as MdlElements }),
	).toEqual([
		"Changes Nationality (requested, was listed as false)",
		"Removes Photo",
		"Adds City",
		'Changes odd (requested with {"a":2}, was requested with {"a":1})',
	]);
	expect(templateEditor.partLabel("elements resident_city", new Map())).toBe("City");
	const side = (json: string | null) => templateEditor.valueInWords("elements odd", json, new Map());
	expect([null, "true", "false", '{"a":1}'].map(side)).toEqual([
		"not requested",
		"requested",
		"listed as false",
		'requested with {"a":1}',
	]);
});
