import type { Trail } from "@/app/_history/trail";
import { actInWords } from "@/lib/dashboard/change-in-words";
import { type Change, changesBetween, type Parts } from "@/lib/dashboard/three-way-merge";
import { type AnyKind, isRecord } from "./kinds/kind";
import { changeInShort, type Names, type Words } from "./kinds/words";

export type Fields = Record<string, AnyKind>;

/** The values of a form's controls. */
export type Values<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]["codec"]["typed"]> };
/** The names of the stored fields, without those that exist only in the form. */
type Stored<F extends Fields> = {
	[Name in keyof F & string]: F[Name] extends { isLocal: true } ? never : Name;
}[keyof F & string];
/** The edited part of a resource, as the service stores it or is to store it. */
export type Content<F extends Fields> = { [Name in Stored<F>]: F[Name]["codec"]["default"] };
/** What stops a save, by field. */
export type Faults<F extends Fields> = { [Name in keyof F]?: string };

/** A change in words, and in short where it is of one part: "Adds City", "+ City". */
export type ChangeText = { part: string; words: string; chip?: string };

type Declaration<F extends Fields> = {
	/** The resource, within a sentence: "application". */
	what: string;
	/** In the order of the form, of its error summary and of its changes in words. */
	fields: F;
	/** Rule across fields, or one that depends on whether the resource is new. Its fault replaces the field's own. */
	rule?: (form: {
		content: Content<F>;
		values: Values<F>;
		/** Null for a new resource. */
		baseline: Content<F> | null;
		isChanged: (field: keyof F & string) => boolean;
	}) => Faults<F>;
	/** Whether a field has a meaning with these values of the others. */
	applies?: (field: Stored<F>, content: Content<F>) => boolean;
	/** Adjusts the changes in words, where they aren't one per part. */
	describeChanges?: (changes: ChangeText[], before: Content<F>, after: Content<F>) => ChangeText[];
	/** How the audit trail names its parts, where that is not by the paths of the fields. */
	trail?: Trail;
};

export type Editor<F extends Fields> = ReturnType<typeof defineEditor<F>>;

/**
 * Derives from the fields of a resource: its parts for the merge, its faults, its changes in words, how it is read and what
 * is sent. Pure functions, for the browser and the server.
 */
