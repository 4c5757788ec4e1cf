import { useEffect, useRef, useState } from "react";
import { loadPart } from "@/app/_forms/late-part";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, startListing } from "./listing";
import type { LoadedTemplates } from "./read-templates";
import { isSearching, type Work } from "./search-words";

/** What loads more, and tells what went wrong with it: it comes when it is first asked for. */
export const loadSearch = () => import("./search-part");

type Kind = "loading-more" | "searching";

const TYPING_PAUSE_MS = 300;
const SEARCH_LENGTH_MIN = 2;

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
	/** Whether what is under way was begun by no button. */
	const isOwn = useRef(false);
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(
		() => () => {
			clearTimeout(typing.current);
			current.current?.abort();
		},
		[],
	);

	/** Calls off what is under way and loads the code for what begins. @returns null where that did not come or was stopped */
	async function begin(kind: Kind) {
		clearTimeout(typing.current);
		current.current?.abort();
		current.current = new AbortController();
		const { signal } = current.current;
		setWork({ kind });
		// Each click asks again for what did not come.
		const code = await loadPart(loadSearch);
		if (signal.aborted) return null;
		if (!code) setWork({ kind: "failed", during: kind, problem: codeMissing });
		return code && { ...code, list: { listing, signal, setListing, setWork, setBeyondAddress } };
	}

	/** Loads the page behind the checkpoint. `onLoaded` is told when it is there. */
	async function loadMore(checkpoint: string, onLoaded: () => void) {
		if (work.kind === "loading-more" || isSearching(work)) return;
		const begun = await begin("loading-more");
		await begun?.loadMore(begun.list, checkpoint, onLoaded);
	}

	/** Goes on through the rest of the tenant's templates. @param isByItself nobody has pressed a button for it */
	async function search(isByItself = false) {
		isOwn.current = isByItself;
		const begun = await begin("searching");
		await begun?.search(begun.list, isByItself);
	}

	function stop() {
		current.current?.abort();
		setWork({ kind: "stopped" });
	}

	/** What is shown has changed: that a search was stopped is no longer news. */
	function forgetStop() {
		if (work.kind === "stopped") setWork({ kind: "idle" });
	}

	/**
	 * Goes on by itself to what is not loaded, a moment after the last key, and ends that with an empty box. A search that is
	 * under way is the same for every text; one that has failed, or has left the rate limit alone, waits for its button.
	 */
	function follow(text: string) {
		forgetStop();
		clearTimeout(typing.current);
		const length = text.trim().length;
		if (length === 0 && isOwn.current && isSearching(work)) {
			current.current?.abort();
			return setWork({ kind: "idle" });
		}
		if (listing.rest === null || length < SEARCH_LENGTH_MIN || !["idle", "stopped"].includes(work.kind)) return;
		typing.current = setTimeout(() => void search(true), TYPING_PAUSE_MS);
	}

	return { listing, work, isBeyondAddress, loadMore, search, stop, forgetStop, follow };
}
