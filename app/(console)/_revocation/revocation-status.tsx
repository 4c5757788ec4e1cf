"use client";

import { type QueryFunctionContext, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useRefresh } from "@/components/layout/fresh-pages";
import { noteWrite } from "@/components/layout/last-write";
import { Alert } from "@/components/ui/alert";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { type Watched, wasThere } from "./watched";

/** Before each request; after the last one it is not watched any more. */
const WAITS_SECONDS = [2, 3, 5, 8, 13, 21];
const WAIT_SECONDS_MAX = 30;

/** What is said of it, and in how many seconds it is looked for again; absent: not any more. */
type Look = { words: string; seconds?: number | undefined; isGone?: true };

const WATCHED = "This page checks again by itself for a minute.";

/** Above what an admin requested the end of. It is watched for a minute; once it is gone, the page is read again. */
export function RevocationStatus({ watched }: { watched: Watched }) {
	const { metadata, ends } = resources[watched.resource];
	const isOne = "id" in watched;
	const refresh = useRefresh();
	const parameters = useSearchParams();
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
		refresh();
	}, [isGone, refresh]);
	return (
		<Alert tone="warning" title={ends.requested}>
			<p>
				The tenant has accepted the request and will carry it out shortly. Until then{" "}
				{isOne ? `the ${metadata.one}` : "they"} may still be listed.{" "}
				<a href={`?${parameters}`} className="inline-flex min-h-6 items-center font-medium text-accent underline">
					Check again
				</a>
			</p>
			<p>{ends.stays[isOne ? "one" : "all"]}</p>
			<p role="status">{words}</p>
		</Alert>
	);
}

/** One request to the handler of this console. */
async function look({ client, queryKey, signal }: QueryFunctionContext): Promise<Look> {
	const next = WAITS_SECONDS[(client.getQueryState(queryKey)?.dataUpdateCount ?? 0) + 1];
	const response = await fetch(String(queryKey[0]), { signal }).catch(() => null);
	const { state, problem }: { state?: string; problem?: Problem } = (await response?.json().catch(() => null)) ?? {};
	if (state === "gone") return { words: "", isGone: true };
	if (response?.status === 401 || response?.status === 403)
		return { words: `This page can't check again: ${problem?.title ?? "not allowed"}.` };
	const seconds = Math.max(next ?? 0, problem?.retryAfterSeconds ?? 0);
	if (next !== undefined && seconds <= WAIT_SECONDS_MAX) return { words: WATCHED, seconds };
	return {
		words: state
			? "Still listed. This page no longer checks."
			: "Whether that is still so is not known. This page no longer checks.",
	};
}

type AllGoneProps = {
	resource: MetadataResource;
	userId: string;
	/** When it was requested: those that began later are not among them. */
	at: string;
	/** When those that are listed began. */
	began: readonly (string | null)[];
	/** The user has more, or some that can't be read. */
	isPart: boolean;
};

/** What has become of all of a user, whose end was requested. */
export function AllGone({ resource, userId, at, began, isPart }: AllGoneProps) {
	if (isPart || began.some((time) => wasThere(time, at)))
		return <RevocationStatus watched={{ resource, allOf: userId, until: at }} />;
	const { words, ends } = resources[resource];
	const newer = began.length > 0 ? ": those below are newer" : "";
	return (
		<Alert tone="success" title={`None of those ${words.many} is listed any more${newer}.`}>
			<p>{ends.stays.all}</p>
		</Alert>
	);
}
