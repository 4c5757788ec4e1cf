import "server-only";
import { type BulkWork, CUT_OFF_NOTE, type ItemOutcome, readItem, writeItem } from "@/app/_bulk/item-work";
import { type MetadataHolder, metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import type { BulkItem, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { writeMetadata } from "../_metadata/metadata-save";
import { metadataChanges } from "../_metadata/rows/metadata-changes";
import { entriesOf, type MetadataEntry, rowsOf } from "../_metadata/rows/metadata-rows";
import { bulkChangeNow, noteOf } from "./bulk-change";

/** How an operation writes one token or session, and looks up an interrupted write. */
export function metadataWork(resource: MetadataResource, operation: MetadataOperation): BulkWork {
	return {
		isOfPeople: true,
		write: (item) => oneSaveAtATime(item.id, () => readAndWrite(resource, item, operation)),
		lookUp: (item) => lookUp(resource, item, operation),
	};
}

async function readAndWrite(
	resource: MetadataResource,
	item: BulkItem,
	operation: MetadataOperation,
): Promise<ItemOutcome> {
	const read = await readMetadata(resource, item.id);
	if (read.outcome) return read.outcome;
	const current = read.value;
	const change = bulkChangeNow(item.baseline ?? [], current, operation);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	if (change.kind !== "write") return { state: change.kind, note: noteOf(change) };
	return writeItem(
		() => writeMetadata(resource, item.id, current, change.after),
		(stored) => outcomeOf(stored, change.after, operation),
	);
}

async function lookUp(resource: MetadataResource, item: BulkItem, operation: MetadataOperation): Promise<ItemOutcome> {
	const read = await readMetadata(resource, item.id);
	if (read.outcome) return read.outcome;
	const current = read.value;
	const change = bulkChangeNow(item.baseline ?? [], current, operation);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	return change.kind === "unchanged" ? { state: "done", note: { message: CUT_OFF_NOTE } } : { state: "planned" };
}

function readMetadata(resource: MetadataResource, id: string) {
	return readItem(async () => entriesOf((await metadataAccess[resource].read(id)).metadata));
}

function outcomeOf(holder: MetadataHolder, metadata: MetadataEntry[], { key }: MetadataOperation): ItemOutcome {
	const stored = entriesOf(holder.metadata);
	if (metadataChanges(metadata, rowsOf(stored)).length === 0) return { state: "done" };
	return { state: "differs", note: { now: stored.find(([name]) => name === key)?.[1] ?? null } };
}
