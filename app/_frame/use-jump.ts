import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readTyped } from "@/app/_forms/queries";
import { lastWrite } from "@/components/layout/last-write";
import { resourceOfId } from "@/lib/dashboard/resources/resources";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import type { Found, JumpResponse, JumpRights } from "./jump";
import { jumpGroups } from "./jump-groups";

const ADDRESS = "/api/console/jump";
const FRESH_MS = 30_000;
const KEPT_MS = 5 * 60_000;

/** The palette's results for a text as it is typed. */
export function useJump(text: string, rights: JumpRights, pathname: string) {
	const { found, areUsersAwaited, ...state } = useFound(text);
	return { ...state, groups: jumpGroups(text, rights, pathname, found, areUsersAwaited) };
}

/**
 * What a text is searched for in, and the users that match it. What was read is used again for a while, until the next write.
 */
export function useFound(text: string) {
	const start = useQuery<JumpResponse>({
		queryKey: [ADDRESS, lastWrite()],
		staleTime: ({ state }) => (state.data?.unread ? 0 : FRESH_MS),
		gcTime: KEPT_MS,
	});
	const isSearched = wantsUsers(text);
	const matching = useQuery<JumpResponse>({
		queryKey: [`${ADDRESS}?q=${searchParameter(text.trim())}`, lastWrite()],
		queryFn: readTyped,
		enabled: isSearched,
		placeholderData: keepPreviousData,
		staleTime: FRESH_MS,
		gcTime: KEPT_MS,
	});
	const isBehind = matching.isPlaceholderData;
	const { found: users = [], notes }: Partial<JumpResponse> = (isSearched && matching.data) || {};
	// Until the response arrives, those of the previous one are searched.
	const found = users.map((one): Found => (isBehind ? { ...one, are: "by name" } : one));
	const areUsersAwaited = isSearched && matching.isFetching;
	return {
		found: [...(start.data?.found ?? []), ...found],
		areUsersAwaited,
		isSearching: start.isFetching || areUsersAwaited,
		problem: start.error ?? start.data?.unread ?? matching.error,
		notes: isBehind ? undefined : notes,
	};
}

const TEXT_LENGTH_MIN = 2;

/** Whether a text may mean a user: each search calls the tenant, and no user has the identifier of another resource. */
export function wantsUsers(typed: string): boolean {
	const text = typed.trim();
	return text.length >= TEXT_LENGTH_MIN && !searchFault(text) && (resourceOfId(text) ?? "user") === "user";
}
