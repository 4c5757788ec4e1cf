"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { noteWrite } from "@/components/layout/last-write";
import { presenceAddress, type Watched } from "./watched";

/** Between two requests, in seconds; after the last one it is not watched any more. */
const WAITS_SECONDS = [2, 3, 5, 8, 13, 21];
const WAIT_SECONDS_MAX = 30;

const STILL_LISTED = "Still listed, and not watched any more.";
const NOT_KNOWN = "Whether that is still so is not known, and it is not watched any more.";

type RevocationWatchProps = { watched: Watched };

/** Watches for a minute whether tokens or sessions are gone, and then refreshes the page. */
export function RevocationWatch(props: RevocationWatchProps) {
	const [client] = useState(() => new QueryClient());
	return (
		<QueryClientProvider client={client}>
			<Watch {...props} />
		</QueryClientProvider>
	);
}

function Watch({ watched }: RevocationWatchProps) {
	const router = useRouter();
	const requests = useRef(0);
	/** Why it is not watched any more; null: it is. */
	const [stopped, setStopped] = useState<string | null>(null);
	useQuery({
		queryKey: ["presence", watched],
		queryFn: async ({ signal }) => {
			const found = await lookUpPresence(watched, signal);
			requests.current += 1;
			const next = WAITS_SECONDS[requests.current];
			const seconds = Math.max(next ?? 0, found.waitSeconds ?? 0);
			if (found.state === "gone") {
				setStopped("");
				// Pages that were read since the request show it too.
				noteWrite();
				router.refresh();
			} else if (found.state === "refused") setStopped(`This page can't look again: ${found.reason}.`);
			else if (next === undefined || seconds > WAIT_SECONDS_MAX)
				setStopped(found.state === "present" ? STILL_LISTED : NOT_KNOWN);
			return { seconds };
		},
		// The page has just looked. While its tab is hidden, no request is made.
		initialData: { seconds: WAITS_SECONDS[0] ?? 0 },
		staleTime: Number.POSITIVE_INFINITY,
		refetchInterval: ({ state }) => (state.data ? state.data.seconds * 1000 : false),
		retry: false,
		enabled: stopped === null,
	});
	return <p role="status">{stopped ?? "This page looks again by itself, less and less often, for a minute."}</p>;
}

/** `unknown`: the next request may tell; `refused`: none will. `waitSeconds`: not before then. */
type Look =
	| { state: "present" | "gone" | "unknown"; waitSeconds?: number }
	| { state: "refused"; reason: string; waitSeconds?: undefined };

type Body = { state?: "present" | "gone"; problem?: { title: string; retryAfterSeconds?: number } };

/** One request to the handler of this console. @throws only where it is aborted by the signal */
async function lookUpPresence(watched: Watched, signal: AbortSignal): Promise<Look> {
	try {
		const response = await fetch(presenceAddress(watched), { signal });
		const body: Body = await response.json();
		if (body.state) return { state: body.state };
		const { title = "not allowed", retryAfterSeconds } = body.problem ?? {};
		if (response.status === 401 || response.status === 403) return { state: "refused", reason: title };
		return { state: "unknown", ...(retryAfterSeconds !== undefined && { waitSeconds: retryAfterSeconds }) };
	} catch (error) {
		if (signal.aborted) throw error;
		return { state: "unknown" };
	}
}
