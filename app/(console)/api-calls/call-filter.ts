import { type RowSort, rowSortText } from "@/app/_tables/list-view";
import type { ExchangeSummary } from "@/lib/dashboard/exchanges/exchanges";
import { pathWords } from "./call-words";

export const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** Value and text. "failed" is what the overview counts: the service did not let the console in, or did not answer. */
export const ANSWERS = [
	["2xx", "Success (2xx)"],
	["4xx", "Refused (4xx)"],
	["5xx", "Fault (5xx) or no answer"],
	["failed", "No answer, 5xx, 401, 403, 429"],
] as const;

type Method = (typeof METHODS)[number];
type Answer = (typeof ANSWERS)[number][0];

/** Which calls are listed, as the address says; null or empty: all. */
export type CallFilter = {
	/** Of the action or page that the calls were made for: eight hexadecimal digits. */
	reference: string | null;
	method: Method | null;
	answer: Answer | null;
	/** Stands in the path or the query. */
	text: string;
};

type SearchParams = { readonly [name: string]: string | string[] | undefined };

/** Reads it; what can't be is as if it weren't there. */
export function readCallFilter({ reference, method, answer, path }: SearchParams): CallFilter {
	return {
		reference: typeof reference === "string" && /^[0-9a-f]{8}$/.test(reference) ? reference : null,
		method: METHODS.find((one) => one === method) ?? null,
		answer: ANSWERS.find(([one]) => one === answer)?.[0] ?? null,
		text: typeof path === "string" ? path.trim() : "",
	};
}

export function isFiltered({ reference, method, answer, text }: CallFilter): boolean {
	return reference !== null || method !== null || answer !== null || text !== "";
}

/** The address of the list, or of one call beside it. @param id of that call */
export function callsAddress({ reference, method, answer, text }: CallFilter, sort: RowSort | null, id = ""): string {
	const query = new URLSearchParams({
		...(reference ? { reference } : {}),
		...(method ? { method } : {}),
		...(answer ? { answer } : {}),
		...(text ? { path: text } : {}),
		...(sort ? { sort: rowSortText(sort) } : {}),
	}).toString();
	const path = id === "" ? "/api-calls" : `/api-calls/${encodeURIComponent(id)}`;
	return query ? `${path}?${query}` : path;
}

type Call = Pick<ExchangeSummary, "method" | "url" | "status">;

/** Whether a call is one of those by its method, its answer and its path; the reference and "failed" are the store's. */
export function isChosen({ method, answer, text }: CallFilter, call: Call): boolean {
	if (method !== null && call.method !== method) return false;
	if (!hasStatus(answer, call.status)) return false;
	const { path, query } = pathWords(call.url);
	return [call.url, path + query].some((words) => words.toLowerCase().includes(text.toLowerCase()));
}

/** @param status null: none came */
function hasStatus(answer: Answer | null, status: number | null): boolean {
	switch (answer) {
		case "2xx":
			return status !== null && status < 300;
		case "4xx":
			return status !== null && status >= 400 && status < 500;
		case "5xx":
			return status === null || status >= 500;
		default:
			return true;
	}
}
