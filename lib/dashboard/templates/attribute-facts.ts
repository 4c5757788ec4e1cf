import { isMdlAttributeName, MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { someOf } from "../in-short";
import {
	ageLimits,
	attributeLabel,
	formGroups,
	moreAttributes,
	type Sensitivity,
	type SuggestedAttribute,
} from "./attribute-catalogue";

export type AttributeFacts = {
	name: string;
	label: string;
	/** Null for an unknown name. */
	sensitivity: Sensitivity | null;
	/** Issuers may omit it from a licence. Assumed for unknown names. */
	isOptional: boolean;
	/** The catalogue's group, or "More attributes". */
	group: string;
};

const MORE = "More attributes";

type Known = Pick<SuggestedAttribute, "name" | "label" | "sensitivity" | "isOptional">;

const factsOf = ({ name, label, sensitivity, isOptional }: Known, group: string): [string, AttributeFacts] => [
	name,
	{ name, label, sensitivity, isOptional: isOptional === true, group },
];

// In the order of the form.
const facts = new Map<string, AttributeFacts>([
	...formGroups.flatMap(({ title, attributes }) => attributes.map((attribute) => factsOf(attribute, title))),
	...moreAttributes.map((attribute) => factsOf(attribute, isAgeOver(attribute.name) ? ageLimits.title : MORE)),
]);

/** The facts of an element of the mDL namespace (ISO/IEC 18013-5, 7.2), by its name. */
export function attributeFacts(name: string): AttributeFacts {
	const known = facts.get(name);
	if (known) return known;
	const more = { name, label: attributeLabel(name), isOptional: true };
	if (isAgeOver(name)) return { ...more, sensitivity: "low", group: ageLimits.title };
	return { ...more, sensitivity: isBiometric(name) ? "high" : null, group: MORE };
}

export function isAgeOver(name: string): boolean {
	return /^age_over_\d{2}$/.test(name);
}

export function isBiometric(name: string): boolean {
	return /^biometric_template_[a-z_]+$/.test(name);
}

/** Whether the standard defines the name. The service accepts any. */
export function isKnownElement(name: string): boolean {
	return facts.has(name) || isAgeOver(name) || isBiometric(name);
}

/** The names of the attributes that a form always has boxes of, in its order. */
export const boxedNames: ReadonlySet<string> = new Set(facts.keys());

const places = new Map([...boxedNames].map((name, place) => [name, place]));

/** The requested names, in the order of the form; names outside the catalogue come last. */
export function requestedNames(elements: Record<string, unknown>): string[] {
	const requested = Object.entries(elements).flatMap(([name, value]) => (value === false ? [] : [name]));
	const place = (name: string) => places.get(name) ?? places.size;
	return requested.toSorted((a, b) => place(a) - place(b));
}

/** Up to this many attributes are named; more are counted. */
const SHORT_MAX = 3;

/** What a template requests, in a table or a list: "Over 21, Photo", "7 attributes", "nothing". @param names in the order of the form */
export function requestInShort(names: readonly string[]): string {
	if (names.length > SHORT_MAX) return `${names.length} attributes`;
	return names.map(attributeLabel).join(", ") || "nothing";
}

/** How many names beyond the 21 are listed one by one. */
const NAMED_MAX = 2;

/**
 * What a template requests, as the form counts it: "3 requested", with "2 of the 21, Over 18" where it includes
 * others than the 21. An element listed as false is not requested.
 */
export function requestedCount(elements: Record<string, unknown>): { count: string; details: string | null } {
	const requested = requestedNames(elements);
	const beyond = requested.filter((name) => !isMdlAttributeName(name)).map(attributeLabel);
	const ofAll = requested.length - beyond.length;
	if (beyond.length === 0) return { count: `${ofAll} of ${MDL_ATTRIBUTE_NAMES.length} requested`, details: null };
	const others = beyond.length - NAMED_MAX;
	const parts = [
		...(ofAll > 0 ? [`${ofAll} of the ${MDL_ATTRIBUTE_NAMES.length}`] : []),
		...beyond.slice(0, NAMED_MAX),
		...(others > 0 ? [`${others} ${others === 1 ? "other" : "others"}`] : []),
	];
	return { count: `${requested.length} requested`, details: parts.join(", ") };
}

/** This many of the specification's 21 attributes are nearly the whole licence. */
const ALMOST_EVERYTHING_MIN = 18;

/** @param requested names of the elements that a template requests */
export function requestsAlmostEverything(requested: readonly string[]): boolean {
	const names = new Set<string>(requested);
	return MDL_ATTRIBUTE_NAMES.filter((name) => names.has(name)).length >= ALMOST_EVERYTHING_MIN;
}

/** More than there are attributes in the catalogue. */
export const LABELS_MAX = 40;

/** "Family name, Given names, and Photo". Not by `Intl`, as a form shows it at load: a browser's first format takes some 10 ms. */
export function attributesInWords(names: readonly string[]): string {
	if (names.length > LABELS_MAX) return someOf(names.map(attributeLabel), { max: LABELS_MAX });
	const labels = names.map(attributeLabel);
	if (labels.length < 3) return labels.join(" and ");
	return `${labels.slice(0, -1).join(", ")}, and ${labels.at(-1)}`;
}
