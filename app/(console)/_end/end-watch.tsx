"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { MetadataResource } from "@/lib/dashboard/registry/resources";

const POLL_EVERY_MS = 2000;

/** Never shown: the next request may succeed. */
const noResponse: Problem = { title: "No answer", message: "The console could not be reached." };

type EndWatchProps = { resource: MetadataResource; id: string };

/** Polls whether a token or session is gone, and then refreshes the page. */
export function EndWatch(props: EndWatchProps) {
	const [client] = useState(() => new QueryClient());
	return (
		<QueryClientProvider client={client}>
			<Watch {...props} />
		</QueryClientProvider>
	);
}

function Watch({ resource, id }: EndWatchProps) {
	const router = useRouter();
	const { data } = useQuery({
		queryKey: ["presence", resource, id],
		queryFn: ({ signal }) =>
			readJson<{ state: "present" | "gone" }>(`/api/console/presence?${new URLSearchParams({ resource, id })}`, {
				signal,
				noResponse,
			}),
		refetchInterval: POLL_EVERY_MS,
	});
	useEffect(() => {
		if (data && "state" in data && data.state === "gone") router.refresh();
	}, [data, router]);
	return null;
}
