import type { Selectable } from "kysely";
import { isJsonObject } from "@/lib/contract/safe-object";
import type { DashboardSchema } from "../store/schema";
import { AUDIT_OUTCOMES, type AuditEntry, type KeptChange } from "./audit-entry";
import { keptNames } from "./changes";

export function rowOf(entry: AuditEntry) {
	const { personName, userId, userLabel, changes, moreChanges, values, digestBefore, digestAfter, ...others } = entry;
	return {
		...{ ...others, person_name: personName, digest_before: digestBefore, digest_after: digestAfter },
		...{ user_id: userId, user_label: userLabel },
		...{ changes: JSON.stringify(changes), more_changes: moreChanges },
		kept_values: values.length > 0 ? JSON.stringify(values) : null,
	};
}

export type AuditRow = Selectable<DashboardSchema["audit_trail"]> & { known_name?: string | null };

/** Columns that can't be read, which only damage or another program can leave, are as ones without content. */
export function entryOf({ collected: _, known_name, ...stored }: AuditRow): AuditEntry {
	const { person_name, user_id, user_label, kept_values, more_changes, digest_before, digest_after, ...row } = stored;
	// An older version kept all names.
	const { changes, moreChanges } = keptNames(listIn(row.changes, (name) => typeof name === "string"));
	return {
		...{ ...row, personName: person_name, digestBefore: digest_before, digestAfter: digest_after },
		name: known_name ?? row.name,
		...{ userId: user_id, userLabel: user_label },
		...{ changes, moreChanges: moreChanges + more_changes },
		values: listIn(kept_values ?? "[]", isKeptChange),
		outcome: AUDIT_OUTCOMES.find((outcome) => outcome === row.outcome) ?? "unknown",
	};
}

function listIn<Item>(json: string, isItem: (value: unknown) => value is Item): Item[] {
	try {
		const stored: unknown = JSON.parse(json);
		return Array.isArray(stored) ? stored.filter(isItem) : [];
	} catch {
		return [];
	}
}

function isKeptChange(value: unknown): value is KeptChange {
	return isJsonObject(value) && typeof value.part === "string" && isKept(value.before) && isKept(value.after);
}

function isKept(value: unknown): boolean {
	return value === null || ["string", "number", "boolean"].includes(typeof value);
}
