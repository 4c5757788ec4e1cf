import { listAddress, listedRows, type RowSort, readListView } from "@/app/_tables/list-view";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { resources } from "@/lib/dashboard/resources/resources";
import { searchFault } from "@/lib/dashboard/search-text";
import { type Finding, findingNames } from "./finding";
import type { TemplateRow } from "./template-row";
import { templateColumns } from "./template-table";

/** The list's view in the URL, by the names of its parameters. */
export type ListQuery = {
	q: string;
	/** Only the templates with this finding; null: all. */
	show: Finding | null;
	/** Null: the service's order. */
	sort: RowSort | null;
	/** The checkpoint of the loaded part's start; null for the newest templates. */
	from: string | null;
	/** The number of loaded pages from there on. */
	pages: number;
};

/** Every loaded page is one request when the URL is opened, so they are limited; then a new part begins. */
export const LOADED_PAGES_MAX = 10;

/** The most templates that are changed or exported at once. */
export const CHOSEN_TEMPLATES_MAX = 100;

export function readListQuery(params: Record<string, string | string[] | undefined>): ListQuery {
	const { q, sort } = readListView(templateColumns, params);
	const { show, from } = params;
	// Without scripts the form sends two: the first counts.
	const pages = Math.trunc(Number([params.pages].flat()[0]));
	return {
		q,
		show: findingNames.find((known) => known === show) ?? null,
		sort,
		from: typeof from === "string" && from !== "" ? from : null,
		pages: pages >= 1 ? Math.min(pages, LOADED_PAGES_MAX) : 1,
	};
}

/** The URL of the list with this view. A search that is too long stays on the page alone. */
export function templatesAddress({ q, show, sort, from, pages }: ListQuery): string {
	return listAddress("/templates", { q: searchFault(q) ? "" : q, show, sort, from, pages: pages > 1 ? pages : 0 });
}

/** The view with one more page, or with a new part of the list at the limit. */
export function withMore(query: ListQuery, next: string): ListQuery {
	return query.pages < LOADED_PAGES_MAX ? { ...query, pages: query.pages + 1 } : { ...query, from: next, pages: 1 };
}

/** The part of the view that selects and sorts the loaded rows. */
export type Choice = Pick<ListQuery, "q" | "show" | "sort">;

export function visibleRows(rows: readonly TemplateRow[], { show, ...view }: Choice): TemplateRow[] {
	return listedRows(templateColumns, show ? rows.filter(({ findings }) => findings.includes(show)) : rows, view);
}

/** The template id in a search text, or null. */
export function pastedId(search: string): string | null {
	const id = search.trim();
	return resources.template.idForm.test(id) ? id : null;
}

/** URL of the list of those among the newest 100 templates with this finding. */
export function findingAddress(finding: Finding): string {
	return listAddress("/templates", { show: finding, pages: PAGE_SIZE_MAX / PAGE_SIZE_DEFAULT });
}
