import "server-only";
import { resultAtPreview } from "@/app/_bulk/item-work";
import { findInList, readChosen } from "@/app/_bulk/read-chosen";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import type { BulkItemPlan, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { entriesOf } from "../_metadata/rows/metadata-rows";
import { bulkChange } from "./bulk-change";
import { holderName } from "./holder-name";

/**
 * The effect of an operation on each of a user's tokens or sessions. The list of them includes their metadata, so that a page
 * of them costs one request; only those that are not listed are read by themselves, within the time limit.
 * @throws SessionError, ManagementError
 */
export async function planMetadata(
	resource: MetadataResource,
	userId: string,
	ids: readonly string[],
	operation: MetadataOperation,
): Promise<BulkItemPlan[]> {
	const found = await readChosen(ids, Date.now() + READ_WITHIN_MS, {
		readPage: (from) => metadataAccess[resource].listOfUser(userId, from),
		isWhole: ({ metadata }) => metadata !== undefined,
		read: (id) => metadataAccess[resource].read(id),
	});
	const holders = [...found.values()].filter((holder) => typeof holder === "object");
	const names = await clientNames(holders.flatMap(({ clientIds }) => clientIds));
	return [...found].map(([id, read]) => {
		// One of another user counts as gone.
		const holder = typeof read === "object" && read.userId && read.userId !== userId ? "gone" : read;
		if (typeof holder === "string") {
			return { id, name: "not reported", detail: null, baseline: null, state: holder, note: {} };
		}
		const baseline = entriesOf(holder.metadata);
		const change = bulkChange(baseline, operation);
		const { name, detail } = holderName(resource, holder, names);
		const replaced = holder.metadata === undefined && "after" in change ? UNREPORTED : null;
		return {
			id,
			name,
			detail: [detail, replaced].filter((text) => text !== null).join(". ") || null,
			baseline,
			...resultAtPreview(change),
		};
	});
}

const UNREPORTED = "Its metadata is not reported: all that it may have is replaced";

/** Finds tokens or sessions in the list of their user: most are on its first page. @throws SessionError, ManagementError */
export function listChosen(
	resource: MetadataResource,
	userId: string,
	ids: readonly string[],
	until: number,
): Promise<Map<string, MetadataHolder>> {
	return findInList(ids, until, (from) => metadataAccess[resource].listOfUser(userId, from));
}
