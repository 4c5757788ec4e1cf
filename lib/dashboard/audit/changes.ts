import { createHmac } from "node:crypto";
import { isJsonObject } from "@/lib/contract/safe-object";
import { secretLikeness } from "@/lib/contract/secret-likeness";
import { inShort } from "../in-short";
import type { ResourceDescription } from "../resources/describe-resource";
import { type EditedResource, resources } from "../resources/resources";
import type { AuditEntry, KeptChange, KeptValue } from "./audit-entry";

/** The values of a write: the audit trail keeps the names, and of harmless values the result of `keptChanges`. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** Names that a write adds (`+`), removes (`-`) or changes (`~`); without signs where the state before is not known. */
export function changedNames(before: NamedValues | undefined, after: NamedValues): string[] {
	if (!before) return Object.keys(after);
	const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
	const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
	const both = Object.keys(after).filter((name) => Object.hasOwn(before, name));
	const changed = both.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
	return [
		...added.map((name) => `+${name}`),
		...removed.map((name) => `-${name}`),
		...changed.map((name) => `~${name}`),
	];
}

const NAMES_KEPT_MAX = 100;
const NAME_LENGTH_MAX = 300;

/**
 * What the trail keeps of the names of a write. Where there are too many, each sign has its share, so that no one hides a
 * removal among additions.
 */
export function keptNames(names: readonly string[]): Pick<AuditEntry, "changes" | "moreChanges"> {
	const bySign = Object.values(Object.groupBy(names, (name) => signOf(name))).filter((group) => group !== undefined);
	const shares = new Map<string, number>();
	let left = NAMES_KEPT_MAX;
	for (const [index, group] of bySign.toSorted((one, other) => one.length - other.length).entries()) {
		const share = Math.min(group.length, Math.floor(left / (bySign.length - index)));
		shares.set(signOf(group[0]), share);
		left -= share;
	}
	const kept = bySign.flatMap((group) => group.slice(0, shares.get(signOf(group[0]))));
	const changes = (names.length > kept.length ? kept : names).map((name) => inShort(name, NAME_LENGTH_MAX));
	return { changes, moreChanges: names.length - kept.length };
}

function signOf(name = ""): string {
	return /^[+~-]/.test(name) ? name.charAt(0) : "";
}

/** Nested settings by their paths: `options.idpinitiated.enabled`. */
export function settingsByPath(path: string, settings: NamedValues): [path: string, value: unknown][] {
	return Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
		isJsonObject(value) ? settingsByPath(`${path}.${name}`, value) : [[`${path}.${name}`, value]],
	);
}

const VALUE_LENGTH_MAX = 160;
const VALUES_MAX = 60;

/** Settings whose values are never kept. */
const WITHHELD = /secret|password|private|cert|key/i;

/** Whether the values of a setting may be kept. */
export function isHarmlessSetting(resource: EditedResource, part: string): boolean {
	const { withheld, kept = [] }: ResourceDescription = resources[resource];
	return kept.includes(part) || (!WITHHELD.test(part) && !withheld.includes(part.split(".", 1)[0] ?? part));
}

/**
 * Values by name, each member of a list by its own: `callbacks https://…`, and nested settings by their paths:
 * `jwt_configuration.lifetime_in_seconds`. Unset values are left out.
 */
export function partsOf(values: NamedValues): NamedValues {
	const parts = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
		if (Array.isArray(value)) return value.map((member) => [`${name} ${member}`, true]);
		if (isJsonObject(value)) return settingsByPath(name, value);
		return value === undefined || value === null ? [] : [[name, value]];
	});
	return Object.fromEntries(parts);
}

/** Whether the name is enough where a part was added or removed: a member of a list, an add-on, an attribute. */
function isMember(resource: EditedResource, part: string): boolean {
	return resource === "template" || part.includes(" ") || /^addons\.\w+$/.test(part);
}

/** A change of settings for the trail: the parts that the request names, before and after. */
export function changeOf(
	resource: EditedResource,
	stored: object,
	request: object,
	parts: (values: NamedValues) => NamedValues,
) {
	const values: NamedValues = { ...stored };
	const before = Object.fromEntries(Object.keys(request).map((name) => [name, values[name]]));
	return {
		before: parts(before),
		after: parts({ ...request }),
		isKept: (part: string, isPresence: boolean) =>
			isHarmlessSetting(resource, part) && !(isPresence && isMember(resource, part)),
	};
}

const SECRET_KEY = /secret|passw|private|credential|token|api.?key/i;

/**
 * A change of metadata for the trail.
 * @param stored where it is known
 * @param keepsValues whether the trail may keep values; never of a key that is named like a secret
 */
export function metadataChangeOf(stored: NamedValues | undefined, metadata: NamedValues | null, keepsValues: boolean) {
	return { before: stored, after: metadata ?? {}, isKept: (key: string) => keepsValues && !SECRET_KEY.test(key) };
}

/**
 * Old and new values where both may be kept: texts, numbers, booleans; never anything that looks like a secret.
 * @param isKept `isPresence`: it was added or removed, or switched on where it was not set
 */
export function keptChanges(
	before: NamedValues,
	after: NamedValues,
	isKept: (part: string, isPresence: boolean) => boolean,
): KeptChange[] {
	return [...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
		.flatMap((part) => {
			const change = { part, before: keptValue(before[part]), after: keptValue(after[part]) };
			if (change.before === undefined || change.after === undefined) return [];
			const isPresence = [change.before, change.after].every((value) => value === null || value === true);
			return isKept(part, isPresence) ? [change as KeptChange] : [];
		})
		.slice(0, VALUES_MAX);
}

/** A URL with a password. */
const HAS_PASSWORD = /:\/\/[^/\s:]*:[^/\s@]*@/;

/** Undefined: must not be kept. */
function keptValue(value: unknown): KeptValue | undefined {
	if (value === undefined || value === null) return null;
	if (typeof value === "boolean" || typeof value === "number") return value;
	if (typeof value !== "string" || secretLikeness(value) !== null || HAS_PASSWORD.test(value)) return undefined;
	const characters = [...value];
	return characters.length > VALUE_LENGTH_MAX ? `${characters.slice(0, VALUE_LENGTH_MAX - 1).join("")}…` : value;
}

/** A digest of a state in any order of its names. Keyed, because a short value could be guessed from a plain one. */
export function digestOf(values: NamedValues, secret: string): string {
	const entries = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
	return createHmac("sha256", `${secret}:audit`).update(JSON.stringify(entries)).digest("base64url");
}
