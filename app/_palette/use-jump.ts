import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import { isTokenId } from "@/app/(console)/refresh-tokens/_find/token-id";
import { pastedId } from "@/app/(console)/templates/_list/list-query";
import { lastWrite } from "@/components/layout/last-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import type { Role } from "@/lib/dashboard/session/permissions";
import { jumpGroups } from "./jump-groups";
import type { JumpStartResponse, JumpUsersResponse } from "./jump-option";

const FRESH_MS = 30_000;
const TYPING_PAUSE_MS = 250;

const noResponse: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. Close the search and open it again to try once more.",
};

/** The results for a text as it is typed. What was read before a write is read again. */
export function useJump(text: string, rights: { role: Role; hasOutbox: boolean }, pathname: string) {
	const paused = usePaused(text.trim());
	const written = lastWrite();
	const start = useQuery({
		queryKey: ["jump", written],
		queryFn: ({ signal }): Promise<JumpStartResponse> => readJson("/api/console/jump", { signal, noResponse }),
		staleTime: ({ state }) => (state.data?.problem ? 0 : FRESH_MS),
	});
	const found = useQuery({
		queryKey: ["jump", written, "users", paused],
		queryFn: ({ signal }): Promise<JumpUsersResponse> =>
			readJson(`/api/console/jump/users?q=${searchParameter(paused)}`, { signal, noResponse }),
		enabled: wantsUsers(paused),
		staleTime: ({ state }) => (state.data?.problem ? 0 : FRESH_MS),
		placeholderData: keepPreviousData,
	});
	const isBehind = paused !== text.trim() || found.isPlaceholderData;
	const needle = text.trim().toLowerCase();
	const users = (wantsUsers(text) && found.data?.users) || [];
	const groups = jumpGroups({
		text,
		...rights,
		pathname,
		templates: start.data?.templates ?? null,
		tokens: start.data?.tokens ?? [],
		applications: start.data?.applications ?? [],
		applicationsRead: start.data?.applicationsRead,
		// Until the response arrives, those of the previous one that still match.
		users: isBehind
			? users.filter(({ id, label, name }) => [id, label, name].some((one) => one?.toLowerCase().startsWith(needle)))
			: users,
	});
	return {
		groups,
		isSearching: start.isFetching || (wantsUsers(text) && (isBehind || found.isFetching)),
		problem: start.data?.problem ?? (wantsUsers(text) ? found.data?.problem : undefined),
		noUserSearch: wantsUsers(text) && found.data?.users === null,
		unreadableUsers: (wantsUsers(text) && !isBehind && found.data?.unreadableUsers) || 0,
	};
}

/** The debounced text. */
function usePaused(text: string): string {
	const [paused, setPaused] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return paused;
}

const TEXT_LENGTH_MIN = 2;

/** Whether a text may mean a user: each search calls the tenant, and no user has the id of a template or token. */
export function wantsUsers(typed: string): boolean {
	const text = typed.trim();
	return text.length >= TEXT_LENGTH_MIN && !searchFault(text) && !isTokenId(text) && pastedId(text) === null;
}
