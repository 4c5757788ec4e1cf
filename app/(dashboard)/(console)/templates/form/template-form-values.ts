import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/mdl-attribute-names";
import type { MdlElements } from "@/lib/contract/mdl-elements";

/** What the admin edits. Every list holds attribute names, sorted, so that equal selections are equal values. */
export type TemplateFormValues = {
	name: string;
	type: string;
	certificateAuthority: string;
	/** Ticked, of the 21 and of others. */
	attributes: string[];
	/** Stored as `false` and not touched since. */
	listedFalse: string[];
	/** Further names, typed: separated by commas or white space. */
	added: string;
};

/** Reads a form that was posted, with or without JavaScript. Line breaks of a posted text area become "\n" again. */
export function readTemplateForm(form: FormData): TemplateFormValues {
	const text = (name: string) => String(form.get(name) ?? "");
	const texts = (name: string) => form.getAll(name).map(String).sort();
	return {
		name: text("name"),
		type: text("type"),
		certificateAuthority: text("certificateAuthority").replaceAll("\r\n", "\n"),
		attributes: texts("attribute"),
		listedFalse: texts("listedFalse"),
		added: text("added"),
	};
}

export function splitNames(added: string): string[] {
	return added.split(/[\s,]+/).filter(Boolean);
}

/**
 * The elements to send: ticked ones are true, unticked ones are left out. What was stored as `false` stays so until it
 * is touched, and a stored value that is neither true nor false stays as it is while it is ticked.
 * @param stored the elements as the service last gave them; `{}` for a new template
 */
export function elementsOfForm(
	stored: MdlElements,
	{ attributes, listedFalse, added }: Pick<TemplateFormValues, "attributes" | "listedFalse" | "added">,
): MdlElements {
	const ticked = new Set([...attributes, ...splitNames(added)]);
	const untouchedFalse = new Set(listedFalse);
	const kept = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
		if (ticked.has(name)) return [[name, value === false ? true : value]];
		return value === false && untouchedFalse.has(name) ? [[name, false]] : [];
	});
	const storedNames = new Set(Object.keys(stored));
	const known = MDL_ATTRIBUTE_NAMES.filter((name) => ticked.has(name) && !storedNames.has(name));
	const others = [...ticked].filter((name) => !storedNames.has(name) && !knownNames.has(name));
	const requested = [...known, ...others].map((name): [string, unknown] => [name, true]);
	return Object.fromEntries([...kept, ...requested]) as MdlElements;
}

const knownNames: ReadonlySet<string> = new Set(MDL_ATTRIBUTE_NAMES);

/** Whether the holder would be asked for anything. */
export function asksForSomething(elements: MdlElements): boolean {
	return Object.values(elements).some((value) => value !== false);
}

/** The form's start for elements as the service gave them. */
export function selectionOf(stored: MdlElements): Pick<TemplateFormValues, "attributes" | "listedFalse"> {
	const names = (test: (value: unknown) => boolean) =>
		Object.entries(stored)
			.filter(([, value]) => test(value))
			.map(([name]) => name)
			.sort();
	return {
		attributes: names((value) => value !== false),
		listedFalse: names((value) => value === false),
	};
}

export type ElementChange = { name: string; change: "added" | "removed" | "changed" };

/** What saving would do to the elements, in the order of the form's own list. */
export function elementChanges(before: MdlElements, after: MdlElements): ElementChange[] {
	const then = new Map(Object.entries(before));
	const now = new Map(Object.entries(after));
	const changes = [...new Set([...then.keys(), ...now.keys()])].map((name): ElementChange | null => {
		if (!then.has(name)) return { name, change: "added" };
		if (!now.has(name)) return { name, change: "removed" };
		return JSON.stringify(then.get(name)) === JSON.stringify(now.get(name)) ? null : { name, change: "changed" };
	});
	return changes.filter((change) => change !== null);
}

/** Applies what the admin changed onto a newer version of the elements; everything else stays as the newer one has it. */
export function rebaseElements(baseline: MdlElements, edited: MdlElements, newer: MdlElements): MdlElements {
	const result = new Map(Object.entries(newer));
	for (const { name, change } of elementChanges(baseline, edited)) {
		if (change === "removed") result.delete(name);
		else result.set(name, new Map(Object.entries(edited)).get(name));
	}
	return Object.fromEntries(result) as MdlElements;
}
