import { type JsonObject, objectOf, withPart } from "@/app/_forms/json-object";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import { attributesByField, contentChanges } from "./single-sign-on-changes";
import { emptyContent, type MappingRow, type SingleSignOnContent } from "./single-sign-on-content";

/** What an application holds of settings of add-ons, as the service says: more than this console knows. */
export type StoredAddons = JsonObject;

/**
 * Body of the PATCH that makes one content of another. The interface takes `addons` whole, so all of it is sent: other
 * add-ons, and settings that this console doesn't know, as they are. What is as usual is left out. Null: nothing to send.
 */
export function updateRequestOf(
	before: SingleSignOnContent,
	after: SingleSignOnContent,
	addons: StoredAddons,
): UpdateClientRequest | null {
	const changed = contentChanges(before, after).map(({ field }) => field);
	if (changed.length === 0) return null;
	const isList = (field: string) => field.startsWith("callbacks ") || field.startsWith("aliases ");
	const isChanged = (list: string) => changed.some((field) => field.startsWith(`${list} `));
	const body: Record<string, unknown> = {
		...(isChanged("callbacks") ? { callbacks: after.callbacks } : {}),
		...(isChanged("aliases") ? { client_aliases: after.aliases } : {}),
		...(changed.every(isList) ? {} : { addons: addonsOf(before, after, addons) }),
	};
	return body as UpdateClientRequest;
}

function addonsOf(before: SingleSignOnContent, after: SingleSignOnContent, addons: StoredAddons): JsonObject {
	const { samlp: _samlp, wsfed: _wsfed, ...others } = addons;
	const { protocol } = after;
	if (protocol !== "samlp" && protocol !== "wsfed") return others;
	// What another protocol had set is no ground for this one's settings: all that is wanted is written anew.
	const isSame = before.protocol === protocol;
	const base = isSame ? objectOf(addons[protocol]) : {};
	return { ...others, [protocol]: settingsOf(base, isSame ? before : { ...emptyContent, protocol }, after) };
}

function settingsOf(base: JsonObject, before: SingleSignOnContent, after: SingleSignOnContent): JsonObject {
	const settings: Record<string, unknown> = { ...base };
	const set = (name: string, value: unknown) => {
		if (value === undefined) delete settings[name];
		else settings[name] = value;
	};
	for (const { field, after: json } of contentChanges(before, after)) {
		const value: unknown = json === null ? undefined : JSON.parse(json);
		if (field === "protocol" || field.startsWith("callbacks ") || field.startsWith("aliases ")) continue;
		if (field === "logoutCallback") set("logout", withPart(settings.logout, "callback", value));
		else if (field === "singleLogout") set("logout", withPart(settings.logout, "slo_enabled", value));
		else if (field === "lifetimeInSeconds") set(field, value === undefined ? undefined : Number(value));
		else if (field === "probes") set("nameIdentifierProbes", value);
		else if (!field.startsWith("mapping ")) set(field, value);
	}
	set("mappings", mappingsOf(base.mappings, before.mappings, after.mappings));
	return settings;
}

/** Mappings that the form can't show stay as they are. */
function mappingsOf(
	stored: unknown,
	before: readonly MappingRow[],
	after: readonly MappingRow[],
): JsonObject | undefined {
	const [was, wanted] = [attributesByField(before), attributesByField(after)];
	const isSame = (field: string) => JSON.stringify(was.get(field)) === JSON.stringify(wanted.get(field));
	const kept = Object.entries(objectOf(stored)).filter(([field]) => isSame(field));
	const changed = [...wanted].filter(([field]) => !isSame(field));
	const entries = [
		...kept,
		...changed.map(([field, names]) => [field, names.length === 1 ? names[0] : names] as const),
	];
	const isAsBefore = changed.length === 0 && kept.length === Object.keys(objectOf(stored)).length;
	return entries.length > 0 || (isAsBefore && stored !== undefined) ? Object.fromEntries(entries) : undefined;
}
