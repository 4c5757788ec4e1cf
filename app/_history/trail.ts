import { type AnyKind, isText } from "@/app/_editor/kinds/kind";
import { changeInShort, labelInShort, type Names, type Words } from "@/app/_editor/kinds/words";
import { invisibleInWords } from "@/components/ui/invisible-characters";
import { isolated } from "@/lib/contract/name-or-id";
import { operations } from "@/lib/contract/operations";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { type Act, act, inSentence, type PartChange } from "@/lib/dashboard/change-in-words";
import { inShort } from "@/lib/dashboard/in-short";
import { changesBetween, type Parts } from "@/lib/dashboard/three-way-merge";

/** A change as the audit trail has it: a path, or a path and a member of a list. */
export type TrailChange = {
	sign: "+" | "-" | "~";
	path: string;
	/** Where they are kept. */
	values: { before: unknown; after: unknown } | null;
};

export type Trail = {
	/** The field whose members stand there alone. */
	members?: string;
	/** What a new resource has of them: "asking for" City and Photo. */
	createdWith?: string;
	/** Paths that no field edits, within a sentence. */
	others?: Readonly<Record<string, string>>;
	/** Turns the trail's paths into those of the fields. */
	read?: (changes: readonly TrailChange[]) => TrailChange[];
};

/** Any editor, as far as it describes what the audit trail has of its resource. */
export type DescribingEditor = { fields: Record<string, AnyKind>; stored: readonly string[]; trail: Trail };

/** A change of the audit trail in the words of its field. */
export type DescribedChange = {
	/** Of what, within a sentence: "the name", "City". */
	what: string;
	/** The trail names the members of its field alone. */
	isMember?: boolean;
	act: Act;
	/** With its values in full, where some were cut. */
	whole?: Act | undefined;
	/** "+ City". */
	chip: string;
};

/** The part of a field that a change is of; `member` is empty for all of it. */
type Place = {
	field: string;
	member: string;
	/** The member of a list, which is there or not. */
	isListed?: boolean;
	/** It is written along with the field. */
	isAlong?: boolean;
};

/** Whether the state before a write was known, so that each change says what it did. */
export function isSigned({ changes }: Pick<AuditEntry, "changes">): boolean {
	return changes.every((change) => /^[+~-]/.test(change));
}

/**
 * The changes of a write, each in the words of its field; where the state before was not known, what it has sent.
 * @param editors of the resource
 */
export function describedChanges(
	editors: readonly DescribingEditor[],
	entry: AuditEntry,
	names: Names,
): DescribedChange[] {
	const isKnown = isSigned(entry);
	const kept = new Map(entry.values.map((change) => [change.part, change]));
	let left = entry.changes.map((change): TrailChange => {
		if (!isKnown) return { sign: "~", path: change, values: null };
		const path = change.slice(1);
		return { sign: change.charAt(0) as TrailChange["sign"], path, values: kept.get(path) ?? null };
	});
	const described = editors.flatMap((editor) => {
		const changes = editor.trail.read?.(left) ?? left;
		const placed = changes.map((change) => ({ ...change, ...placeOf(editor, entry.operation, change) }));
		left = placed.filter(({ field }) => field === undefined);
		const roots = new Set(placed.flatMap(({ field, isAlong, path }) => (field && !isAlong ? [rootOf(path)] : [])));
		const own = placed.filter(({ isAlong, path }) => !isAlong || !isKnown || !roots.has(rootOf(path)));
		const byField = Map.groupBy(own, ({ field }) => field);
		return editor.stored.flatMap((name) => {
			const kind = editor.fields[name];
			return kind ? ofField(kind, byField.get(name) ?? [], name === editor.trail.members, names) : [];
		});
	});
	return [...described, ...left.map((change) => ofNoField(editors, change, names))];
}

function placeOf(
	{ fields, stored, trail: { members, others = {} } }: DescribingEditor,
	operation: string,
	{ sign, path }: TrailChange,
): Place | null {
	if (members !== undefined) {
		// The console's own store has no paths: its parts are the fields. An edit removes no property of the tenant's.
		const isAtTenant = Object.hasOwn(operations, operation);
		const isOfName = (name: string) => name !== members && path === (isAtTenant ? fields[name]?.codec.wire : name);
		const field = path === "" || (isAtTenant && sign === "-") ? undefined : stored.find(isOfName);
		if (field) return { field, member: "" };
		return Object.hasOwn(others, path) && sign !== "-" ? null : { field: members, member: path };
	}
	const [root = "", ...rest] = path.split(" ");
	const isListed = rest.length > 0;
	for (const field of stored) {
		const { wire = "", alsoAt = [] } = fields[field]?.codec ?? {};
		const isAlso = alsoAt.includes(root);
		if (isAlso || (wire !== "" && root === wire))
			return { field, member: rest.join(" "), isListed, isAlong: isAlso && !isListed };
		if (wire !== "" && path.startsWith(`${wire}.`)) return { field, member: path.slice(wire.length + 1) };
	}
	return null;
}

