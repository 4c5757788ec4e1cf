import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import { noAnswerToRead, readJson } from "@/app/_forms/read-json";
import { lastWrite } from "@/components/layout/last-write";
import { resourceOfId } from "@/lib/dashboard/resources/resources";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import type { Found, JumpResponse, JumpRights } from "./jump";
import { jumpGroups } from "./jump-groups";

/** One per page load: opening the palette again uses its cache for a while. */
export const jumpClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

const FRESH_MS = 30_000;
const TYPING_PAUSE_MS = 250;

/**
 * A query of the palette. What was read before a write is read again.
 * @param text requested once it has not changed for a moment; null: what the palette begins with
 */
function jumpQuery(text: string | null) {
	const address = `/api/console/jump${text === null ? "" : `?q=${searchParameter(text)}`}`;
	return {
		queryKey: ["jump", lastWrite(), text],
		queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JumpResponse> => {
			if (text !== null) await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
			return readJson(address, { signal, noResponse: noAnswerToRead });
		},
		staleTime: ({ state }: { state: { data: JumpResponse | undefined } }) => (state.data?.problem ? 0 : FRESH_MS),
	};
}

/** The results for a text as it is typed. */
export function useJump(text: string, rights: JumpRights, pathname: string) {
	const start = useQuery(jumpQuery(null), jumpClient);
	const isSearched = wantsUsers(text);
	const searching = { ...jumpQuery(text.trim()), enabled: isSearched, placeholderData: keepPreviousData };
	const matching = useQuery(searching, jumpClient);
	const isBehind = matching.isPlaceholderData;
	const { found: users = [], notes, problem } = (isSearched && matching.data) || {};
	// Until the response arrives, those of the previous one are searched.
	const found = users.map((one): Found => (isBehind ? { ...one, are: "by name" } : one));
	return {
		groups: jumpGroups(text, rights, pathname, [...(start.data?.found ?? []), ...found]),
		isSearching: start.isFetching || (isSearched && matching.isFetching),
		problem: start.data?.problem ?? problem,
		notes: isBehind ? undefined : notes,
	};
}

const TEXT_LENGTH_MIN = 2;

/** Whether a text may mean a user: each search calls the tenant, and no user has the identifier of another resource. */
export function wantsUsers(typed: string): boolean {
	const text = typed.trim();
	return text.length >= TEXT_LENGTH_MIN && !searchFault(text) && (resourceOfId(text) ?? "user") === "user";
}
