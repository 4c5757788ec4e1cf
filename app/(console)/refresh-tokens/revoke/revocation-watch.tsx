"use client";

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const POLL_EVERY_MS = 2000;

/** Asks now and then whether a token is gone, and shows the page again when it is. */
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
		queryFn: async () => {
			const answer = await fetch(`/api/console/refresh-tokens/${encodeURIComponent(id)}`);
			if (!answer.ok) throw new Error(`answered ${answer.status}`);
			return (await answer.json()) as { state: "present" | "gone" };
		},
		refetchInterval: POLL_EVERY_MS,
	});
	useEffect(() => {
		if (data?.state === "gone") router.refresh();
	}, [data, router]);
	return null;
}
