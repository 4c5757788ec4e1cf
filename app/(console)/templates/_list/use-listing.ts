import { useEffect, useRef, useState } from "react";
import { loadPart } from "@/app/_forms/lazy-part";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, readAgain, startListing, withPage } from "./listing";
import type { LoadedTemplates } from "./read-templates";
import { isSearching, type Work } from "./search-words";

/** The code that loads more and reports its problems, imported on first use. */
export const loadSearch = () => import("./search-all");

const TYPING_PAUSE_MS = 300;
const SEARCH_LENGTH_MIN = 2;

const codeMissing: Problem = {
	title: "A part of this page did not come",
	message: "The console can't be reached, or was updated. What is loaded stays.",
};

type State = {
	loaded: LoadedTemplates;
	listing: Listing;
	work: Work;
	/** More is loaded than a URL restores. */
	isBeyondAddress: boolean;
};

function startState(loaded: LoadedTemplates, from: string | null): State {
	return { loaded, listing: startListing(loaded, from), work: { kind: "idle" }, isBeyondAddress: false };
}

/**
 * The loaded templates of the tenant, and functions to load more.
 * @param loaded others where the page was read again: the list begins anew with them
 * @param from the checkpoint of the start of `loaded`; null for the newest
 */
export function useListing(loaded: LoadedTemplates, from: string | null) {
	const [state, setState] = useState(() => startState(loaded, from));
	if (state.loaded !== loaded) setState(startState(loaded, from));
	const { listing, work, isBeyondAddress } = state;
	const current = useRef<AbortController>(null);
	/** Whether the pending work was started by typing rather than by a button. */
	const isAutomaticRun = useRef(false);
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is pending adds to the list before.
	useEffect(() => cancel, [loaded]);

	function cancel() {
		clearTimeout(typing.current);
		current.current?.abort();
	}

	function change(changed: Partial<State>) {
		setState((before) => ({ ...before, ...changed }));
	}

	/** Cancels the pending work and loads the code for the next. @returns null where that failed or was stopped */
	async function begin(kind: "loading-more" | "searching") {
		cancel();
		current.current = new AbortController();
		const { signal } = current.current;
		change({ work: { kind } });
		// Each click retries a failed import.
		const code = await loadPart(loadSearch);
		if (signal.aborted) return null;
		if (!code) change({ work: { kind: "failed", during: kind, problem: codeMissing } });
		return code && { ...code, signal };
	}

	/** Loads the page after the checkpoint. `onLoaded` is called when it is loaded. */
	async function loadMore(checkpoint: string, onLoaded: () => void) {
		if (work.kind === "loading-more" || isSearching(work)) return;
		const begun = await begin("loading-more");
		const page = await begun?.loadPage(checkpoint, begun.signal);
		if (!page || begun?.signal.aborted) return;
		if (page.problem) return change({ work: { kind: "failed", during: "loading-more", problem: page.problem } });
		change({ listing: withPage(listing, checkpoint, page), work: { kind: "idle" } });
		onLoaded();
	}

	/** Reads the rest of the tenant's templates. @param isAutomatic started by typing rather than by a button */
	async function search(isAutomatic = false) {
		isAutomaticRun.current = isAutomatic;
		const begun = await begin("searching");
		if (!begun) return;
		const end = await begun.searchAll(listing, {
			isAutomatic,
			signal: begun.signal,
			onPage: (more) => change({ listing: more, isBeyondAddress: true, work: { kind: "searching" } }),
			onWait: (seconds) => change({ work: { kind: "waiting", seconds } }),
		});
		if (begun.signal.aborted) return;
		if (end === null || end === "limit-near") return change({ work: { kind: end ?? "idle" } });
		setState((before) => ({
			...before,
			// An expired checkpoint would be refused each time.
			listing: end.about === "rejected" ? readAgain(before.listing) : before.listing,
			work: { kind: "failed", during: "searching", problem: end },
		}));
	}

	function stop() {
		current.current?.abort();
		change({ work: { kind: "stopped" } });
	}

	/** Resets the status of a stopped search after the view has changed. */
	function forgetStop() {
		if (work.kind === "stopped") change({ work: { kind: "idle" } });
	}

	/**
	 * Starts a search of the rest shortly after the last key, and ends it when the box is empty. A pending search serves every
	 * text; one that has failed, or has stopped near the rate limit, needs its button.
	 */
	function follow(text: string) {
		forgetStop();
		clearTimeout(typing.current);
		const length = text.trim().length;
		if (length === 0 && isAutomaticRun.current && isSearching(work)) {
			current.current?.abort();
			return change({ work: { kind: "idle" } });
		}
		if (listing.rest === null || length < SEARCH_LENGTH_MIN || !["idle", "stopped"].includes(work.kind)) return;
		typing.current = setTimeout(() => void search(true), TYPING_PAUSE_MS);
	}

	return { listing, work, isBeyondAddress, loadMore, search, stop, forgetStop, follow };
}
