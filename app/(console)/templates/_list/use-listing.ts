import { useLayoutEffect, useRef, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { searchFault } from "@/lib/dashboard/search-text";
import { pastedId } from "./list-query";
import type { LoadedTemplates, MoreTemplates } from "./read-templates";
import { isSearching, isWhole, type Listing, type Work } from "./search-words";

/** The checkpoint of the newest templates. */
const NEWEST = "";

const TYPING_PAUSE_MS = 300;
const SEARCH_LENGTH_MIN = 2;

const noResponse: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. What is loaded stays.",
};

type State = {
	loaded: LoadedTemplates;
	listing: Listing;
	/** What was loaded before the list began anew with the newest. */
	replaced: LoadedTemplates["rows"];
	work: Work;
};

/**
 * The loaded templates of the tenant, and functions to load more.
 * @param loaded others where the page was read again: the list begins anew with them
 * @param isPart whether `loaded` begins after the newest ones
 */
export function useListing(loaded: LoadedTemplates, isPart: boolean) {
	const start: State = { loaded, listing: { ...loaded, isPart }, replaced: [], work: { kind: "idle" } };
	const [state, setState] = useState(start);
	if (state.loaded !== loaded) setState(start);
	const { work } = state;
	const current = useRef<AbortController>(null);
	/** Whether the pending work was started by typing rather than by a button. */
	const isAutomatic = useRef(false);
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is pending adds to the list before.
	useLayoutEffect(() => cancel, [loaded]);

	function cancel() {
		clearTimeout(typing.current);
		current.current?.abort();
	}

	function change(changed: Partial<State>) {
		setState((before) => ({ ...before, ...changed }));
	}

	/**
	 * Reads the next page, or the rest of the tenant's templates page by page. A search that a button started waits where the
	 * tenant's rate limit requires it; one that typing started ends near it. @returns whether all of that is read
	 */
	async function load(kind: "loading-more" | "searching", byTyping = false): Promise<boolean> {
		if (kind === "loading-more" && (work.kind === kind || isSearching(work))) return false;
		cancel();
		isAutomatic.current = byTyping;
		current.current = new AbortController();
		const { signal } = current.current;
		const take = kind === "searching" ? PAGE_SIZE_MAX : PAGE_SIZE_DEFAULT;
		let { listing } = state;
		let from = kind === "searching" && listing.isPart ? NEWEST : listing.next;

		function end(work: Work): boolean {
			change({ listing, work });
			return work.kind === "idle";
		}

		while (from !== null) {
			change({ listing, work: { kind } });
			const page = await loadPage(from, take, signal);
			if (signal.aborted) return false;
			if (!page.problem) {
				// A part is replaced, from the newest on.
				if (from === NEWEST) change({ replaced: [...state.replaced, ...listing.rows] });
				listing = from === NEWEST ? { ...page, isPart: false } : withPage(listing, page);
				from = kind === "searching" ? page.next : null;
				if (byTyping && page.isLimitNear && from !== null) return end({ kind: "limit-near" });
				continue;
			}
			const { problem } = page;
			const seconds = problem.retryAfterSeconds;
			if (kind === "loading-more" || seconds === undefined) {
				// An expired checkpoint would be refused each time.
				listing = { ...listing, isPart: listing.isPart || problem.about === "rejected" };
				return end({ kind: "failed", during: kind, problem });
			}
			if (byTyping) return end({ kind: "limit-near" });
			change({ work: { kind: "waiting", seconds } });
			await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
			if (signal.aborted) return false;
		}
		return end({ kind: "idle" });
	}

	function stop() {
		cancel();
		change({ work: { kind: "idle" } });
	}

	/**
	 * Starts a search of the rest shortly after the last key, and ends it when the box is empty. A pending search serves every
	 * text; one that has failed, or has stopped near the rate limit, needs its button. A whole id is not searched for.
	 */
	function follow(text: string) {
		clearTimeout(typing.current);
		const length = pastedId(text) || searchFault(text) ? 0 : text.trim().length;
		if (length === 0 && isAutomatic.current && isSearching(work)) stop();
		if (length < SEARCH_LENGTH_MIN || work.kind !== "idle" || isWhole(state.listing)) return;
		typing.current = setTimeout(() => void load("searching", true), TYPING_PAUSE_MS);
	}

	const known = [...state.replaced, ...state.listing.rows];
	return { listing: state.listing, known, work, load, stop, follow };
}

type PageResponse = (MoreTemplates & { problem?: undefined }) | { problem: Problem };

function loadPage(from: string, take: number, signal: AbortSignal): Promise<PageResponse> {
	const query = new URLSearchParams({ from, take: String(take) });
	const response = readJson<PageResponse>(`/templates/rows?${query}`, { signal, noResponse });
	return response.catch(() => ({ problem: noResponse }));
}

/** The listing with its next page. A template that has moved in between is included once. */
function withPage(listing: Listing, { rows, unreadable, next }: LoadedTemplates): Listing {
	const known = new Set(listing.rows.map(({ id }) => id));
	const added = rows.filter(({ id }) => !known.has(id));
	return { ...listing, rows: [...listing.rows, ...added], unreadable: listing.unreadable + unreadable, next };
}
