import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type ListQuery, listAddress } from "./list-query";

type NoneFoundProps = {
	query: ListQuery;
	/** All of the tenant's templates were searched. */
	isAll: boolean;
	/** Empties the search in place. */
	onClear: () => void;
};

/** Shown in place of an empty table: the reason, and a way back. */
export function NoneFound({ query, isAll, onClear }: NoneFoundProps) {
	const { search, finding } = query;
	const hasSearch = search.trim() !== "";
	if (!hasSearch && finding === null) {
		return (
			<EmptyState title="No templates in this part of the list">
				<PageLink href={listAddress({ ...query, from: null, pages: 1 })} className={buttonClass()}>
					Newest templates
				</PageLink>
			</EmptyState>
		);
	}
	return (
		<EmptyState title="No template matches">
			<p>
				{isAll ? "No template of the tenant" : "None of the loaded ones"}{" "}
				{hasSearch ? "has this in its name, purpose or id" : "is one of those that the list is narrowed to"}
				{hasSearch && finding ? " and is one of those that the list is narrowed to." : "."}
			</p>
			<a
				href={listAddress({ ...query, search: "", finding: null })}
				onClick={(event) => {
					if (finding || event.metaKey || event.ctrlKey || event.shiftKey) return;
					event.preventDefault();
					onClear();
				}}
				className={buttonClass()}
			>
				{hasSearch ? "Clear search" : "Show all"}
			</a>
		</EmptyState>
	);
}
