import { useEffect, useRef, useState } from "react";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, startListing } from "./listing";
import type { LoadedTemplates } from "./read-templates";
import { isSearching, type Work } from "./search-words";

type Kind = "loading-more" | "searching";

const codeMissing: Problem = {
	title: "A part of this page did not come",
	message: "The console can't be reached, or was updated. What is loaded stays.",
};

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

	/** Calls off what is under way and loads the code for what begins. @returns null where that did not come or was stopped */
	async function begin(kind: Kind) {
		current.current?.abort();
		current.current = new AbortController();
		const { signal } = current.current;
		setWork({ kind });
		// Each click asks again for what did not come.
		const code = await import("./search-all").catch(() => null);
		if (signal.aborted) return null;
		if (!code) fail(kind, codeMissing);
		return code && { ...code, signal };
	}

	function fail(during: Kind, problem: Problem) {
		setWork({ kind: "failed", during, problem });
	}

	/** Loads the page behind the checkpoint. `onLoaded` is told when it is there. */
	async function loadMore(checkpoint: string, onLoaded: () => void) {
		if (work.kind === "loading-more" || isSearching(work)) return;
		const begun = await begin("loading-more");
		if (!begun) return;
		const { loadPage, withPage, signal } = begun;
		const answer = await loadPage(checkpoint, signal);
		if (signal.aborted) return;
		if (answer.problem) return fail("loading-more", answer.problem);
		setListing(withPage(listing, checkpoint, answer));
		setWork({ kind: "idle" });
		onLoaded();
	}

	/** Goes on through the rest of the tenant's templates. */
	async function search() {
		const begun = await begin("searching");
		if (!begun) return;
		const { loadPage, searchAll, waitSeconds, readAgain, signal } = begun;
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
		if (problem) fail("searching", problem);
		else setWork({ kind: "idle" });
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
