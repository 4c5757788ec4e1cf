import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Listing } from "./listing";
import { loadPage, readAgain, searchAll, waitSeconds, withPage } from "./search-all";
import type { Work } from "./search-words";

/** The list as it was when the work began, the way to call that off, and what it changes. */
type ListAtWork = {
	listing: Listing;
	signal: AbortSignal;
	setListing: (listing: Listing | ((listing: Listing) => Listing)) => void;
	setWork: (work: Work) => void;
	setBeyondAddress: (isBeyond: boolean) => void;
};

/** Loads the page behind the checkpoint. `onLoaded` is told when it is there. */
export async function loadMore(list: ListAtWork, checkpoint: string, onLoaded: () => void): Promise<void> {
	const { listing, signal, setListing, setWork } = list;
	const answer = await loadPage(checkpoint, signal);
	if (signal.aborted) return;
	if (answer.problem) return setWork({ kind: "failed", during: "loading-more", problem: answer.problem });
	setListing(withPage(listing, checkpoint, answer));
	setWork({ kind: "idle" });
	onLoaded();
}

/** Goes on through the rest of the tenant's templates. @param isByItself nobody has pressed a button for it */
export async function search(list: ListAtWork, isByItself: boolean): Promise<void> {
	const { listing, signal, setListing, setWork, setBeyondAddress } = list;
	const end = await searchAll(listing, {
		isByItself,
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
	// A checkpoint that is no longer taken would be refused each time.
	if (end.about === "rejected") setListing(readAgain);
	setWork({ kind: "failed", during: "searching", problem: end });
}
