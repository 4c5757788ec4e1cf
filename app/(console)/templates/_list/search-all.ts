import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, NEWEST } from "./listing";
import type { LoadedTemplates, MoreTemplates } from "./read-templates";

export type PageResponse = (MoreTemplates & { problem?: undefined }) | { problem: Problem };

const noResponse: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. What is loaded stays.",
};

/** The page of templates after a checkpoint, or the problem. @param take templates per page; absent: the service's default */
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
	/** Started by typing rather than by a button: it ends where the tenant's rate limit is near. */
	isAutomatic: boolean;
	signal: AbortSignal;
	load: (checkpoint: string) => Promise<PageResponse>;
	/** Resolves after this many seconds, or once the signal is aborted. */
	wait: (seconds: number) => Promise<void>;
	onPage: (listing: Listing) => void;
	onWait: (seconds: number) => void;
};

/**
 * Reads the rest of the tenant's templates, one page after the other, and waits where the tenant's rate limit requires it.
 * @returns what ended it early, or null where everything is read or it was stopped
 */
export async function searchAll(
	start: Listing,
	{ isAutomatic, signal, load, wait, onPage, onWait }: SearchAll,
): Promise<Problem | "limit-near" | null> {
	let listing = start;
	while (listing.rest !== null) {
		const checkpoint = listing.rest;
		const response = await load(checkpoint);
		if (signal.aborted) return null;
		if (!response.problem) {
			listing = withPage(listing, checkpoint, response);
			onPage(listing);
			if (isAutomatic && response.isLimitNear && listing.rest !== null) return "limit-near";
			continue;
		}
		const seconds = secondsToWait(response.problem);
		if (seconds === null) return response.problem;
		if (isAutomatic) return "limit-near";
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

/** Resolves after this many seconds, or once the signal is aborted. */
export function waitSeconds(seconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, seconds * 1000);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}

/** The listing with the page after one of its checkpoints. A template that has moved is included once. */
export function withPage(listing: Listing, checkpoint: string, page: LoadedTemplates): Listing {
	const { rows, next, rest } = listing;
	const continues = checkpoint === rest;
	const head = continues ? rows.slice(0, listing.covered) : rows;
	const added = without(page.rows, head);
	const count = (listing.unreadable ?? 0) + (page.unreadable ?? 0);
	const unreadable = count > 0 ? { unreadable: count } : {};
	if (continues && page.next === null) {
		// Read to the end: earlier rows that were not read again no longer exist.
		const all = [...head, ...added];
		return { rows: all, ...unreadable, next: null, covered: all.length, rest: null };
	}
	const tail = continues ? without(rows.slice(listing.covered), added) : [];
	return {
		rows: [...head, ...added, ...tail],
		...unreadable,
		next: checkpoint === next ? page.next : next,
		covered: continues ? head.length + added.length : listing.covered,
		rest: continues ? page.next : rest,
	};
}

/** The same rows, to be read again from the newest on: a checkpoint is valid for a day only. */
export function readAgain(listing: Listing): Listing {
	return { ...listing, unreadable: 0, covered: 0, rest: NEWEST };
}

type Rows = LoadedTemplates["rows"];

function without(rows: Rows, others: Rows): Rows {
	const known = new Set(others.map(({ id }) => id));
	return rows.filter(({ id }) => !known.has(id));
}