export function defineEditor<F extends Fields>(declaration: Declaration<F>) {
	const { what, fields, applies = () => true, rule, describeChanges: arrange, trail = {} } = declaration;
	type Name = keyof F & string;
	const names = Object.keys(fields) as Name[];
	const order = new Map<string, number>(names.map((name, index) => [name, index]));
	const stored = names.filter((name) => !fields[name]?.isLocal) as Stored<F>[];
	const defaults = ofEach<Content<F>>(stored, ({ codec }) => codec.default);

	/** An object with an entry for each of the fields. */
	function ofEach<Whole>(some: readonly Name[], entryOf: (kind: F[string], name: string) => unknown): Whole {
		return Object.fromEntries(some.map((name) => [name, entryOf(fields[name] as F[string], name)])) as Whole;
	}

	/**
	 * The form's values for a content.
	 * @param shown the values that they replace, if any @param baseline what the service stores; null for a new resource
	 */
	function valuesOf(content: Content<F>, shown?: Values<F>, baseline: Content<F> | null = null): Values<F> {
		const [own, before]: Record<string, unknown>[] = [content, baseline ?? {}];
		return ofEach(names, ({ codec, isLocal }, name) => {
			if (isLocal) return codec.default;
			return (
				(shown && codec.renew?.(own?.[name], shown[name], before?.[name])) ?? codec.toValue(own?.[name], shown?.[name])
			);
		});
	}

	/** The content to store. @param baseline what the service stores; null for a new resource */
	function contentOf(values: Values<F>, baseline: Content<F> | null): Content<F> {
		return ofEach(stored, ({ codec }, name) => codec.contentOf(values[name], values, baseline?.[name as Stored<F>]));
	}

	/** A content never changes, and its parts are read several times while a form is rendered. */
	const partsFound = new WeakMap<Content<F>, Parts>();

	function partsOf(content: Content<F>): Parts {
		const known = partsFound.get(content);
		if (known) return known;
		const parts = new Map<string, string>();
		for (const name of stored.filter((each) => applies(each, content))) {
			for (const [part, json] of fields[name]?.parts.partsOf(content[name]) ?? [])
				parts.set(part === "" ? name : `${name} ${part}`, json);
		}
		partsFound.set(content, parts);
		return parts;
	}

	function contentOfParts(parts: Parts): Content<F> {
		const byField = new Map(names.map((name) => [name as string, new Map<string, string>()]));
		for (const [part, json] of parts) {
			const { name, member } = split(part);
			byField.get(name)?.set(member, json);
		}
		return ofEach(stored, (kind, name) => kind.parts.contentOfParts(byField.get(name) ?? new Map()));
	}

	/** Exactly what saving changes, in the order of the form. */
	function changes(before: Content<F>, after: Content<F>): Change[] {
		return sorted(changesBetween(partsOf(before), partsOf(after)));
	}

	/** The fields of these, in the same order. */
	function changedFields(before: Content<F>, after: Content<F>): Stored<F>[] {
		return [...new Set(changes(before, after).map(({ part }) => fieldOfPart(part) as Stored<F>))];
	}

	function sorted<Of extends { part: string }>(parts: readonly Of[]): Of[] {
		const place = ({ part }: Of) => order.get(fieldOfPart(part)) ?? names.length;
		return parts.toSorted((a, b) => place(a) - place(b));
	}

	/**
	 * Whether leaving would lose a change or a value that only helps to fill in.
	 * @param baseline what the service stores; null for a new resource
	 */
	function hasEdits(start: Values<F>, values: Values<F>, baseline: Content<F> | null = null): boolean {
		const locals = names.filter((name) => fields[name]?.isLocal && !fields[name].isNoteOf);
		return (
			locals.some((name) => JSON.stringify(start[name]) !== JSON.stringify(values[name])) ||
			changes(contentOf(start, baseline), contentOf(values, baseline)).length > 0
		);
	}

	/** The notes on a save, whether it takes them or not. */
	function notesIn(values: Values<F>): Partial<Values<F>> {
		return ofEach(
			names.filter((name) => fields[name]?.isNoteOf),
			(_, name) => values[name],
		);
	}

	/** The notes that a save takes, as form data. @param all whether it takes them whatever it changes */
	function notesToSend(baseline: Content<F> | null, values: Values<F>, all: boolean): Record<string, string> {
		const content = contentOf(values, baseline);
		const sent = Object.entries(notesIn(values)).filter(([name]) => all || fields[name]?.isNoteOf?.(baseline, content));
		return Object.fromEntries(sent.map(([name, text]) => [name, String(text)]));
	}

	/**
	 * The faults by field; null where the values are valid. Of a stored resource only changed fields are checked; fields that
	 * only help to fill in are checked only for a new one.
	 */
	function faults(baseline: Content<F> | null, values: Values<F>): Faults<F> | null {
		const content = contentOf(values, baseline);
		const changed = new Set<string>(baseline ? changedFields(baseline, content) : names);
		const isChanged = (name: Name) => changed.has(name);
		const found: Faults<F> = {};
		for (const name of names) {
			const { isLocal, input }: F[string] = fields[name];
			const own = name as Stored<F>;
			if (isLocal ? baseline : !isChanged(name) || !applies(own, content)) continue;
			const fault = input.fault(isLocal ? values[name] : content[own], baseline?.[own], values[name]);
			if (fault !== null) found[name] = fault;
		}
		Object.assign(found, rule?.({ content, values, baseline, isChanged }));
		return Object.keys(found).length > 0 ? found : null;
	}

	function changeInWords({ part, ...change }: Change, known: Names): string {
		const { words, member } = split(part);
		return actInWords(words.changeInWords(change, member, known));
	}

	/** The changes of a save in words, shown before and after it. */
	function describeChanges(before: Content<F>, after: Content<F>, known: Names): ChangeText[] {
		const each = changes(before, after).map((change): ChangeText => {
			const { words, member } = split(change.part);
			return {
				part: change.part,
				words: changeInWords(change, known),
				chip: changeInShort(words, member, change, known),
			};
		});
		return arrange ? arrange(each, before, after) : each;
	}

	function split(part: string): { name: string; member: string; words: Words } {
		const name = fieldOfPart(part);
		return { name, member: part.slice(name.length + 1), words: (fields[name] as F[string]).words };
	}

	return {
		what,
		fields,
		names,
		stored,
		defaults,
		trail,
		valuesOf,
		contentOf,
		partsOf,
		contentOfParts,
		changes,
		changedFields,
		sorted,
		hasEdits,
		notesIn,
		notesToSend,
		faults,
		changeInWords,
		describeChanges,
		partLabel(part: string, known: Names): string {
			const { words, member } = split(part);
			return words.partLabel(member, known);
		},
		valueInWords(part: string, json: string | null, known: Names): string {
			const { words, member } = split(part);
			return words.valueInWords(json, member, known);
		},
		/** Reads the native controls of the form: submitted without scripts, or typed before hydration. */
		typed: (form: FormData) => ofEach<Values<F>>(names, ({ codec }, name) => codec.typed(form, name)),
		/** Reads the values of a form or draft. @returns null where they aren't complete */
		valuesIn(raw: unknown): Values<F> | null {
			if (!isRecord(raw) || !names.every((name) => fields[name]?.codec.isValue(raw[name]))) return null;
			return ofEach(names, (_, name) => raw[name]);
		},
		contentIn(raw: unknown): Content<F> | null {
			if (!isRecord(raw) || !stored.every((name) => fields[name]?.codec.isContent(raw[name]))) return null;
			return ofEach(stored, (_, name) => raw[name]);
		},
	};
}

/** The field that a part belongs to: "callbacks" of "callbacks https://…". */
export function fieldOfPart(part: string): string {
	return part.split(" ", 1)[0] ?? part;
}
