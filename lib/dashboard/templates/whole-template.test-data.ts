import fc from "fast-check";
import { noPurpose } from "./purpose";
import { templateProperties } from "./template-fields";
import { textsWith, type WholeTemplate } from "./whole-template";

export function templateNamed(name: string, more: Partial<WholeTemplate> = {}): WholeTemplate {
	return {
		...textsWith((property) => templateProperties[property].default),
		name,
		elements: { portrait: true },
		purpose: noPurpose,
		...more,
	};
}

const text = fc.string({ minLength: 1, maxLength: 20 });
const elements = fc
	.dictionary(
		fc.constantFrom("resident_city", "portrait", "family_name", "age_over_18", "document_number"),
		fc.boolean(),
		{ minKeys: 1 },
	)
	.map((chosen) => Object.fromEntries(Object.entries(chosen).toSorted()));

/** Few names and elements, so that two of them often meet. */
export const anyTemplate: fc.Arbitrary<WholeTemplate> = fc
	.record({
		name: fc.oneof(fc.constantFrom("A", "B", "C", "D"), text),
		type: fc.constantFrom("mdl", "other"),
		elements,
		certificateAuthority: fc.constantFrom("", "", "", "certificate"),
		purpose: fc.constantFrom("", "To check the age.", "To rent a car.").map((purpose) => ({ ...noPurpose, purpose })),
	})
	.map(({ name, ...more }) => templateNamed(name, more));
