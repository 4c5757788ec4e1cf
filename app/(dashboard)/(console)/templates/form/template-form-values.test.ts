import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/mdl-attribute-names";
import { type MdlElements, presentationOf } from "@/lib/contract/mdl-elements";
import { createTemplateRequest } from "@/lib/contract/template";
import { attributeGroups } from "../attributes/attribute-catalogue";
import { elementChanges, elementsOfForm, readTemplateForm, rebaseElements, selectionOf } from "./template-form-values";

const name = fc.constantFrom(...MDL_ATTRIBUTE_NAMES, "age_over_18", "document_number", "__proto__", "constructor");
const elements = fc
	.array(fc.tuple(name, fc.boolean()))
	.map((entries) => Object.fromEntries(new Map(entries)) as MdlElements);
const selection = fc.uniqueArray(name);

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

test("a new template asks for exactly the ticked attributes, as true", () => {
	fc.assert(
		fc.property(selection, (attributes) => {
			const sent = elementsOfForm({}, { attributes, listedFalse: [], added: "" });
			expect(sortedEntries(sent)).toEqual(attributes.toSorted().map((attribute) => [attribute, true]));
		}),
	);
});

test("saving an untouched form changes nothing", () => {
	fc.assert(
		fc.property(elements, (stored) => {
			const sent = elementsOfForm(stored, { ...selectionOf(stored), added: "" });
			expect(Object.entries(sent)).toEqual(Object.entries(stored));
		}),
	);
});

test("removing one tick removes exactly that element", () => {
	fc.assert(
		fc.property(elements, fc.nat(), (stored, seed) => {
			const { attributes, listedFalse } = selectionOf(stored);
			fc.pre(attributes.length > 0);
			const gone = attributes[seed % attributes.length] ?? "";
			const left = attributes.filter((attribute) => attribute !== gone);
			const sent = elementsOfForm(stored, { attributes: left, listedFalse, added: "" });
			expect(elementChanges(stored, sent)).toEqual([{ name: gone, change: "removed" }]);
		}),
	);
});

test("a stored false stays until it is touched, and goes when it is ticked and cleared again", () => {
	const stored = { nationality: false, portrait: true };
	const untouched = { attributes: ["portrait"], listedFalse: ["nationality"], added: "" };
	expect(elementsOfForm(stored, untouched)).toEqual(stored);
	expect(elementsOfForm(stored, { ...untouched, listedFalse: [] })).toEqual({ portrait: true });
	expect(elementsOfForm(stored, { ...untouched, attributes: ["nationality", "portrait"] })).toEqual({
		nationality: true,
		portrait: true,
	});
});

test("never sends a false that was not stored", () => {
	fc.assert(
		fc.property(elements, selection, selection, (stored, attributes, listedFalse) => {
			const sent = elementsOfForm(stored, { attributes, listedFalse, added: "" });
			for (const [key, value] of Object.entries(sent)) {
				if (value === false) expect(Object.entries(stored)).toContainEqual([key, false]);
			}
		}),
	);
});

test("an unknown element with a value of its own keeps it", () => {
	const stored = { portrait: true, odd: { nested: [1] } };
	expect(elementsOfForm(stored, { ...selectionOf(stored), added: "" })).toEqual(stored);
});

test("typed names are requested beside the ticked ones", () => {
	const sent = elementsOfForm(
		{},
		{ attributes: ["portrait"], listedFalse: [], added: " age_over_25, document_number\n" },
	);
	expect(sent).toEqual({ portrait: true, age_over_25: true, document_number: true });
});

test("all 21 ticked make a request of 21", () => {
	const sent = elementsOfForm({}, { attributes: [...MDL_ATTRIBUTE_NAMES], listedFalse: [], added: "" });
	expect(Object.keys(sent)).toEqual([...MDL_ATTRIBUTE_NAMES]);
});

test("whatever is ticked makes a request that the contract accepts", () => {
	fc.assert(
		fc.property(fc.uniqueArray(name, { minLength: 1 }), (attributes) => {
			const presentation = presentationOf(elementsOfForm({}, { attributes, listedFalse: [], added: "" }));
			const request = {
				name: "n",
				type: "mdl",
				dialect: "simplified/1.0",
				presentation,
				well_known_trusted_issuers: "aamva",
			};
			expect(createTemplateRequest.safeParse(request).success).toBe(true);
		}),
	);
});

test("edits land on a newer version without undoing what changed there", () => {
	const opened = { family_name: true, portrait: true } as MdlElements;
	const edited = { family_name: true, birth_date: true } as MdlElements;
	const newer = { family_name: true, portrait: true, nationality: true } as MdlElements;
	expect(rebaseElements(opened, edited, newer)).toEqual({ family_name: true, nationality: true, birth_date: true });
});

test("a posted form is read with its line breaks as they were typed", () => {
	const form = new FormData();
	form.set("name", "A");
	form.set("certificateAuthority", "-----BEGIN\r\nabc\r\n");
	form.append("attribute", "portrait");
	form.append("attribute", "birth_date");
	expect(readTemplateForm(form)).toEqual({
		name: "A",
		type: "",
		certificateAuthority: "-----BEGIN\nabc\n",
		attributes: ["birth_date", "portrait"],
		listedFalse: [],
		added: "",
	});
});
