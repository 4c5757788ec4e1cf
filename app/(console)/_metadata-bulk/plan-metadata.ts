import "server-only";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { READ_WITHIN_MS, waitOutRateLimit } from "@/lib/dashboard/management/call/rate-pause";
import { type MetadataHolder, metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import type { BulkItemPlan, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { entriesOf } from "../_metadata/rows/metadata-rows";
import { bulkChange, noteOf } from "./bulk-change";
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
	const until = Date.now() + READ_WITHIN_MS;
	const found = await listChosen(resource, userId, ids, until);
	const names = await clientNames([...found.values()].flatMap(({ clientIds }) => clientIds));
	const plans: BulkItemPlan[] = [];
	for (const id of ids) {
		const listed = found.get(id);
		// A list may omit the metadata.
		const isListed = listed?.metadata !== undefined;
		const holder = isListed ? listed : await readOne(resource, userId, id, until);
		if (holder === "gone" || holder === "unread") {
			plans.push({ id, name: "not reported", detail: null, baseline: null, state: holder, note: {} });
			continue;
		}
		const baseline = entriesOf(holder.metadata);
		const change = bulkChange(baseline, operation);
		const { kind } = change;
		const { name, detail } = holderName(resource, holder, names);
		const replaced = holder.metadata === undefined && kind === "write" ? UNREPORTED : null;
		plans.push({
			id,
			name,
			detail: [detail, replaced].filter((text) => text !== null).join(". ") || null,
			baseline,
			state: kind === "write" ? "planned" : kind,
			note: noteOf(change),
		});
	}
	return plans;
}

const UNREPORTED = "Its metadata is not reported: all that it may have is replaced";

/** One of another user counts as gone. */
async function readOne(
	resource: MetadataResource,
	userId: string,
	id: string,
	until: number,
): Promise<MetadataHolder | "gone" | "unread"> {
	if (!(await waitOutRateLimit(1, until))) return "unread";
	try {
		const holder = await metadataAccess[resource].read(id);
		return holder.userId && holder.userId !== userId ? "gone" : holder;
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return "gone";
		if (error.kind === "rate-limited") return "unread";
		throw error;
	}
}

const PAGES_MAX = 10;

/**
 * Finds tokens or sessions in the list of their user: most are on its first page, so that one request is enough. It reads at
 * most ten pages, and sends requests and waits for the rate limit no longer than `until`.
 * @throws SessionError, ManagementError
 */
export async function listChosen(
	resource: MetadataResource,
	userId: string,
	ids: readonly string[],
	until: number,
): Promise<Map<string, MetadataHolder>> {
	const chosen = new Set(ids);
	const found = new Map<string, MetadataHolder>();
	let from: string | undefined;
	for (let pages = 0; pages < PAGES_MAX && found.size < chosen.size && Date.now() < until; pages += 1) {
		await waitOutRateLimit(1, until);
		const { items, next } = await metadataAccess[resource].listOfUser(userId, from);
		for (const holder of items) if (chosen.has(holder.id)) found.set(holder.id, holder);
		from = next ?? undefined;
		if (!from) break;
	}
	return found;
}
