import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Choice } from "./list-query";
import type { LoadedTemplates } from "./read-templates";

/** The loaded part of the tenant's templates. `isPart`: it does not begin with the newest, or can't be continued. */
export type Listing = LoadedTemplates & { isPart: boolean };

/** Whether it is all of the tenant's templates. */
export function isWhole({ isPart, next }: Pick<Listing, "isPart" | "next">): boolean {
	return !isPart && next === null;
}

/** The list's pending work, or the result of the last one. */
export type Work =
	/** `limit-near`: a search that typing started has stopped near the tenant's rate limit. */
	| { kind: "idle" | "loading-more" | "searching" | "stopped" | "limit-near" }
	| { kind: "waiting"; problem: Problem }
	| { kind: "failed"; during: "loading-more" | "searching"; problem: Problem };

type View = {
	listing: Pick<Listing, "isPart" | "next"> & { rows: readonly unknown[] };
	found: number;
	query: Choice;
	work: Work;
};

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
export function statusWords({ listing, found, query, work }: View): string {
	const loaded = listing.rows.length;
	const all = `${loaded === 0 ? "No" : count(loaded)} ${loaded === 1 ? "template" : "templates"}`;
	const hits = `${found === 0 ? "None" : count(found)} found`;
	const isNarrowed = query.q.trim() !== "" || query.show !== null;
	if (isWhole(listing))
		return isNarrowed ? `${hits} in ${loaded === 1 ? "the only template" : `all ${all}`}.` : `${all}.`;
	if (isSearching(work)) {
		const soFar = isNarrowed ? `Searching all: ${hits.toLowerCase()} in ${all} so far` : `Loading all: ${all} so far`;
		return work.kind === "waiting"
			? `${soFar}. The tenant's rate limit is reached; the search continues in ${work.problem.retryAfterSeconds} s.`
			: `${soFar}…`;
	}
	return [
		work.kind === "limit-near" ? "Stopped near the tenant's rate limit." : "",
		isNarrowed && loaded > 0
			? `${hits} among the ${count(loaded)} ${listing.isPart ? "loaded" : "newest"};`
			: `${all} loaded;`,
		"the tenant has more.",
		query.sort && found > 0 ? `Sorted among the ${count(loaded)} loaded.` : "",
		work.kind === "loading-more" ? "Loading…" : "",
	]
		.filter(Boolean)
		.join(" ");
}

/** A number in the page's format: "3,000". */
export function count(number: number): string {
	return number.toLocaleString("en");
}
