"use client";

import { useQuery } from "@tanstack/react-query";
import { PageLink } from "@/components/layout/links";
import { classNames } from "@/components/ui/class-names";
import { nameInWords } from "@/components/ui/invisible-characters";
import { pageOf } from "@/lib/dashboard/resources/resources";

/**
 * The number of a user's refresh tokens, on demand: each costs a call to the tenant. It is one link in all states, so that the
 * focus stays on it, to where the tokens are listed.
 */
export function TokenCount({ userId, name }: { userId: string; name: string }) {
	const counting = useQuery<{ count: number }>({
		queryKey: [`/api/console/users/${encodeURIComponent(userId)}/refresh-tokens`],
		enabled: false,
	});
	const { data, error: problem, isFetching } = counting;
	const label = data
		? `${data.count} ${data.count === 1 ? "token" : "tokens"} of ${nameInWords(name)}`
		: `Count the tokens of ${nameInWords(name)}`;
	return (
		<span role="status">
			<PageLink
				href={`${pageOf("user", userId)}#refresh-tokens`}
				inPlace={data ? undefined : () => void counting.refetch()}
				aria-label={problem ? undefined : label}
				title={problem?.message}
				data-pending={isFetching ? "count" : undefined}
				className={classNames(
					"inline-flex min-h-6 min-w-6 items-center text-accent underline-offset-2 hover:underline",
					data && "tabular-nums",
				)}
			>
				{data?.count ?? (problem ? `${problem.title}. Try again` : "Count")}
			</PageLink>
		</span>
	);
}