/** @param isAlone whether the trail names the field's members alone */
function ofField(
	{ codec, parts, words }: AnyKind,
	placed: readonly (TrailChange & Partial<Place>)[],
	isAlone: boolean,
	names: Names,
): DescribedChange[] {
	/** The parts before the write or after it, as far as their values are known. */
	const partsAt = (side: keyof PartChange): Parts => {
		const absent = side === "before" ? "+" : "-";
		const known = placed.flatMap(({ sign, member = "", isListed, values }) => {
			const value = sign === absent ? null : isListed || (values?.[side] ?? null);
			return value === null ? [] : [{ member, isListed, value }];
		});
		if (isAlone) return new Map(known.map(({ member, value }) => [member, JSON.stringify(value)]));
		const stored = known.map(({ member, isListed, value }) =>
			isListed ? [member] : member === "" ? value : { [member]: value },
		);
		// What is not stored may be read as a value of its own.
		return new Map((stored.length > 0 ? stored : [undefined]).flatMap((one) => parts.partsOf(codec.read(one))));
	};
	const known = changesBetween(partsAt("before"), partsAt("after"));
	const described = known.map(({ part, ...change }): DescribedChange => {
		const inLine = (json: string | null) => cutValue(words, part, json, names);
		const cut = { before: inLine(change.before), after: inLine(change.after) };
		const isCut = cut.before !== change.before || cut.after !== change.after;
		return {
			what: phraseOf(words, part, names),
			isMember: isAlone,
			act: words.changeInWords(cut, part, names),
			whole: isCut ? words.changeInWords(change, part, names) : undefined,
			chip: changeInShort(words, part, cut, names),
		};
	});
	const told = new Set(known.map(({ part }) => part));
	const others = [...Map.groupBy(placed, ({ member = "" }) => member)].flatMap(([member, [first, ...more]]) => {
		// What was removed in one place and added in another stays as it was.
		if (!first || more.some(({ sign }) => sign !== first.sign) || told.has(member)) return [];
		// A switch, or a set as a whole, is only known to be another.
		const isOther = !isAlone && member === "" && words.partInSentence !== undefined;
		const { verb, chip } = signs[isOther ? "~" : first.sign];
		const what = phraseOf(words, member, names);
		return [
			{
				what,
				isMember: isAlone,
				act: act(verb === "add" && !isAlone ? "set" : verb, what),
				chip: chip + labelInShort(words, member, names),
			},
		];
	});
	return [...described, ...others];
}

const signs = {
	"+": { verb: "add", chip: "+ " },
	"-": { verb: "remove", chip: "− " },
	"~": { verb: "change", chip: "changed " },
} as const;

/** Maximum length of a value in a line, in characters. */
const VALUE_SHOWN_MAX = 60;

function cutValue({ valueInWords }: Words, part: string, json: string | null, names: Names): string | null {
	if (json === null || valueInWords(json, part, names).length <= VALUE_SHOWN_MAX) return json;
	const value: unknown = JSON.parse(json);
	if (isText(value)) {
		const cut = inShort(value, VALUE_SHOWN_MAX);
		// What makes it look like another must stay in sight.
		return invisibleInWords(cut) === invisibleInWords(value) ? JSON.stringify(cut) : json;
	}
	return Array.isArray(value) ? JSON.stringify([inShort(value.join(", "), VALUE_SHOWN_MAX)]) : json;
}

/** Of a property that was named as a whole. */
const FIELDS_NAMED_MAX = 5;

/** A property that no field edits, by its own name; one that an older version named as a whole by the fields within it. */
function ofNoField(
	editors: readonly DescribingEditor[],
	{ sign, path, values }: TrailChange,
	names: Names,
): DescribedChange {
	const kinds = editors.flatMap(({ fields, stored }) => stored.flatMap((name) => fields[name] ?? []));
	const within = kinds.filter(({ codec }) => codec.wire.startsWith(`${path}.`));
	if (within.length > 0 && within.length <= FIELDS_NAMED_MAX) {
		const what = within.map(({ words }) => phraseOf(words, "", names)).join(" or ");
		return { what, act: act("change", what), chip: signs["~"].chip + what };
	}
	const [what = path] = editors.flatMap(({ trail }) => trail.others?.[path] ?? []);
	const { verb, chip } = signs[sign];
	if (!values) return { what, act: act(verb, what), chip: chip + what };
	const [was, is] = [values.before, values.after].map((value) => inShort(valueInWords(value), VALUE_SHOWN_MAX));
	return { what, act: act("set", `${what} to ${is} (was ${was})`), chip: `${what} ${was} → ${is}` };
}

/** "“A”", "on", "nothing". */
function valueInWords(value: unknown): string {
	if (typeof value === "boolean") return value ? "on" : "off";
	return isText(value) ? `“${isolated(value)}”` : String(value ?? "nothing");
}

function phraseOf({ partInSentence, partLabel }: Words, member: string, names: Names): string {
	return partInSentence?.(member, names) ?? `the ${inSentence(partLabel(member, names))}`;
}

function rootOf(path: string): string {
	return path.split(/[. ]/, 1)[0] ?? path;
}
