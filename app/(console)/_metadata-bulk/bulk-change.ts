import type { ItemOutcome } from "@/app/_bulk/item-work";
import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { StoredValue } from "@/lib/contract/metadata";
import { listed } from "@/lib/dashboard/in-short";
import type { BulkItem, MetadataBulkEdit, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { metadataEditor } from "../_metadata/metadata-editor";
import { isSameValue, keysWithoutText, type MetadataEntry } from "../_metadata/rows/metadata-rows";

/** What an operation writes to one item, or why it writes nothing. */
type BulkChange = { after: MetadataEntry[] } | ItemOutcome;

/** Applies an operation to the metadata of one item. The keys keep their order; a new one is the last. */
export function bulkChange(current: readonly MetadataEntry[], operation: MetadataOperation): BulkChange {
	const after = applied(current, operation);
	if (isSame(valueIn(after, operation.key), valueIn(current, operation.key))) return { state: "unchanged" };
	const lost = keysWithoutText(after).map((key) => `“${key}”`);
	if (lost.length > 0) return { state: "not-text", note: { message: listed(lost) } };
	return after.length > METADATA_PROPERTIES_MAX ? { state: "too-many" } : { after };
}

/**
 * Applies an operation to an item that was read again before the write. Other keys that have changed since the preview stay
 * as they are now. `conflict`: the operation's own key differs from the preview.
 */
export function bulkChangeNow(
	baseline: readonly MetadataEntry[],
	current: readonly MetadataEntry[],
	operation: MetadataOperation,
): BulkChange {
	const change = bulkChange(current, operation);
	const now = valueIn(current, operation.key);
	const isMade = "state" in change && change.state === "unchanged";
	if (isMade || isSame(now, valueIn(baseline, operation.key))) return change;
	return { state: "conflict", note: { now } };
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
	const isIncluded = ({ baseline }: BulkItem) => !!baseline && "after" in bulkChange(baseline, edit.operation);
	return countItems(edit, isIncluded, "changed");
}
