import { invisibleInWords } from "@/components/ui/invisible-characters";
import { operations } from "@/lib/contract/operations";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { type Act, act, inSentence, type PartChange } from "@/lib/dashboard/change-in-words";
import { inShort } from "@/lib/dashboard/in-short";
import { changesBetween, type Parts } from "@/lib/dashboard/three-way-merge";
import { changeInShort, type Editor, type Fields, labelInShort, type TrailChange } from "./editor";
import { grouped } from "./grouped";
import { isText, type Kind, type Names } from "./kinds/kind";

/** Any editor, as far as it describes what the audit trail has of its resource. */
export type DescribingEditor = Pick<Editor<Fields>, "fields" | "trail"> & { stored: readonly string[] };

/** A change of the audit trail in the words of its field. */
export type DescribedChange = {
	/** Of what, within a sentence: "the name", "City". */
	what: string;
	/** The trail names the members of its field alone. */
	isMember: boolean;
	act: Act;
	/** With its values in full, where some were cut. */
	whole?: Act;
	/** "+ City". */
	chip: string;
};

type Place = {
	field: string;
	/** The part of the field; empty: all of it. */
	member: string;
	/** The member of a list, which is there or not. */
	isListed: boolean;
	/** False: it is written along with the field. */
	isOwn: boolean;
};
type PlacedChange = TrailChange & Place;
type AnyKind = Fields[string];

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
	const { operation, changes, values } = entry;
	const isKnown = isSigned(entry);
	const kept = new Map(values.map((change) => [change.part, change]));
	let left = changes.map((change): TrailChange => {
		if (!isKnown) return { sign: "~", path: change, values: null };
		const path = change.slice(1);
		return { sign: change.charAt(0) as TrailChange["sign"], path, values: kept.get(path) ?? null };
	});
	const described = editors.flatMap((editor) => {
		const placed: PlacedChange[] = [];
		left = (editor.trail.read?.(left) ?? left).filter((change) => {
			const place = placeOf(editor, operation, change);
			if (place) placed.push({ ...change, ...place });
			return place === null;
		});
		const roots = new Set(placed.flatMap(({ isOwn, path }) => (isOwn ? [rootOf(path)] : [])));
		const byField = grouped(
			placed.filter(({ isOwn, path }) => isOwn || !isKnown || !roots.has(rootOf(path))),
			({ field }) => field,
		);
		return editor.stored.flatMap((name) => {
			const kind = editor.fields[name];
			return kind ? ofField(kind, byField.get(name) ?? [], name === editor.trail.members, names) : [];
		});
	});
	return [...described, ...left.map((change) => ofNoField(editors, change, names))];
}

function placeOf(
	{ fields, stored, trail }: DescribingEditor,
	operation: string,
	{ sign, path }: Pick<TrailChange, "sign" | "path">,
): Place | null {
	const whole = { member: "", isListed: false, isOwn: true };
	// The console's own store has no paths: its parts are the fields.
	const isAtTenant = Object.hasOwn(operations, operation);
	const exact = stored.find((name) => (isAtTenant ? fields[name]?.wire || null : name) === path);
	const { members } = trail;
	if (members !== undefined && exact !== undefined && exact !== members && (sign !== "-" || !isAtTenant))
		return { ...whole, field: exact };
	if (members !== undefined)
		return Object.hasOwn(trail.others ?? {}, path) && sign !== "-" ? null : { ...whole, field: members, member: path };
	const [root = "", ...rest] = path.split(" ");
	const [member, isListed] = [rest.join(" "), rest.length > 0];
	for (const field of stored) {
		const { wire, alsoAt = [] }: Pick<AnyKind, "wire" | "alsoAt"> = fields[field] ?? { wire: "" };
		if (wire !== "" && root === wire) return { field, member, isListed, isOwn: true };
		if (alsoAt.includes(root)) return { field, member, isListed, isOwn: isListed };
		if (wire !== "" && path.startsWith(`${wire}.`)) return { ...whole, field, member: path.slice(wire.length + 1) };
	}
	return null;
}

