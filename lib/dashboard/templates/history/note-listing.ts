import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { bestEffort } from "../../store/dashboard-database";
import { existingTemplateIds } from "../../store/template-versions";
import { CLOCKS_DIFFER_MS, noteGone } from "./note-read";

type TemplatePage = { templates: readonly { id: string }[]; unreadable: number; next: string | null };

/** A listing that was read from the first page on, up to a checkpoint. */
type Listing = { seenFrom: number; ids: ReadonlySet<string> };

/** By the checkpoint of the next page. */
const listings = processWide("template-listings", () => new Map<string, Listing>());
const LISTINGS_MAX = 20;

/** The templates of the last complete listing, and when the store was asked about it. */
const complete = processWide("complete-template-listing", () => ({ ids: "", at: 0 }));
/** Another instance may have seen other templates since. */
const CHECKED_MS = 60_000;

/**
 * Notes which templates are gone, once a listing is complete. Its pages may be read by several requests.
 * @param from the checkpoint of this page; absent: it is the first one
 */
export async function noteListing(from: string | undefined, page: TemplatePage, seenFrom: number): Promise<void> {
	const before = from === undefined ? { seenFrom, ids: new Set<string>() } : listings.get().get(from);
	// One that could not be read is not gone.
	if (!before || page.unreadable > 0) return;
	const listing = { seenFrom: before.seenFrom, ids: new Set([...before.ids, ...page.templates.map(({ id }) => id)]) };
	if (page.next && page.templates.length > 0) return keep(page.next, listing);
	const ids = [...listing.ids].sort().join();
	const last = complete.get();
	if (last.ids === ids && last.at > Date.now() - CHECKED_MS) return;
	await bestEffort("which templates are gone", async (database) => {
		// One that was created meanwhile is on none of the pages.
		const before = new Date(listing.seenFrom - CLOCKS_DIFFER_MS).toISOString();
		const existing = await existingTemplateIds(database, before);
		await noteGone(
			existing.filter((id) => !listing.ids.has(id)),
			listing.seenFrom,
		);
		complete.set({ ids, at: Date.now() });
	});
}

function keep(checkpoint: string, listing: Listing): void {
	const all = listings.get();
	all.delete(checkpoint);
	all.set(checkpoint, listing);
	const [oldest] = all.size > LISTINGS_MAX ? all.keys() : [];
	if (oldest !== undefined) all.delete(oldest);
}
