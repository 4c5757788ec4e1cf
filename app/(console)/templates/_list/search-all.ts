import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Listing } from "./listing";
import type { PageAnswer } from "./load-page";
import { withPage } from "./with-page";

const WAIT_SECONDS_MIN = 1;
const WAIT_SECONDS_MAX = 60;

type SearchAll = {
	signal: AbortSignal;
	load: (checkpoint: string) => Promise<PageAnswer>;
	/** Resolves after so many seconds, or once the signal is aborted. */
	wait: (seconds: number) => Promise<void>;
	onPage: (listing: Listing) => void;
	onWait: (seconds: number) => void;
};

/**
 * Reads the rest of the tenant's templates, one page after the other, and waits where the tenant asks for it.
 * @returns what ended it early, or null where everything is read or it was stopped
 */
export async function searchAll(start: Listing, { signal, load, wait, onPage, onWait }: SearchAll) {
	let listing = start;
	while (listing.rest !== null) {
		const checkpoint = listing.rest;
		const answer = await load(checkpoint);
		if (signal.aborted) return null;
		if (!answer.problem) {
			listing = withPage(listing, checkpoint, answer);
			onPage(listing);
			continue;
		}
		const seconds = secondsToWait(answer.problem);
		if (seconds === null) return answer.problem;
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
