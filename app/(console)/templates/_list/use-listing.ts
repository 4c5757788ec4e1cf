import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { searchFault } from "@/lib/dashboard/search-text";
import { pastedId } from "./list-query";
import type { LoadedTemplates, MoreTemplates } from "./read-templates";
import { isSearching, isWhole, type Listing, type Work } from "./search-words";

/** The checkpoint of the newest templates. */
const NEWEST = "";

const TYPING_PAUSE_MS = 300;
const SEARCH_LENGTH_MIN = 2;

type State = {
	loaded: LoadedTemplates;
	listing: Listing;
	/** The identifiers of all that was ever listed. */
	known: readonly string[];
	/** How many pages “Load more” has added. */
	more: number;
	/** What is being read, and whether typing has started it rather than a button. */
	reading: { kind: "loading-more" | "searching"; byTyping: boolean } | null;
	isLimitNear: boolean;
	/** Another one for each request. */
	request: number;
};

/**
 * The loaded templates of the tenant, and functions to load the next page, or the rest page by page. A search that a button
 * started waits where the tenant's rate limit requires it; one that typing started ends near it.
 * @param loaded others where the page was read again: the list begins anew with them
 * @param isPart whether `loaded` begins after the newest ones
 */
export function useListing(loaded: LoadedTemplates, isPart: boolean) {
	const known = loaded.rows.map(({ id }) => id);
	const start = { loaded, known, listing: { ...loaded, isPart }, more: 0, reading: null, isLimitNear: false };
	const [state, setState] = useState<State>({ ...start, request: 0 });
	const { listing, reading, isLimitNear, request } = state;
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
	const isSearch = reading?.kind === "searching";
	const from = (isSearch && listing.isPart ? null : listing.next) ?? NEWEST;
	const query = new URLSearchParams({ from, take: String(isSearch ? PAGE_SIZE_MAX : PAGE_SIZE_DEFAULT) });
	const { data, error, failureReason } = useQuery<MoreTemplates>({
		queryKey: [`/templates/rows?${query}`, request],
		enabled: reading !== null,
		retry: (_, { retryAfterSeconds }) => isSearch && !reading.byTyping && retryAfterSeconds !== undefined,
		retryDelay: (_, { retryAfterSeconds = 0 }) => retryAfterSeconds * 1000,
	});
	if (state.loaded !== loaded) setState({ ...start, request: request + 1 });
	else if (data) setState(withPage(state, data, from === NEWEST));

	function workNow(): Work {
		const isLimited = reading?.byTyping && error?.retryAfterSeconds !== undefined;
		if (isLimitNear || isLimited) return { kind: "limit-near" };
		if (!reading) return { kind: "idle" };
		if (error) return { kind: "failed", during: reading.kind, problem: error };
		return failureReason ? { kind: "waiting", problem: failureReason } : { kind: reading.kind };
	}
	const work = workNow();

	/** Aborts what is pending, and reads something else, or nothing. An expired checkpoint would be refused each time. */
	function read(next: State["reading"]) {
		clearTimeout(typing.current);
		const isExpired = error?.about === "rejected";
		setState(({ listing, ...before }) => ({
			...before,
			listing: isExpired ? { ...listing, isPart: true } : listing,
			reading: next,
			isLimitNear: false,
			request: before.request + 1,
		}));
	}

	function load(kind: "loading-more" | "searching") {
		if (kind === "loading-more" && (work.kind === kind || isSearching(work))) return;
		read({ kind, byTyping: false });
	}

	/**
	 * Starts a search of the rest shortly after the last key, and ends it when the box is empty. A pending search serves every
	 * text; one that has failed, or has stopped near the rate limit, needs its button. A whole id is not searched for.
	 */
	function follow(text: string) {
		clearTimeout(typing.current);
		const length = pastedId(text) || searchFault(text) ? 0 : text.trim().length;
		if (length === 0 && reading?.byTyping && isSearching(work)) read(null);
		if (length < SEARCH_LENGTH_MIN || work.kind !== "idle" || isWhole(listing)) return;
		typing.current = setTimeout(() => read({ kind: "searching", byTyping: true }), TYPING_PAUSE_MS);
	}

	return { listing, known: state.known, more: state.more, work, load, stop: () => read(null), follow };
}

/** With a page that was read: the newest take the place of a part. A template that has moved in between is included once. */
function withPage(state: State, page: MoreTemplates, isNewest: boolean): State {
	const { reading, more, known, request } = state;
	const { rows, unreadable, isPart } = isNewest ? { rows: [], unreadable: 0, isPart: false } : state.listing;
	const all = new Map([...rows, ...page.rows].map((row) => [row.id, row]));
	const isSearch = reading?.kind === "searching";
	const isLimitNear = isSearch && reading.byTyping && page.isLimitNear && page.next !== null;
	return {
		...state,
		listing: { rows: [...all.values()], unreadable: unreadable + page.unreadable, next: page.next, isPart },
		known: [...new Set([...known, ...all.keys()])],
		more: isSearch ? more : more + 1,
		reading: isSearch && page.next !== null && !isLimitNear ? reading : null,
		isLimitNear,
		request: request + 1,
	};
}
