import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type ListQuery, templatesAddress } from "./list-query";

type NoneFoundProps = {
	query: ListQuery;
	/** All of the tenant's templates were searched. */
	isAll: boolean;
	/** Empties the search in place. */
	onClear: () => void;
};

/** Shown in place of an empty table: the reason, and a way back. */
export function NoneFound({ query, isAll, onClear }: NoneFoundProps) {
	const { q, show } = query;
	const hasSearch = q.trim() !== "";
	if (!hasSearch && show === null) {
		return (
			<EmptyState title="No templates in this part of the list">
				<PageLink href={templatesAddress({ ...query, from: null, pages: 1 })} className={buttonClass()}>
					Newest templates
				</PageLink>
			</EmptyState>
		);
	}
	const matches = [
		...(hasSearch ? ["has this in its name, purpose or id"] : []),
		...(show ? ["is one of those that the list is narrowed to"] : []),
	];
	return (
		<EmptyState title="No template matches">
			<p>{`${isAll ? "No template of the tenant" : "None of the loaded ones"} ${matches.join(" and ")}.`}</p>
			<PageLink
				href={templatesAddress({ ...query, q: "", show: null })}
				inPlace={show ? undefined : onClear}
				className={buttonClass()}
			>
				{hasSearch ? "Clear search" : "Show all"}
			</PageLink>
		</EmptyState>
	);
}
