import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, NEWEST } from "./listing";
import type { LoadedTemplates, MoreTemplates } from "./read-templates";

export type PageResponse = (MoreTemplates & { problem?: undefined }) | { problem: Problem };

const noResponse: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. What is loaded stays.",
};

/** The page of templates behind a checkpoint, or why there is none. @param take templates a page; the service's default */
export async function loadPage(checkpoint: string, signal: AbortSignal, take?: number): Promise<PageResponse> {
	const query = new URLSearchParams({ from: checkpoint });
	if (take) query.set("take", String(take));
	return readJson<PageResponse>(`/templates/rows?${query}`, { signal, noResponse }).catch(() => ({
		problem: noResponse,
	}));
}

const WAIT_SECONDS_MIN = 1;
const WAIT_SECONDS_MAX = 60;

type SearchAll = {
	/** Nobody has pressed a button for it: it ends where the tenant's rate limit is near. */
	isByItself: boolean;
	signal: AbortSignal;
	load: (checkpoint: string) => Promise<PageResponse>;
	/** Resolves after so many seconds, or once the signal is aborted. */
	wait: (seconds: number) => Promise<void>;
	onPage: (listing: Listing) => void;
	onWait: (seconds: number) => void;
};

/**
 * Reads the rest of the tenant's templates, one page after the other, and waits where the tenant asks for it.
 * @returns what ended it early, or null where everything is read or it was stopped
 */
export async function searchAll(
	start: Listing,
	{ isByItself, signal, load, wait, onPage, onWait }: SearchAll,
): Promise<Problem | "limit-near" | null> {
	let listing = start;
	while (listing.rest !== null) {
		const checkpoint = listing.rest;
		const answer = await load(checkpoint);
		if (signal.aborted) return null;
		if (!answer.problem) {
			listing = withPage(listing, checkpoint, answer);
			onPage(listing);
			if (isByItself && answer.isLimitNear && listing.rest !== null) return "limit-near";
			continue;
		}
		const seconds = secondsToWait(answer.problem);
		if (seconds === null) return answer.problem;
		if (isByItself) return "limit-near";
		onWait(seconds);
		await wait(seconds);
		if (signal.aborted) return null;
	}
	return null;
}

function secondsToWait({ retryAfterSeconds }: Problem): number | null {
	if (retryAfterSeconds === undefined) return null;
	return Math.min(Math.max(retryAfterSeconds, WAIT_SECONDS_MIN), WAIT_SECONDS_MAX);
}

/** Resolves after so many seconds, or once the signal is aborted. */
export function waitSeconds(seconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, seconds * 1000);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}

/** The listing together with the page behind a checkpoint of it. A template that moved along is there once. */
export function withPage(listing: Listing, checkpoint: string, page: LoadedTemplates): Listing {
	const { rows, next, rest } = listing;
	const goesOn = checkpoint === rest;
	const head = goesOn ? rows.slice(0, listing.covered) : rows;
	const added = without(page.rows, head);
	if (goesOn && page.next === null) {
		// Read to the end: what was loaded before and has not come by is no longer there.
		const all = [...head, ...added];
		return { rows: all, next: null, covered: all.length, rest: null };
	}
	const tail = goesOn ? without(rows.slice(listing.covered), added) : [];
	return {
		rows: [...head, ...added, ...tail],
		next: checkpoint === next ? page.next : next,
		covered: goesOn ? head.length + added.length : listing.covered,
		rest: goesOn ? page.next : rest,
	};
}

/** The same rows, to be read again from the newest on: a checkpoint holds for a day only. */
export function readAgain(listing: Listing): Listing {
	return { ...listing, covered: 0, rest: NEWEST };
}

type Rows = LoadedTemplates["rows"];

function without(rows: Rows, others: Rows): Rows {
	const known = new Set(others.map(({ id }) => id));
	return rows.filter(({ id }) => !known.has(id));
}
