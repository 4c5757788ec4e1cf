import "server-only";
import { type BulkWork, changeWork, type ItemOutcome, resultAtPreview, writeItem } from "@/app/_bulk/item-work";
import { findInList, readChosen } from "@/app/_bulk/read-chosen";
import type { MetadataEntry, StoredValue } from "@/lib/contract/metadata";
import { openedBy } from "@/lib/dashboard/devices/opened-by";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { nameSeen } from "@/lib/dashboard/management/seen";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import type { BulkItemPlan, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { isSameMetadata } from "../_metadata/metadata-editor";
import { writeMetadata } from "../_metadata/metadata-save";
import { entriesOf, objectOf } from "../_metadata/rows/metadata-rows";
import { bulkChange, bulkChangeNow, valueIn } from "./bulk-operation";

export type HolderName = { name: string; detail: string | null };

/** The name in a list. @param applications names by identifier */
export function holderName(
	resource: MetadataResource,
	{ clientIds, device, actor }: Pick<MetadataHolder, "clientIds" | "device" | "actor">,
	applications: ReadonlyMap<string, string>,
): HolderName {
	const names = clientIds.map((id) => applications.get(id) ?? id).join(", ");
	const used = lastDeviceName(device);
	if (resources[resource].metadata.namedBy === "applications") return { name: names || "not reported", detail: used };
	const opener = openedBy({ actor }, nameSeen);
	const suffix = opener === null ? "" : `, opened by ${opener} as this user`;
	return { name: `${used ?? "Device not reported"}${suffix}`, detail: names || null };
}

/** Finds tokens or sessions in the list of their user: most are on its first page. @throws SessionError, ManagementError */
export function listChosen(
	resource: MetadataResource,
	userId: string,
	ids: readonly string[],
	until: number,
): Promise<Map<string, MetadataHolder>> {
	return findInList(ids, until, (from) => metadataAccess[resource].listOfUser(userId, from));
}

/** Of an undo: the value that each item had, by its identifier; null: none. */
export type Formers = ReadonlyMap<string, StoredValue | null>;

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
	formers: Formers = new Map(),
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
		const former = formers.get(id);
		const kept = former === undefined ? {} : { former };
		if (typeof holder === "string") {
			return { id, name: "not reported", detail: null, baseline: null, state: holder, note: {}, ...kept };
		}
		const baseline = entriesOf(holder.metadata);
		const change = bulkChange(baseline, operation, former);
		const { name, detail } = holderName(resource, holder, names);
		const replaced = holder.metadata === undefined && "after" in change ? UNREPORTED : null;
		return {
			id,
			name,
			detail: [detail, replaced].filter((text) => text !== null).join(". ") || null,
			baseline,
			...kept,
			...resultAtPreview(change),
		};
	});
}

const UNREPORTED = "Its metadata is not reported: anything it has is replaced";

/** How an operation writes one token or session, and looks up an interrupted write. */
export function metadataWork(resource: MetadataResource, operation: MetadataOperation): BulkWork {
	return {
		isOfPeople: true,
		...changeWork<MetadataHolder, MetadataEntry[]>({
			read: (id) => metadataAccess[resource].read(id),
			change: ({ baseline, former }, { metadata }) =>
				bulkChangeNow(baseline ?? [], entriesOf(metadata), operation, former),
			write: (_, after, holder) =>
				writeItem(
					() => writeMetadata(resource, holder, objectOf(after)),
					({ metadata }) => outcomeOf(entriesOf(metadata), after, operation),
				),
		}),
	};
}

function outcomeOf(stored: MetadataEntry[], after: MetadataEntry[], { key }: MetadataOperation): ItemOutcome {
	if (isSameMetadata(after, stored)) return { state: "done" };
	return { state: "differs", note: { now: valueIn(stored, key) } };
}
