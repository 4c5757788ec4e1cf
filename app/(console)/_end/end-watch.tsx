"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { presenceAddress, type Watched } from "./watched";

const POLL_EVERY_MS = 2000;

/** Never shown: the next request may succeed. */
const noResponse: Problem = { title: "No answer", message: "The console could not be reached." };

type EndWatchProps = { watched: Watched };

/** Polls whether tokens or sessions are gone, and then refreshes the page. */
export function EndWatch(props: EndWatchProps) {
	const [client] = useState(() => new QueryClient());
	return (
		<QueryClientProvider client={client}>
			<Watch {...props} />
		</QueryClientProvider>
	);
}

function Watch({ watched }: EndWatchProps) {
	const router = useRouter();
	const { data } = useQuery({
		queryKey: ["presence", watched],
		queryFn: ({ signal }) => readJson<{ state: "present" | "gone" }>(presenceAddress(watched), { signal, noResponse }),
		refetchInterval: POLL_EVERY_MS,
	});
	useEffect(() => {
		if (data && "state" in data && data.state === "gone") router.refresh();
	}, [data, router]);
	return null;
}
