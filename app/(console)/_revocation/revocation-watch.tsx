"use client";

import { type QueryFunctionContext, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { noteWrite } from "@/components/layout/last-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Watched } from "./watched";

/** Before each request; after the last one it is not watched any more. */
const WAITS_SECONDS = [2, 3, 5, 8, 13, 21];
const WAIT_SECONDS_MAX = 30;

/** What is said of it, and in how many seconds it is looked for again; absent: not any more. */
type Look = { words: string; seconds?: number | undefined; isGone?: true };

const WATCHED = "This page looks again by itself, less and less often, for a minute.";

/** Watches for a minute whether tokens or sessions are gone, and then refreshes the page. */
export function RevocationWatch({ watched }: { watched: Watched }) {
	const router = useRouter();
	const { words, isGone } = useQuery<Look>({
		queryKey: [`/api/console/presence?${new URLSearchParams(watched)}`],
		queryFn: look,
		// The page has just looked. While its tab is hidden, no request is made.
		initialData: { words: WATCHED, seconds: WAITS_SECONDS[0] },
		refetchInterval: ({ state }) => (state.data?.seconds ? state.data.seconds * 1000 : false),
	}).data;
	useEffect(() => {
		if (!isGone) return;
		// Pages that were read since the request show it too.
		noteWrite();
		router.refresh();
	}, [isGone, router]);
	return <p role="status">{words}</p>;
}

/** One request to the handler of this console. */
async function look({ client, queryKey, signal }: QueryFunctionContext): Promise<Look> {
	const next = WAITS_SECONDS[(client.getQueryState(queryKey)?.dataUpdateCount ?? 0) + 1];
	const response = await fetch(String(queryKey[0]), { signal }).catch(() => null);
	const { state, problem }: { state?: string; problem?: Problem } = (await response?.json().catch(() => null)) ?? {};
	if (state === "gone") return { words: "", isGone: true };
	if (response?.status === 401 || response?.status === 403)
		return { words: `This page can't look again: ${problem?.title ?? "not allowed"}.` };
	const seconds = Math.max(next ?? 0, problem?.retryAfterSeconds ?? 0);
	if (next !== undefined && seconds <= WAIT_SECONDS_MAX) return { words: WATCHED, seconds };
	return {
		words: state
			? "Still listed, and not watched any more."
			: "Whether that is still so is not known, and it is not watched any more.",
	};
}
