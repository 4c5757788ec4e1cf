import "server-only";
import { type BulkWork, changeWork, type ItemOutcome, writeItem } from "@/app/_bulk/item-work";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { writeMetadata } from "../_metadata/metadata-save";
import { entriesOf, isSameMetadata, type MetadataEntry } from "../_metadata/rows/metadata-rows";
import { bulkChangeNow } from "./bulk-change";

/** How an operation writes one token or session, and looks up an interrupted write. */
export function metadataWork(resource: MetadataResource, operation: MetadataOperation): BulkWork {
	return {
		isOfPeople: true,
		...changeWork<MetadataEntry[], MetadataEntry[]>({
			read: async (id) => entriesOf((await metadataAccess[resource].read(id)).metadata),
			change: ({ baseline }, current) => bulkChangeNow(baseline ?? [], current, operation),
			write: (id, after, current) =>
				writeItem(
					() => writeMetadata(resource, id, current, after),
					(stored) => outcomeOf(stored, after, operation),
				),
		}),
	};
}

function outcomeOf(holder: MetadataHolder, metadata: MetadataEntry[], { key }: MetadataOperation): ItemOutcome {
	const stored = entriesOf(holder.metadata);
	if (isSameMetadata(metadata, stored)) return { state: "done" };
	return { state: "differs", note: { now: stored.find(([name]) => name === key)?.[1] ?? null } };
}
