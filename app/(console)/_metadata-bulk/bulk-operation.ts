import { z } from "zod";
import type { ItemOutcome } from "@/app/_bulk/item-work";
import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import { isolated } from "@/lib/contract/name-or-id";
import { listed } from "@/lib/dashboard/in-short";
import { metadataResources } from "@/lib/dashboard/resources/resources";
import type { BulkItem, KeyChange, MetadataBulkEdit, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { metadataEditor, valueFault } from "../_metadata/metadata-editor";
import { isSameValue, keysWithoutText } from "../_metadata/rows/metadata-rows";

export const BULK_ITEMS_MAX = 100;

const form = z.object({
	resource: z.enum(metadataResources),
	userId: z.string().min(1),
	ids: z.array(z.string().min(1)).min(1).max(BULK_ITEMS_MAX),
	values: z.object({ kind: z.enum(["set", "remove"]), key: z.string(), value: z.string() }),
});

export type BulkForm = z.infer<typeof form>;
export type BulkFormValues = BulkForm["values"];
export type BulkFormErrors = { key?: string; value?: string };

/** Parses the form of a bulk edit; null for one that no page of this version sends. Duplicates are removed. */
export function readBulkForm(data: FormData): BulkForm | null {
	const parsed = form.safeParse({
		resource: data.get("resource"),
		userId: data.get("user"),
		ids: [...new Set(data.getAll("item"))],
		values: { kind: data.get("operation"), key: data.get("key"), value: data.get("value") ?? "" },
	});
	return parsed.success ? parsed.data : null;
}

/** The operation of the values, or their errors by field. The limits are those of the editor. */
export function bulkOperationOf({ kind, key, value }: BulkFormValues): KeyChange | BulkFormErrors {
	const errors: BulkFormErrors = {};
	const fault = kind === "set" ? valueFault(value) : null;
	if (key === "") errors.key = "Enter the key.";
	if (fault) errors.value = fault;
	if (errors.key || errors.value) return errors;
	return kind === "set" ? { kind, key, value } : { kind, key };
}

/** What an operation writes to one item, or why it writes nothing. */
type BulkChange = { after: MetadataEntry[] } | ItemOutcome;

/**
 * Applies an operation to the metadata of one item. The keys keep their order; a new one is the last. An undo restores only
 * what was written: `conflict`, where the key has changed since.
 * @param former of an undo: the value to restore; null: none. Without it an undo writes nothing
 */
export function bulkChange(
	current: readonly MetadataEntry[],
	operation: MetadataOperation,
	former?: StoredValue | null,
): BulkChange {
	const now = valueIn(current, operation.key);
	if (operation.kind === "undo" && former === undefined) return { state: "conflict", note: { now } };
	const after = applied(current, operation, former ?? null);
	if (isSame(after, current, operation)) return { state: "unchanged" };
	if (operation.kind === "undo" && !isSameValue(now, writtenBy(operation.undone)))
		return { state: "conflict", note: { now } };
	const lost = keysWithoutText(after).map((key) => `“${isolated(key)}”`);
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
	former?: StoredValue | null,
): BulkChange {
	const change = bulkChange(current, operation, former);
	const isMade = "state" in change && change.state === "unchanged";
	if (isMade || isSame(baseline, current, operation)) return change;
	return { state: "conflict", note: { now: valueIn(current, operation.key) } };
}

/** The change that the preview shows of an item, in words: at most one, since there is one key. */
export function changeInWords(
	baseline: readonly MetadataEntry[],
	operation: MetadataOperation,
	former: StoredValue | null = null,
): string | null {
	const after = { rows: applied(baseline, operation, former) };
	return metadataEditor.describeChanges({ rows: baseline }, after, new Map())[0]?.words ?? null;
}

function applied(
	current: readonly MetadataEntry[],
	operation: MetadataOperation,
	former: StoredValue | null,
): MetadataEntry[] {
	const { key } = operation;
	const value = operation.kind === "undo" ? former : writtenBy(operation);
	if (value === null) return current.filter(([name]) => name !== key);
	const entry: MetadataEntry = [key, value];
	const isThere = current.some(([name]) => name === key);
	return isThere ? current.map((one) => (one[0] === key ? entry : one)) : [...current, entry];
}

/** Null: no such key. */
function writtenBy(operation: KeyChange): string | null {
	return operation.kind === "set" ? operation.value : null;
}

/** Whether the operation's own key has the same value in both. */
function isSame(one: readonly MetadataEntry[], other: readonly MetadataEntry[], { key }: MetadataOperation): boolean {
	return isSameValue(valueIn(one, key), valueIn(other, key));
}

/** Null: the key is not there. */
export function valueIn(entries: readonly MetadataEntry[], key: string): StoredValue | null {
	return entries.find(([name]) => name === key)?.[1] ?? null;
}

export function planCounts(edit: Pick<MetadataBulkEdit, "items" | "operation" | "run">): PlanCounts {
	const isIncluded = ({ baseline, former }: BulkItem) =>
		!!baseline && "after" in bulkChange(baseline, edit.operation, former);
	return countItems(edit, isIncluded, "changed");
}

/** What undoes a bulk edit, and for each item that it changed the value to restore; null where it can't be undone. */
export function undoOf({ operation, items }: Pick<MetadataBulkEdit, "items" | "operation">) {
	const changed = items.filter(({ state }) => state === "done" || state === "differs");
	if (operation.kind === "undo" || changed.length === 0) return null;
	const { key } = operation;
	const undo: MetadataOperation = { kind: "undo", key, undone: operation };
	return { undo, formers: new Map(changed.map(({ id, baseline }) => [id, valueIn(baseline ?? [], key)])) };
}
