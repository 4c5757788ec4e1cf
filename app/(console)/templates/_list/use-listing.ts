import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, readTyped } from "@/app/_forms/queries";
import { useHydrated } from "@/components/ui/use-hydrated";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { searchFault } from "@/lib/dashboard/search-text";
import { pastedId, type TemplateView } from "./list-query";
import type { LoadedTemplates, MoreTemplates } from "./read-templates";
import { isWhole, type Listing, type Work } from "./search-words";

/** The checkpoint of the newest templates. */
const NEWEST = "";
const SEARCH_LENGTH_MIN = 2;

type State = {
	loaded: LoadedTemplates;
	listing: Listing;
	/** The identifiers of all that was ever listed. */
	known: readonly string[];
	/** How many pages “Load more” has added. */
	more: number;
	/** What a button has started or stopped, or how the last work has ended. While it is idle, typing starts a search. */
	work: Work;
	/** Another one for each request. */
	request: number;
};

/**
 * The loaded templates of the tenant, and functions to load the next page, or the rest page by page. A text starts a search of
 * the rest, which serves each later one and ends without a text, or near the tenant's rate limit. One that a button started
 * waits where the limit requires it. What was stopped, or has failed, needs its button.
 * @param loaded others where the page was read again: the list begins anew with them
 * @param isPart whether `loaded` begins after the newest ones
 * @param view the list opens the template of an ID, and the matrix searches for it
 */
export function useListing(loaded: LoadedTemplates, isPart: boolean, text: string, view: TemplateView) {
	const known = loaded.rows.map(({ id }) => id);
	const start: State = { loaded, listing: { ...loaded, isPart }, known, more: 0, work: { kind: "idle" }, request: 0 };
	const [state, setState] = useState(start);
	const { listing, more, request } = state;
	const isOpened = view === "list" && pastedId(text) !== null;
	const isText = !isOpened && !searchFault(text) && text.trim().length >= SEARCH_LENGTH_MIN;
	const byTyping = useHydrated() && state.work.kind === "idle" && isText && !isWhole(listing);
	const work: Work = byTyping ? { kind: "searching" } : state.work;
	const isSearch = work.kind === "searching";
	const from = (isSearch && listing.isPart ? null : listing.next) ?? NEWEST;
	const query = new URLSearchParams({ from, take: String(isSearch ? PAGE_SIZE_MAX : PAGE_SIZE_DEFAULT) });
	const { data, error, failureReason } = useQuery<MoreTemplates>({
		queryKey: [`/templates/rows?${query}`, request],
		queryFn: byTyping && listing.rows === loaded.rows ? readTyped : read,
		enabled: isSearch || work.kind === "loading-more",
		retry: (_, { retryAfterSeconds }) => isSearch && !byTyping && retryAfterSeconds !== undefined,
		retryDelay: (_, { retryAfterSeconds = 0 }) => retryAfterSeconds * 1000,
	});

	/** Aborts what is pending. */
	function change(changed: Partial<State>) {
		setState((before) => ({ ...before, ...changed, request: before.request + 1 }));
	}

	if (state.loaded !== loaded) setState({ ...start, request: request + 1 });
	else if (data) {
		const isLast = !isSearch || data.next === null;
		change({
			...withPage(state, data, from === NEWEST),
			more: isSearch ? more : more + 1,
			work: isLast ? { kind: "idle" } : byTyping && data.isLimitNear ? { kind: "limit-near" } : state.work,
		});
	} else if (error) {
		const isLimited = byTyping && error.retryAfterSeconds !== undefined;
		const during = isSearch ? "searching" : "loading-more";
		change({
			// An expired checkpoint would be refused each time.
			listing: { ...listing, isPart: listing.isPart || error.about === "rejected" },
			work: isLimited ? { kind: "limit-near" } : { kind: "failed", during, problem: error },
		});
	}

	function load(kind: "loading-more" | "searching") {
		if (kind === "searching" || (work.kind !== kind && !isSearch)) change({ work: { kind } });
	}
	return {
		listing,
		known: state.known,
		more,
		work: failureReason ? ({ kind: "waiting", problem: failureReason } satisfies Work) : work,
		load,
		stop: () => change({ work: { kind: "stopped" } }),
	};
}

/** With a page that was read: the newest take the place of a part. A template that has moved in between is included once. */
function withPage({ listing, known }: State, page: MoreTemplates, isNewest: boolean): Pick<State, "listing" | "known"> {
	const { rows, unreadable, isPart } = isNewest ? { rows: [], unreadable: 0, isPart: false } : listing;
	const all = new Map([...rows, ...page.rows].map((row) => [row.id, row]));
	return {
		listing: { rows: [...all.values()], unreadable: unreadable + page.unreadable, next: page.next, isPart },
		known: [...new Set([...known, ...all.keys()])],
	};
}
