import { answerRequest, requestWide } from "./request-wide.ts";

/** A page, an action or a handler of the dashboard that is being carried out. */
export type ShownPage = {
	/** What a page says of itself that is not in its markup: pages of Next have no hand in the status of their answer. */
	isMissing: boolean;
	/** Why nobody can be told anything: the end of a sentence that begins with "The store". */
	storeFault: string | null;
	/** Its place among those that are carried out at the same time; null where it needs none. */
	visit: Visit | null;
};

export type Visit = {
	/**
	 * Gives the place to somebody else until a piece of work is done that is nothing but waiting.
	 * @param refusal what is thrown where too many wait like that already; nothing was begun then
	 */
	whileAway: <Result>(work: () => Promise<Result>, refusal: () => Error) => Promise<Result>;
};

const shown = requestWide<ShownPage | null>("shown-page", () => null);

/** Runs what renders a page; what the page says is on `page` before the first byte is sent. */
export function showPage<Result>(page: ShownPage, render: () => Result): Result {
	return answerRequest(() => {
		shown.set(page);
		return render();
	});
}

/** The page that is rendered tells of something that is not there. */
export function markMissing(): void {
	const page = shown.get();
	if (page) page.isMissing = true;
}

/** The page that is rendered breaks off because the store can't be read. */
export function markStoreFault(fault: string): void {
	const page = shown.get();
	if (page) page.storeFault = fault;
}

/** Waits for the tenant, so that meanwhile others are served. @throws what `refusal` gives where too many wait already */
export function waitForTenant<Result>(work: () => Promise<Result>, refusal: () => Error): Promise<Result> {
	const visit = shown.get()?.visit;
	return visit ? visit.whileAway(work, refusal) : work();
}
