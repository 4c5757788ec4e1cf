import { inSentence, isRecord, type Kind, type Names } from "./kinds/kind";
import { type Change, changesBetween, type Parts } from "./merge";

// biome-ignore lint/suspicious/noExplicitAny: fields of an editor are of kinds with values of their own.
export type Fields = Record<string, Kind<any, any>>;

type ValueOf<K> = K extends Kind<infer Value, infer _> ? Value : never;
type ContentOf<K> = K extends Kind<infer _, infer Content> ? Content : never;

/** What the controls of a form hold. */
export type Values<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };
/** The names of what is stored, and not only held by the form. */
type Stored<F extends Fields> = {
	[Name in keyof F & string]: F[Name] extends { isLocal: true } ? never : Name;
}[keyof F & string];
/** What of a thing is edited, as the service holds it or shall hold it. */
export type Content<F extends Fields> = { [Name in Stored<F>]: ContentOf<F[Name]> };
/** What stops a save, by field. */
export type Faults<F extends Fields> = { [Name in keyof F]?: string };

/** A change in words, and in short where it is of one part: "Adds City", "+ City". */
export type ChangeText = { part: string; words: string; chip?: string };

type Judged<F extends Fields> = {
	/** What shall be. */
	content: Content<F>;
	values: Values<F>;
	/** What it was opened as; null for what is new. */
	baseline: Content<F> | null;
	isChanged: (field: keyof F & string) => boolean;
};

type Declaration<F extends Fields> = {
	/** What is edited, within a sentence: "application". */
	what: string;
	/** In the order of the form, of its error summary and of its changes in words. */
	fields: F;
	/** What concerns two fields, or one and whether it is new. A fault of a rule stands in place of one of the field. */
	rule?: (judged: Judged<F>) => Faults<F>;
	/** Whether a field means anything beside the others. */
	applies?: (field: Stored<F>, content: Content<F>) => boolean;
	/** The changes in words, where they are more or less than one for each part. */
	describeChanges?: (changes: ChangeText[], before: Content<F>, after: Content<F>) => ChangeText[];
};

export type Editor<F extends Fields> = ReturnType<typeof defineEditor<F>>;

/**
 * All that follows from the fields of what is edited: its parts for the merge, its faults, its changes in words, how it is
 * read and what is sent. Pure functions, for the browser and the server.
 */
