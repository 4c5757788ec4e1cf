// The code that the list needs to load more than its first rows, in one module so that it is one file.
import { readJson } from "@/app/_forms/read-json";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Listing, withPage } from "./listing";
import type { MoreTemplates } from "./read-templates";

export { ProblemAlert } from "@/app/_forms/problem-alert";

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
	load?: (checkpoint: string) => Promise<PageResponse>;
	wait?: (seconds: number) => Promise<void>;
	onPage: (listing: Listing) => void;
	onWait: (seconds: number) => void;
};

/**
 * Reads the rest of the tenant's templates, one page after the other, and waits where the tenant's rate limit requires it.
 * @returns what ended it early, or null where everything is read or it was stopped
 */
export async function searchAll(
	start: Listing,
	{
		isAutomatic,
		signal,
		load = (checkpoint) => loadPage(checkpoint, signal, PAGE_SIZE_MAX),
		wait = (seconds) => waitSeconds(seconds, signal),
		onPage,
		onWait,
	}: SearchAll,
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
