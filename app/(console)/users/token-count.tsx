"use client";

import { type MouseEvent, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import { PageLink } from "@/components/layout/links";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { pageOf } from "@/lib/dashboard/resources/resources";

export type TokenCountResponse = { count: number } | { problem: Problem };

type TokenCountProps = {
	userId: string;
	name: string;
	/** Null until it is requested: each costs a call to the tenant. */
	count: number | null;
	/** The page that shows it without scripts. */
	href: string;
};

/** The number of a user's refresh tokens, on demand: one link in all states, so that the focus stays on it. */
export function TokenCount({ userId, name, count: known, href }: TokenCountProps) {
	const [state, setState] = useState<{ isPending?: true; count?: number; problem?: Problem }>({});
	const count = state.count ?? known;

	async function onClick(event: MouseEvent) {
		if (event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		if (state.isPending) return;
		setState({ isPending: true });
		const address = `/api/console/users/${encodeURIComponent(userId)}/refresh-tokens`;
		setState(await readJson<TokenCountResponse>(address, { noResponse }));
	}

	return (
		<span role="status">
			{count !== null ? (
				<PageLink
					href={`${pageOf("user", userId)}#refresh-tokens`}
					className={LINK}
					aria-label={`${count} ${count === 1 ? "token" : "tokens"} of ${name}`}
				>
					{count}
				</PageLink>
			) : state.problem ? (
				<PageLink href={href} onClick={onClick} title={state.problem.message} className={LINK}>
					{state.problem.title}. Try again
				</PageLink>
			) : (
				<PageLink
					href={href}
					onClick={onClick}
					aria-label={`Count the tokens of ${name}`}
					data-pending={state.isPending ? "count" : undefined}
					className={LINK}
				>
					Count
				</PageLink>
			)}
		</span>
	);
}

const LINK = "inline-flex min-h-6 min-w-6 items-center text-accent tabular-nums underline-offset-2 hover:underline";

const noResponse: Problem = { title: "No answer", message: "This console can't be reached just now." };