export function defineEditor<F extends Fields>(declaration: Declaration<F>) {
	const { fields, applies = () => true, rule, describeChanges: arrange } = declaration;
	const names = Object.keys(fields) as (keyof F & string)[];
	const order = new Map(names.map((name, index) => [name as string, index]));
	const stored = names.filter((name) => !fields[name]?.isLocal) as Stored<F>[];

	const usual = ofStored((kind) => kind.usual);

	function ofStored(face: (kind: F[string], name: Stored<F>) => unknown): Content<F> {
		return Object.fromEntries(stored.map((name) => [name, face(fields[name], name)])) as Content<F>;
	}

	/** The form's values for a thing as it is. */
	function valuesOf(content: Content<F>): Values<F> {
		const entries = names.map((name) => {
			const kind: F[string] = fields[name];
			return [name, kind.toValue(kind.isLocal ? kind.usual : content[name as Stored<F>])];
		});
		return Object.fromEntries(entries) as Values<F>;
	}

	/** The same in place of values that are shown. @param held what the service holds; null for what is new */
	function renewed(content: Content<F>, shown: Values<F>, held: Content<F> | null): Values<F> {
		const values = valuesOf(content);
		for (const name of stored) {
			const kind: F[string] = fields[name];
			if (kind.renew) values[name] = kind.renew(content[name], shown[name], held?.[name]);
		}
		return values;
	}

	/** What the thing shall be. @param baseline what the service holds; null for what is new */
	function contentOf(values: Values<F>, baseline: Content<F> | null): Content<F> {
		return ofStored((kind, name) => kind.contentOf(values[name], values, baseline?.[name]));
	}

	/** Each content is asked for its parts several times while a form is rendered, and is never changed. */
	const partsFound = new WeakMap<Content<F>, Parts>();

	function partsOf(content: Content<F>): Parts {
		const parts = partsFound.get(content) ?? findParts(content);
		partsFound.set(content, parts);
		return parts;
	}

	function findParts(content: Content<F>): Parts {
		return new Map(
			stored.flatMap((name): [string, string][] => {
				const kind: F[string] = fields[name];
				if (!applies(name, content)) return [];
				return kind.partsOf(content[name]).map(([part, json]) => [part === "" ? name : `${name} ${part}`, json]);
			}),
		);
	}

	function contentOfParts(parts: Parts): Content<F> {
		const byField = new Map(stored.map((name) => [name as string, new Map<string, string>()]));
		for (const [part, json] of parts) {
			const { name, member } = split(part);
			byField.get(name)?.set(member, json);
		}
		return ofStored((kind, name) => kind.contentOfParts(byField.get(name) ?? new Map()));
	}

	/** What saving does: nothing more, nothing less. In the order of the form. */
	function changes(before: Content<F>, after: Content<F>): Change[] {
		return sorted(changesBetween(partsOf(before), partsOf(after)));
	}

	function sorted<Of extends { part: string }>(parts: readonly Of[]): Of[] {
		const place = ({ part }: Of) => order.get(fieldOfPart(part)) ?? names.length;
		return parts.toSorted((a, b) => place(a) - place(b));
	}

	/** Whether anything would be lost by leaving, be it a change or what only helps to fill in. */
	function hasEdits(start: Values<F>, values: Values<F>): boolean {
		const locals = (of: Values<F>) =>
			JSON.stringify(names.filter((name) => fields[name]?.isLocal).map((name) => of[name]));
		return locals(start) !== locals(values) || changes(contentOf(start, null), contentOf(values, null)).length > 0;
	}

	/**
	 * The rules in the admin's words; null where the values hold. Of what is stored only what would change is judged, and
	 * what only helps to fill in the form of what is new.
	 */
	function faults(baseline: Content<F> | null, values: Values<F>): Faults<F> | null {
		const content = contentOf(values, baseline);
		const changed = new Set(baseline ? changes(baseline, content).map(({ part }) => fieldOfPart(part)) : names);
		const isChanged = (name: keyof F & string) => changed.has(name);
		const found: Faults<F> = {};
		for (const name of names) {
			const kind: F[string] = fields[name];
			if (kind.isLocal ? baseline : !isChanged(name) || !applies(name as Stored<F>, content)) continue;
			const before = kind.isLocal ? undefined : baseline?.[name as Stored<F>];
			const judged = kind.isLocal ? kind.contentOf(values[name], values, undefined) : content[name as Stored<F>];
			const fault = kind.fault(judged, before, values[name]);
			if (fault !== null) found[name] = fault;
		}
		Object.assign(found, rule?.({ content, values, baseline, isChanged }));
		return Object.keys(found).length > 0 ? found : null;
	}

	function changeInWords({ part, ...change }: Change, known: Names): string {
		const { kind, member } = split(part);
		return kind ? kind.changeInWords(change, member, known) : part;
	}

	/** "+ City", "− Photo", "name “A” → “B”". */
	function changeInShort({ part, before, after }: Change, known: Names): string {
		const { kind, member } = split(part);
		if (!kind) return part;
		const label = member === "" ? inSentence(kind.partLabel(member, known)) : kind.partLabel(member, known);
		const [was, is] = [before, after].map((json) => kind.valueInWords(json, member, known));
		if (member !== "" && before === null) return `+ ${label}`;
		if (member !== "" && after === null) return `− ${label}`;
		if (was === NOTHING) return `+ ${label} ${is}`;
		return is === NOTHING ? `− ${label} ${was}` : `${label} ${was} → ${is}`;
	}

	/** What is said of a save before and after it. */
	function describeChanges(before: Content<F>, after: Content<F>, known: Names): ChangeText[] {
		const each = changes(before, after).map((change) => ({
			part: change.part,
			words: changeInWords(change, known),
			chip: changeInShort(change, known),
		}));
		return arrange ? arrange(each, before, after) : each;
	}

	function split(part: string): { name: string; member: string; kind: Fields[string] | undefined } {
		const space = part.indexOf(" ");
		const [name, member] = space < 0 ? [part, ""] : [part.slice(0, space), part.slice(space + 1)];
		return { name, member, kind: Object.hasOwn(fields, name) ? fields[name] : undefined };
	}

	return {
		what: declaration.what,
		fields,
		names,
		/** The names of what is stored. */
		stored,
		usual,
		valuesOf,
		renewed,
		contentOf,
		partsOf,
		contentOfParts,
		changes,
		sorted,
		hasEdits,
		faults,
		changeInWords,
		describeChanges,
		partLabel(part: string, known: Names): string {
			const { kind, member } = split(part);
			return kind ? kind.partLabel(member, known) : part;
		},
		valueInWords(part: string, json: string | null, known: Names): string {
			const { kind, member } = split(part);
			return kind ? kind.valueInWords(json, member, known) : String(json);
		},
		/** Reads the native controls of the form: what was posted without scripts, or typed before they ran. */
		typed: (form: FormData) =>
			Object.fromEntries(names.map((name) => [name, fields[name]?.typed(form, name)])) as Values<F>,
		/** The values in what a form or a draft holds. @returns null where they are not all there */
		valuesIn(raw: unknown): Values<F> | null {
			if (!isRecord(raw) || !names.every((name) => fields[name]?.isValue(raw[name]))) return null;
			return Object.fromEntries(names.map((name) => [name, raw[name]])) as Values<F>;
		},
		contentIn(raw: unknown): Content<F> | null {
			if (!isRecord(raw) || !stored.every((name) => fields[name]?.isContent(raw[name]))) return null;
			return ofStored((_, name) => raw[name]);
		},
	};
}

/** How a field that has no usual value calls that there is none. */
const NOTHING = "nothing";

/** The field that a part belongs to: "callbacks" of "callbacks https://…". */
export function fieldOfPart(part: string): string {
	return part.split(" ", 1)[0] ?? part;
}
