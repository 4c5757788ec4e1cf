"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, useTransition } from "react";
import { PageLink } from "@/components/layout/links";
import { nameInWords } from "@/components/ui/invisible-characters";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { pageOf } from "@/lib/dashboard/resources/resources";

const queryOf = (userId: string) => ({
	queryKey: [`/api/console/users/${encodeURIComponent(userId)}/refresh-tokens`],
});

/**
 * Counts the refresh tokens of all users listed, on demand: each costs a call to the tenant. They are counted one after the
 * other up to the first that fails, which leaves the limit of the tenant to others.
 */
export function CountTokens({ userIds }: { userIds: readonly string[] }) {
	const client = useQueryClient();
	const [isCounting, startCounting] = useTransition();
	const [problem, setProblem] = useState<Problem | null>(null);
	const count = () =>
		startCounting(async () => {
			setProblem(null);
			for (const id of userIds) {
				try {
					await client.fetchQuery(queryOf(id));
				} catch (error) {
					return setProblem(error as Problem);
				}
			}
		});
	return (
		<>
			<button
				type="button"
				onClick={isCounting ? undefined : count}
				data-pending={isCounting ? "count" : undefined}
				className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
			>
				Count refresh tokens
			</button>
			<span role="status" className="text-danger">
				{problem ? `${problem.title}. ${problem.message}` : null}
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
