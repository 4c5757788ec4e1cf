"use client";

import { useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import { PageLink } from "@/components/layout/links";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { pageOf } from "@/lib/dashboard/resources/resources";

export type TokenCountResponse = { count: number } | { problem: Problem };

const noResponse: Problem = { title: "No answer", message: "This console can't be reached just now." };

/**
 * The number of a user's refresh tokens, on demand: each costs a call to the tenant. It is one link in all states, so that the
 * focus stays on it, to where the tokens are listed.
 */
export function TokenCount({ userId, name }: { userId: string; name: string }) {
	const [state, setState] = useState<{ isPending?: true; count?: number; problem?: Problem }>({});
	const { isPending, count, problem } = state;

	async function request() {
		if (isPending) return;
		setState({ isPending: true });
		const address = `/api/console/users/${encodeURIComponent(userId)}/refresh-tokens`;
		setState(await readJson<TokenCountResponse>(address, { noResponse }));
	}

	const isCounted = count !== undefined;
	const label = isCounted ? `${count} ${count === 1 ? "token" : "tokens"} of ${name}` : `Count the tokens of ${name}`;
	return (
		<span role="status">
			<PageLink
				href={`${pageOf("user", userId)}#refresh-tokens`}
				inPlace={isCounted ? undefined : () => void request()}
				aria-label={problem ? undefined : label}
				title={problem?.message}
				data-pending={isPending ? "count" : undefined}
				className="inline-flex min-h-6 min-w-6 items-center text-accent tabular-nums underline-offset-2 hover:underline"
			>
				{count ?? (problem ? `${problem.title}. Try again` : "Count")}
			</PageLink>
		</span>
	);
}
