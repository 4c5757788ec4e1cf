import { useEffect, useRef, useState } from "react";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { type Listing, readAgain, startListing, withPage } from "./listing";
import { loadPage } from "./load-page";
import type { LoadedTemplates } from "./read-templates";
import { searchAll, waitSeconds } from "./search-all";
import { isSearching, type Work } from "./search-words";

/**
 * What is loaded of the tenant's templates, and the ways to load more of it.
 * @param from the checkpoint where `loaded` begins; null for the newest
 */
export function useListing(loaded: LoadedTemplates, from: string | null) {
	const [listing, setListing] = useState<Listing>(() => startListing(loaded, from));
	const [work, setWork] = useState<Work>({ kind: "idle" });
	/** More is loaded than an address brings back. */
	const [isBeyondAddress, setBeyondAddress] = useState(false);
	const current = useRef<AbortController>(null);
	useEffect(() => () => current.current?.abort(), []);

	function begin(kind: "loading-more" | "searching"): AbortSignal {
		current.current?.abort();
		current.current = new AbortController();
		setWork({ kind });
		return current.current.signal;
	}

	/** Loads the page behind the checkpoint. `onLoaded` is told when it is there. */
	async function loadMore(checkpoint: string, onLoaded: () => void) {
		if (work.kind === "loading-more" || isSearching(work)) return;
		const signal = begin("loading-more");
		const answer = await loadPage(checkpoint, signal);
		if (signal.aborted) return;
		if (answer.problem) return setWork({ kind: "failed", during: "loading-more", problem: answer.problem });
		setListing(withPage(listing, checkpoint, answer));
		setWork({ kind: "idle" });
		onLoaded();
	}

	/** Goes on through the rest of the tenant's templates. */
	async function search() {
		const signal = begin("searching");
		const problem = await searchAll(listing, {
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
		// A checkpoint that is no longer taken would be refused each time.
		if (problem?.about === "rejected") setListing(readAgain);
		setWork(problem ? { kind: "failed", during: "searching", problem } : { kind: "idle" });
	}

	function stop() {
		current.current?.abort();
		setWork({ kind: "stopped" });
	}

	/** What is shown has changed: that a search was stopped is no longer news. */
	function forgetStop() {
		if (work.kind === "stopped") setWork({ kind: "idle" });
	}

	return { listing, work, isBeyondAddress, loadMore, search, stop, forgetStop };
}
