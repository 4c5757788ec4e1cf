"use client";

import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { readJson } from "@/app/_forms/read-json";
import { lastWrite } from "@/components/layout/last-write";
import { browserClock } from "@/components/ui/browser-clock";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { searchParameter } from "@/lib/dashboard/search-text";
import { SearchResults } from "./search-results";
import type { TokenSearchResult } from "./token-search-result";

const FRESH_MS = 10_000;

// One client per tab, so that the same text within a few seconds needs no request, unless something was written since.
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

export type TokenSearchResponse = { result: TokenSearchResult } | { problem: Problem };

/** Results that update as the user types. */
export function ClientResults({ text }: { text: string }) {
	return (
		<QueryClientProvider client={client}>
			<Results text={text} />
		</QueryClientProvider>
	);
}

function Results({ text }: { text: string }) {
	const { data, isFetching } = useQuery({
		queryKey: ["refresh-tokens", text, typeof document === "undefined" ? "" : lastWrite()],
		queryFn: ({ signal }) =>
			readJson<TokenSearchResponse>(`/api/console/refresh-tokens?q=${searchParameter(text)}`, {
				signal,
				noResponse: unreachable,
			}),
		staleTime: ({ state: { data } }) => (data && "problem" in data ? 0 : FRESH_MS),
		placeholderData: keepPreviousData,
	});
	return (
		<div className="grid gap-4" aria-busy={isFetching}>
			<p role="status" className="text-sm text-muted">
				{isFetching ? "Searching…" : data && "result" in data ? summary(data.result) : ""}
			</p>
			{data && "problem" in data ? <ProblemAlert problem={data.problem} /> : null}
			{data && "result" in data ? <SearchResults result={data.result} clock={browserClock()} /> : null}
		</div>
	);
}

const unreachable: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. Press Search to try again.",
};

function summary(result: TokenSearchResult): string {
	switch (result.kind) {
		case "place":
			return `The identifier is that of ${/^[aeiou]/.test(result.resource) ? "an" : "a"} ${result.resource}.`;
		case "users":
			return `${result.users.length} users found.`;
		case "tokens":
			return `${result.tokens.length}${result.next ? " or more" : ""} refresh tokens found.`;
		case "nothing":
			return "Nothing found.";
	}
}
