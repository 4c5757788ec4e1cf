"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { PageLink } from "@/components/layout/links";
import { nameInWords } from "@/components/ui/invisible-characters";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { pageOf } from "@/lib/dashboard/resources/resources";

const queryOf = (userId: string) => ({
	queryKey: [`/api/console/users/${encodeURIComponent(userId)}/refresh-tokens`],
});

/**
 * Counts the refresh tokens of all users listed, on demand: each costs a call to the tenant. They are counted one after the
 * other, up to the first that fails, which leaves the limit of the tenant to others, and no further than the page is shown.
 */
export function CountTokens({ userIds }: { userIds: readonly string[] }) {
	const client = useQueryClient();
	const [counting, setCounting] = useState<"no" | "now" | "done" | Problem>("no");
	const isShown = useRef(true);
	useEffect(() => {
		isShown.current = true;
		return () => {
			isShown.current = false;
		};
	}, []);
	async function count() {
		setCounting("now");
		try {
			for (const id of userIds) if (isShown.current) await client.fetchQuery(queryOf(id));
			setCounting("done");
		} catch (error) {
			setCounting(error as Problem);
		}
	}
	return (
		<>
			<button
				type="button"
				onClick={counting === "now" ? undefined : count}
				data-pending={counting === "now" ? "count" : undefined}
				className="script-only inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
			>
				Count refresh tokens
			</button>
			<span role="status">
				{typeof counting === "object" ? (
					<span className="text-danger">{`${counting.title}. ${counting.message}`}</span>
				) : counting === "done" ? (
					"Counted."
				) : null}
			</span>
		</>
	);
}

/** The number of a user's refresh tokens once it is counted, with a link to where they are listed. */
export function TokenCount({ userId, name }: { userId: string; name: string }) {
	const { data } = useQuery<{ count: number }>({ ...queryOf(userId), enabled: false });
	if (!data) return <span className="text-muted">—</span>;
	return (
		<PageLink
			href={`${pageOf("user", userId)}#refresh-tokens`}
			aria-label={`${data.count} ${data.count === 1 ? "token" : "tokens"} of ${nameInWords(name)}`}
			className="inline-flex min-h-6 min-w-6 items-center tabular-nums text-accent underline-offset-2 hover:underline"
		>
			{data.count}
		</PageLink>
	);
}