/** @param isAlone whether the trail names the field's members alone */
function ofField(kind: AnyKind, placed: readonly PlacedChange[], isAlone: boolean, names: Names): DescribedChange[] {
	const known = changesBetween(partsAt(kind, placed, "before", isAlone), partsAt(kind, placed, "after", isAlone));
	const withValues = known.map(({ part, ...change }): DescribedChange => {
		const cut = {
			before: cutValue(kind, part, change.before, names),
			after: cutValue(kind, part, change.after, names),
		};
		const isCut = cut.before !== change.before || cut.after !== change.after;
		return {
			what: wordsFor(kind, part, isAlone, names),
			isMember: isAlone,
			act: kind.changeInWords(cut, part, names),
			...(isCut && { whole: kind.changeInWords(change, part, names) }),
			chip: changeInShort(kind, part, cut, names),
		};
	});
	const parts = new Set(known.map(({ part }) => part));
	const others = [...grouped(placed, ({ member }) => member)].flatMap(([member, [first, ...more]]) => {
		// What was removed in one place and added in another stays as it was.
		if (!first || more.some(({ sign }) => sign !== first.sign) || parts.has(member)) return [];
		const what = wordsFor(kind, member, isAlone, names);
		const isList = isWholeList(kind, member, isAlone);
		const isSwitch = !isAlone && member === "" && kind.partInSentence !== undefined;
		const { verb, chip } = signs[isList || isSwitch ? "~" : first.sign];
		const label = isList ? inSentence(kind.label) : labelInShort(kind, member, names);
		return [{ what, isMember: isAlone, act: act(verb === "add" && !isAlone ? "set" : verb, what), chip: chip + label }];
	});
	return [...withValues, ...others];
}

const signs = {
	"+": { verb: "add", chip: "+ " },
	"-": { verb: "remove", chip: "− " },
	"~": { verb: "change", chip: "changed " },
} as const;

/** The parts of a field before a write or after it, as far as their values are known. */
function partsAt(kind: AnyKind, placed: readonly PlacedChange[], side: keyof PartChange, isAlone: boolean): Parts {
	const absent = side === "before" ? "+" : "-";
	const known = placed.flatMap(({ sign, member, isListed, values }): [member: string, value: unknown][] => {
		const value = sign === absent ? null : isListed || (values?.[side] ?? null);
		return value === null ? [] : [[member, value]];
	});
	if (isAlone) return new Map(known.map(([member, value]) => [member, JSON.stringify(value)]));
	const isList = placed.some(({ isListed }) => isListed);
	const whole = known.find(([member]) => member === "")?.[1];
	const content = isList ? known.map(([member]) => member) : (whole ?? Object.fromEntries(known));
	return new Map((kind as Kind<unknown>).partsOf(kind.read(known.length === 0 ? undefined : content)));
}

/** Maximum length of a value in a line, in characters. */
const VALUE_SHOWN_MAX = 60;

function cutValue(kind: AnyKind, part: string, json: string | null, names: Names): string | null {
	if (json === null || kind.valueInWords(json, part, names).length <= VALUE_SHOWN_MAX) return json;
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
	const within = editors
		.flatMap(({ fields, stored }) => stored.flatMap((name) => fields[name] ?? []))
		.filter(({ wire }) => wire.startsWith(`${path}.`));
	if (within.length > 0 && within.length <= FIELDS_NAMED_MAX) {
		const what = within.map((kind) => wordsFor(kind, "", false, names)).join(" or ");
		return { what, isMember: false, act: act("change", what), chip: signs["~"].chip + what };
	}
	const [what = path] = editors.flatMap(({ trail }) => trail.others?.[path] ?? []);
	const { verb, chip } = signs[sign];
	const [was, is] = [values?.before, values?.after].map((value) => inShort(valueInWords(value), VALUE_SHOWN_MAX));
	const said = values
		? { act: act("set", `${what} to ${is} (was ${was})`), chip: `${what} ${was} → ${is}` }
		: { act: act(verb, what), chip: chip + what };
	return { what, isMember: false, ...said };
}

/** "“A”", "on", "nothing". */
function valueInWords(value: unknown): string {
	if (typeof value === "boolean") return value ? "on" : "off";
	return isText(value) ? `“${value}”` : String(value ?? "nothing");
}

function wordsFor(kind: AnyKind, member: string, isAlone: boolean, names: Names): string {
	if (isWholeList(kind, member, isAlone)) return `the ${inSentence(kind.label)}`;
	return kind.partInSentence?.(member, names) ?? `the ${inSentence(kind.partLabel(member, names))}`;
}

/** Whether a row names a list or mapping without its members. */
function isWholeList(kind: AnyKind, member: string, isAlone: boolean): boolean {
	return member === "" && !isAlone && typeof kind.default === "object" && kind.partLabel("", new Map()) !== kind.label;
}

function rootOf(path: string): string {
	return path.split(/[. ]/, 1)[0] ?? path;
}
