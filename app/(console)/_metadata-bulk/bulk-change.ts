import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { StoredValue } from "@/lib/contract/metadata";
import { listed } from "@/lib/dashboard/listed";
import type { BulkItem, BulkNote, MetadataBulkEdit, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { metadataEditor } from "../_metadata/metadata-editor";
import { isSameValue, keysWithoutText, type MetadataEntry } from "../_metadata/rows/metadata-rows";

/** The effect of an operation on the metadata of one item: `after` is to be written, or why nothing is. */
export type BulkChange =
	| { kind: "write"; after: MetadataEntry[] }
	| { kind: "unchanged" }
	| { kind: "too-many" }
	/** It would lose the values of these keys, which are no texts. */
	| { kind: "not-text"; keys: string[] };

export function noteOf(change: BulkChange): BulkNote {
	return change.kind === "not-text" ? { message: listed(change.keys.map((key) => `“${key}”`)) } : {};
}

/** Applies an operation to the metadata of one item. The keys keep their order; a new one is the last. */
export function bulkChange(current: readonly MetadataEntry[], operation: MetadataOperation): BulkChange {
	const after = applied(current, operation);
	if (isSame(valueIn(after, operation.key), valueIn(current, operation.key))) return { kind: "unchanged" };
	const keys = keysWithoutText(after);
	if (keys.length > 0) return { kind: "not-text", keys };
	return after.length > METADATA_PROPERTIES_MAX ? { kind: "too-many" } : { kind: "write", after };
}

/**
 * Applies an operation to an item that was read again before the write. Other keys that have changed since the preview stay
 * as they are now. `conflict`: the operation's own key differs from the preview.
 */
export function bulkChangeNow(
	baseline: readonly MetadataEntry[],
	current: readonly MetadataEntry[],
	operation: MetadataOperation,
): BulkChange | { kind: "conflict"; now: StoredValue | null } {
	const change = bulkChange(current, operation);
	const now = valueIn(current, operation.key);
	if (change.kind === "unchanged" || isSame(now, valueIn(baseline, operation.key))) return change;
	return { kind: "conflict", now };
}

/** The change that the preview shows of an item, in words: at most one, since there is one key. */
export function changeInWords(baseline: readonly MetadataEntry[], operation: MetadataOperation): string | null {
	const after = { rows: applied(baseline, operation) };
	return metadataEditor.describeChanges({ rows: baseline }, after, new Map())[0]?.words ?? null;
}

function applied(current: readonly MetadataEntry[], operation: MetadataOperation): MetadataEntry[] {
	const { key } = operation;
	if (operation.kind === "remove") return current.filter(([name]) => name !== key);
	const entry: MetadataEntry = [key, operation.value];
	const isThere = current.some(([name]) => name === key);
	return isThere ? current.map((one) => (one[0] === key ? entry : one)) : [...current, entry];
}

function isSame(one: StoredValue | null, other: StoredValue | null): boolean {
	return isSameValue(one ?? undefined, other ?? undefined);
}

function valueIn(entries: readonly MetadataEntry[], key: string): StoredValue | null {
	return entries.find(([name]) => name === key)?.[1] ?? null;
}

export function planCounts(edit: Pick<MetadataBulkEdit, "items" | "operation" | "run">): PlanCounts {
	const isIncluded = ({ baseline }: BulkItem) => !!baseline && bulkChange(baseline, edit.operation).kind === "write";
	return countItems(edit, isIncluded, "changed");
}
