import { useEffect, useRef, useState } from "react";
import { loadPart } from "@/app/_forms/lazy-part";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, startListing } from "./listing";
import type { LoadedTemplates } from "./read-templates";
import { isSearching, type Work } from "./search-words";

/** The code that loads more and reports its problems, imported on first use. */
export const loadSearch = () => import("./search-part");

type Kind = "loading-more" | "searching";

const TYPING_PAUSE_MS = 300;
const SEARCH_LENGTH_MIN = 2;

const codeMissing: Problem = {
	title: "A part of this page did not come",
	message: "The console can't be reached, or was updated. What is loaded stays.",
};

/**
 * The loaded templates of the tenant, and functions to load more.
 * @param loaded others where the page was read again: the list begins anew with them
 * @param from the checkpoint of the start of `loaded`; null for the newest
 */
export function useListing(loaded: LoadedTemplates, from: string | null) {
	const [listing, setListing] = useState<Listing>(() => startListing(loaded, from));
	const [work, setWork] = useState<Work>({ kind: "idle" });
	/** More is loaded than a URL restores. */
	const [isBeyondAddress, setBeyondAddress] = useState(false);
	const current = useRef<AbortController>(null);
	/** Whether the pending work was started by typing rather than by a button. */
	const isAutomaticRun = useRef(false);
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
	const [adopted, setAdopted] = useState(loaded);
	if (adopted !== loaded) {
		setAdopted(loaded);
		setListing(startListing(loaded, from));
		setWork({ kind: "idle" });
		setBeyondAddress(false);
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is pending adds to the list before.
	useEffect(
		() => () => {
			clearTimeout(typing.current);
			current.current?.abort();
		},
		[loaded],
	);

	/** Cancels the pending work and loads the code for the next. @returns null where that failed or was stopped */
	async function begin(kind: Kind) {
		clearTimeout(typing.current);
		current.current?.abort();
		current.current = new AbortController();
		const { signal } = current.current;
		setWork({ kind });
		// Each click retries a failed import.
		const code = await loadPart(loadSearch);
		if (signal.aborted) return null;
		if (!code) setWork({ kind: "failed", during: kind, problem: codeMissing });
		return code && { ...code, list: { listing, signal, setListing, setWork, setBeyondAddress } };
	}

	/** Loads the page after the checkpoint. `onLoaded` is called when it is loaded. */
	async function loadMore(checkpoint: string, onLoaded: () => void) {
		if (work.kind === "loading-more" || isSearching(work)) return;
		const begun = await begin("loading-more");
		await begun?.loadMore(begun.list, checkpoint, onLoaded);
	}

	/** Searches the rest of the tenant's templates. @param isAutomatic started by typing rather than by a button */
	async function search(isAutomatic = false) {
		isAutomaticRun.current = isAutomatic;
		const begun = await begin("searching");
		await begun?.search(begun.list, isAutomatic);
	}

	function stop() {
		current.current?.abort();
		setWork({ kind: "stopped" });
	}

	/** Resets the status of a stopped search after the view has changed. */
	function forgetStop() {
		if (work.kind === "stopped") setWork({ kind: "idle" });
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
			return setWork({ kind: "idle" });
		}
		if (listing.rest === null || length < SEARCH_LENGTH_MIN || !["idle", "stopped"].includes(work.kind)) return;
		typing.current = setTimeout(() => void search(true), TYPING_PAUSE_MS);
	}

	return { listing, work, isBeyondAddress, loadMore, search, stop, forgetStop, follow };
}
