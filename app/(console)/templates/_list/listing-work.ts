import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Listing } from "./listing";
import { loadPage, readAgain, searchAll, waitSeconds, withPage } from "./search-all";
import type { Work } from "./search-words";

/** The list at the start of the work, the signal that cancels it, and the setters of its results. */
type ListAtWork = {
	listing: Listing;
	signal: AbortSignal;
	setListing: (listing: Listing | ((listing: Listing) => Listing)) => void;
	setWork: (work: Work) => void;
	setBeyondAddress: (isBeyond: boolean) => void;
};

/** Loads the page after the checkpoint. `onLoaded` is called when it is loaded. */
export async function loadMore(list: ListAtWork, checkpoint: string, onLoaded: () => void): Promise<void> {
	const { listing, signal, setListing, setWork } = list;
	const response = await loadPage(checkpoint, signal);
	if (signal.aborted) return;
	if (response.problem) return setWork({ kind: "failed", during: "loading-more", problem: response.problem });
	setListing(withPage(listing, checkpoint, response));
	setWork({ kind: "idle" });
	onLoaded();
}

/** Reads the rest of the tenant's templates. @param isAutomatic started by typing rather than by a button */
export async function search(list: ListAtWork, isAutomatic: boolean): Promise<void> {
	const { listing, signal, setListing, setWork, setBeyondAddress } = list;
	const end = await searchAll(listing, {
		isAutomatic,
		signal,
		load: (checkpoint) => loadPage(checkpoint, signal, PAGE_SIZE_MAX),
		wait: (seconds) => waitSeconds(seconds, signal),
		onPage(more) {
			setListing(more);
			setBeyondAddress(true);
			setWork({ kind: "searching" });
		},
		onWait: (seconds) => setWork({ kind: "waiting", seconds }),
	});
	if (signal.aborted) return;
	if (end === null || end === "limit-near") return setWork({ kind: end ?? "idle" });
	// An expired checkpoint would be refused each time.
	if (end.about === "rejected") setListing(readAgain);
	setWork({ kind: "failed", during: "searching", problem: end });
}
