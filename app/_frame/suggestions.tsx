import { ProblemAlert } from "@/app/_page/problem-alert";
import { PageLink } from "@/components/layout/links";
import { resources } from "@/lib/dashboard/resources/resources";
import { searchParameter } from "@/lib/dashboard/search-text";
import { FoundPlaces } from "./found-places";
import { foundGroups, pastedPlace } from "./jump-groups";
import { useFound } from "./use-jump";

/** What a text finds as it is typed. Enter in the field searches for it on a page. */
export function Suggestions({ text, path }: { text: string; path: string }) {
	const { found, areUsersAwaited, isSearching, problem, notes = [] } = useFound(text);
	const pasted = pastedPlace(text);
	const groups = pasted ? [{ title: "Go to", options: [pasted] }] : foundGroups(text, found, areUsersAwaited);
	const count = groups.reduce((sum, { options }) => sum + options.length, 0);
	return (
		<>
			<FoundPlaces groups={groups} />
			{problem ? <ProblemAlert problem={problem} /> : null}
			<div className="flex flex-wrap justify-between gap-x-4 border-t border-line px-2 pt-2 text-xs text-muted">
				<p role="status">
					{isSearching ? "Searching…" : count === 0 ? "Nothing found." : count === 1 ? "1 result" : `${count} results`}{" "}
					{notes.join(" ")}
				</p>
				<PageLink href={`${path}?q=${searchParameter(text)}`} className="underline underline-offset-2">
					All results
				</PageLink>
				<PageLink
					href={`${resources.template.path}?q=${searchParameter(text)}`}
					className="underline underline-offset-2"
				>
					Search all templates
				</PageLink>
			</div>
		</>
	);
}
