import { type ListColumns, listAddress, type RowSort, readRowSort, type SearchParams } from "@/app/_tables/list-view";
import type { ExchangeSummary } from "@/lib/dashboard/exchanges/exchanges";
import { pathWords } from "./call-words";

export const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** Value and text. "failed" is what the overview counts: no response, 5xx, 401, 403 or 429. */
export const RESPONSES = [
	["2xx", "Success (2xx)"],
	["4xx", "Refused (4xx)"],
	["5xx", "Fault (5xx) or no response"],
	["failed", "Errors"],
] as const;

/** The filter of the calls in the URL; null or empty: all. */
export type CallFilter = {
	/** Reference of the action or page that made the calls: eight hexadecimal digits. */
	reference: string | null;
	method: (typeof METHODS)[number] | null;
	response: (typeof RESPONSES)[number][0] | null;
	/** Contained in the path or the query. */
	text: string;
	/** The order of the list. */
	sort: RowSort | null;
};

/** Parses the query; invalid values are ignored. @param columns of the list, by which it can be sorted */
export function readCallFilter(columns: ListColumns<never>, parameters: SearchParams): CallFilter {
	const { reference, method, answer, path, sort } = parameters;
	return {
		reference: typeof reference === "string" && /^[0-9a-f]{8}$/.test(reference) ? reference : null,
		method: METHODS.find((one) => one === method) ?? null,
		response: RESPONSES.find(([one]) => one === answer)?.[0] ?? null,
		text: typeof path === "string" ? path.trim() : "",
		sort: readRowSort(columns, sort),
	};
}

export function isFiltered(filter: CallFilter): boolean {
	return callsAddress({ ...filter, sort: null }) !== "/api-calls";
}

/** The URL of the list, or of one call beside it. @param id of that call */
export function callsAddress({ reference, method, response, text, sort }: CallFilter, id = ""): string {
	const path = id === "" ? "/api-calls" : `/api-calls/${encodeURIComponent(id)}`;
	return listAddress(path, { reference, method, answer: response, path: text, sort });
}

type Call = Pick<ExchangeSummary, "method" | "url" | "status">;

/** Whether a call matches by method, response and path; the store filters by reference and "failed". */
export function isChosen({ method, response, text }: CallFilter, call: Call): boolean {
	if (method !== null && call.method !== method) return false;
	// Without a response it is a fault.
	const kind = `${Math.floor((call.status ?? 500) / 100)}xx`;
	if (response !== null && response !== "failed" && kind !== response) return false;
	const { path, query } = pathWords(call.url);
	return [call.url, path + query].some((words) => words.toLowerCase().includes(text.toLowerCase()));
}
