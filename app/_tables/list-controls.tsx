import { ButtonLink } from "@/components/layout/links";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { searchFault } from "@/lib/dashboard/search-text";
import { type ListParameters, type ListView, listParameters } from "./list-view";

type ListFilterProps = { path: string; view: ListView; label: string };

/** Filters a list by its address, without scripts as well. Order and page stay. */
export function ListFilter({ path, view, label }: ListFilterProps) {
	return (
		<form className="flex flex-wrap items-end gap-3" action={path}>
			<KeptParameters of={{ sort: view.sort, page: view.page }} />
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

/** What a form that searches a list keeps of its view. */
export function KeptParameters({ of }: { of: ListParameters }) {
	return listParameters(of).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

type ListPagesProps = {
	label: string;
	/** Addresses; null on the first page, and on the last. */
	first: string | null;
	next: string | null;
	/** In place of “First page” and “Next page”. */
	words?: readonly [first: string, next: string];
};

/** Links to the other pages of a list. */
export function ListPages({ label, first, next, words = ["First page", "Next page"] }: ListPagesProps) {
	return (
		<nav aria-label={label} className="flex flex-wrap gap-3 empty:hidden">
			{first ? <ButtonLink href={first}>{words[0]}</ButtonLink> : null}
			{next ? <ButtonLink href={next}>{words[1]}</ButtonLink> : null}
		</nav>
	);
}
