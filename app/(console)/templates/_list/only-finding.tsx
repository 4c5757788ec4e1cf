import { PageLink } from "@/components/layout/links";
import { findingTexts } from "./finding-words";
import { type ListQuery, listAddress } from "./list-query";

/** What the list is narrowed to, and the way back. */
export function OnlyFinding({ query }: { query: ListQuery }) {
	if (query.finding === null) return null;
	return (
		<p className="mb-4 flex flex-wrap items-center gap-x-3 text-sm">
			<span className="font-medium">Only: {findingTexts[query.finding]}</span>
			<PageLink
				href={listAddress({ ...query, finding: null })}
				className="inline-flex min-h-6 items-center text-accent underline"
			>
				Show all
			</PageLink>
		</p>
	);
}
