import "server-only";
import { type BulkWork, CUT_OFF_NOTE, type ItemOutcome, readItem, writeItem } from "@/app/_bulk/item-work";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import type { BulkItem, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { writeMetadata } from "../_metadata/metadata-save";
import { metadataChanges } from "../_metadata/rows/metadata-changes";
import { entriesOf, type MetadataEntry, rowsOf } from "../_metadata/rows/metadata-rows";
import { bulkChangeNow } from "./bulk-change";

/** How an operation writes one token, and looks up an interrupted write. */
export function tokenWork(operation: MetadataOperation): BulkWork {
	return {
		write: (token) => oneSaveAtATime(token.id, () => readAndWrite(token, operation)),
		lookUp: (token) => lookUp(token, operation),
	};
}

async function readAndWrite(token: BulkItem, operation: MetadataOperation): Promise<ItemOutcome> {
	const read = await readMetadata(token.id);
	if (read.outcome) return read.outcome;
	const current = read.value;
	const change = bulkChangeNow(token.baseline ?? [], current, operation);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	if (change.kind !== "write") return { state: change.kind };
	return writeItem(
		() => writeMetadata(token.id, current, change.after),
		(stored) => outcomeOf(stored, change.after, operation),
	);
}

async function lookUp(token: BulkItem, operation: MetadataOperation): Promise<ItemOutcome> {
	const read = await readMetadata(token.id);
	if (read.outcome) return read.outcome;
	const current = read.value;
	const change = bulkChangeNow(token.baseline ?? [], current, operation);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	return change.kind === "unchanged" ? { state: "done", note: { message: CUT_OFF_NOTE } } : { state: "planned" };
}

function readMetadata(id: string) {
	return readItem(async () => entriesOf((await getRefreshToken(id)).refresh_token_metadata));
}

function outcomeOf(token: RefreshToken, metadata: MetadataEntry[], { key }: MetadataOperation): ItemOutcome {
	const stored = entriesOf(token.refresh_token_metadata);
	if (metadataChanges(metadata, rowsOf(stored)).length === 0) return { state: "done" };
	return { state: "differs", note: { now: stored.find(([name]) => name === key)?.[1] ?? null } };
}
