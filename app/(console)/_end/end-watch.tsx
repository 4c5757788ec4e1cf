"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";

const POLL_EVERY_MS = 2000;

/** Never shown: the next request may succeed. */
const noResponse: Problem = { title: "No answer", message: "The console could not be reached." };

/** Polls whether a token is gone, and then refreshes the page. */
export function RevocationWatch({ id }: { id: string }) {
	const [client] = useState(() => new QueryClient());
	return (
		<QueryClientProvider client={client}>
			<Watch id={id} />
		</QueryClientProvider>
	);
}

function Watch({ id }: { id: string }) {
	const router = useRouter();
	const { data } = useQuery({
		queryKey: ["refresh-token-state", id],
		queryFn: ({ signal }) =>
			readJson<{ state: "present" | "gone" }>(`/api/console/refresh-tokens/${encodeURIComponent(id)}`, {
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
