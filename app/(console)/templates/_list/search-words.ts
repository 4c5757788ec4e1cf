import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Choice } from "./list-query";
import type { Listing } from "./listing";

/** The list's pending work, or the result of the last one. */
export type Work =
	/** `limit-near`: an automatic search has stopped near the tenant's rate limit. */
	| { kind: "idle" | "loading-more" | "searching" | "stopped" | "limit-near" }
	| { kind: "waiting"; seconds: number }
	| { kind: "failed"; during: "loading-more" | "searching"; problem: Problem };

type View = {
	listing: Pick<Listing, "covered" | "rest"> & { rows: readonly unknown[] };
	found: number;
	query: Choice;
	work: Work;
};

/** `hint` names a button that exists only with scripts; `end` follows it. */
export type StatusWords = { text: string; hint?: string; end?: string };

/** The label of the button that searches the tenant's templates. */
export function searchAllLabel(work: Work): "Search all" | "Stop" | "Resume" {
	if (isSearching(work)) return "Stop";
	return work.kind === "failed" && work.during === "searching" ? "Resume" : "Search all";
}

/** Whether the tenant's templates are being searched, also while waiting for the rate limit. */
export function isSearching({ kind }: Work): boolean {
	return kind === "searching" || kind === "waiting";
}

/** What was searched and found, without claims beyond that. */
export function statusWords(view: View): StatusWords {
	const { listing, found, query, work } = view;
	const loaded = listing.rows.length;
	const hasSearch = isNarrowed(query);
	if (listing.rest === null) return { text: hasSearch ? foundInAll(found, loaded) : `${templates(loaded)}.` };
	if (isSearching(work)) return { text: progress(view, hasSearch) };
	const before = stops[work.kind] ?? "";
	const after = `${sorted(view)}${work.kind === "loading-more" ? " Loading…" : ""}`;
	if (!hasSearch || loaded === 0) return { text: `${before}${templates(loaded)} loaded; the tenant has more.${after}` };
	if (found > 0) return { text: `${before}${count(found)} found among ${part(view)}; the tenant has more.${after}` };
	const none = before ? `${before}none` : "None";
	return {
		text: `${none} among ${part(view)}. The tenant has more`,
		hint: `: “${searchAllLabel(work)}” looks through the rest`,
		end: `.${after}`,
	};
}

const stops: Partial<Record<Work["kind"], string>> = {
	stopped: "Stopped: ",
	"limit-near": "Stopped near the tenant's rate limit: ",
};

function progress({ listing, found, work }: View, hasSearch: boolean): string {
	const loaded = templates(listing.rows.length);
	const soFar = hasSearch
		? `Searching all: ${found > 0 ? count(found) : "none"} found in ${loaded} so far`
		: `Loading all: ${loaded} so far`;
	return work.kind === "waiting"
		? `${soFar}. The tenant's rate limit asks to wait ${work.seconds} s; then the search continues.`
		: `${soFar}…`;
}

function foundInAll(found: number, all: number): string {
	const where = all === 1 ? "the only template" : `all ${templates(all)}`;
	return `${found > 0 ? count(found) : "None"} found in ${where}.`;
}

function part({ listing: { rows, covered } }: View): string {
	return `the ${count(rows.length)} ${covered === rows.length ? "newest" : "loaded"}`;
}

/** Where it differs from the key. */
const sortNames: Readonly<Record<string, string>> = { requested: "number of attributes", updatedAt: "last update" };

function sorted({ listing, found, query: { sort } }: View): string {
	return sort && found > 0
		? ` Sorted by ${sortNames[sort.key] ?? sort.key} among the ${count(listing.rows.length)} loaded.`
		: "";
}

/** How many of the found rows are shown, where not all are. */
export function shownWords(shown: number, found: number, query: Choice): string {
	return `Showing the first ${count(shown)} of ${isNarrowed(query) ? `${count(found)} found` : templates(found)}.`;
}

function isNarrowed({ q, show }: Choice): boolean {
	return q.trim() !== "" || show !== null;
}

/** A number in the page's format: "3,000". */
function count(number: number): string {
	return number.toLocaleString("en");
}

function templates(number: number): string {
	return `${number === 0 ? "No" : count(number)} ${number === 1 ? "template" : "templates"}`;
}
