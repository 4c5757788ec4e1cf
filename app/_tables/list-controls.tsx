import { PageLink } from "@/components/layout/links";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { searchFault } from "@/lib/dashboard/search-text";
import type { ListView } from "./list-view";

type ListFilterProps = { path: string; view: ListView; label: string };

/** Filters a list by its address, without scripts as well. Order and page stay. */
export function ListFilter({ path, view, label }: ListFilterProps) {
	return (
		<form className="flex flex-wrap items-end gap-3" action={path}>
			{view.sort ? <input type="hidden" name="sort" value={view.sort} /> : null}
			{view.page > 0 ? <input type="hidden" name="page" value={view.page} /> : null}
			<div className="min-w-0 max-w-sm flex-1">
				<TextField
					type="search"
					name="q"
					label={label}
					error={searchFault(view.q)}
					defaultValue={view.q}
					autoComplete="off"
				/>
			</div>
			<Button>Filter</Button>
		</form>
	);
}

type ListPagesProps = {
	label: string;
	/** Addresses; null on the first page, and on the last. */
	first: string | null;
	next: string | null;
};

/** Links to the other pages of a list. */
export function ListPages({ label, first, next }: ListPagesProps) {
	return (
		<nav aria-label={label} className="flex flex-wrap gap-3 empty:hidden">
			{first ? (
				<PageLink href={first} className={buttonClass()}>
					First page
				</PageLink>
			) : null}
			{next ? (
				<PageLink href={next} className={buttonClass()}>
					Next page
				</PageLink>
			) : null}
		</nav>
	);
}
