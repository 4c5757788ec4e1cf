import { type ListColumns, listAddress, listedRows, type RowSort, readListView } from "@/app/_tables/list-view";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { resources } from "@/lib/dashboard/resources/resources";
import { searchFault } from "@/lib/dashboard/search-text";
import { type PrintCell, printedNames } from "@/lib/dashboard/templates/request-print";
import { type Finding, findingNames } from "./finding";
import type { TemplateRow } from "./template-row";
import { templateColumns } from "./template-table";

/** The pages with the tenant's templates, each with the same search, order and part. */
export const templateViews = { list: "/templates", matrix: "/templates/matrix" } as const;
export type TemplateView = keyof typeof templateViews;

/** The view of the templates in the URL, by the names of its parameters. */
export type ListQuery = {
	view: TemplateView;
	q: string;
	/** Only the templates with this finding; null: all. */
	show: Finding | null;
	/** Null: the service's order. */
	sort: RowSort | null;
	/** The checkpoint of the loaded part's start; null for the newest templates. */
	from: string | null;
	/** The number of loaded pages from there on. */
	pages: number;
	/** Of the matrix: which of the rows that are found, from 0. */
	page: number;
	/** Of the matrix: the preview whose edits it begins with. */
	changes: string | null;
};

/** The order of the matrix by whole requests. */
export const SAME_TOGETHER = "request";

/** @param cell a `PrintCell` */
export function isRequested(cell: string | undefined): boolean {
	return cell === ("r" satisfies PrintCell) || cell === ("s" satisfies PrintCell);
}

const sortable: ListColumns<TemplateRow> = [
	...templateColumns,
	// Broad requests first, and equal ones beside each other.
	{
		sort: {
			key: SAME_TOGETHER,
			of: ({ print, requested, otherNames }) => print && `${requested} ${print.cells} ${otherNames ?? ""}`,
		},
	},
	// First those that request the attribute.
	...printedNames.map((key, place) => ({
		sort: {
			key,
			of: ({ print }: TemplateRow) => print && Number(isRequested(print.cells[place])),
			isFromGreatest: true,
		},
	})),
];

/** Every loaded page is one request when the URL is opened, so they are limited; then a new part begins. */
export const LOADED_PAGES_MAX = 10;

/** The most templates that are changed or exported at once. */
export const CHOSEN_TEMPLATES_MAX = 100;

export function readListQuery(
	params: Record<string, string | string[] | undefined>,
	view: TemplateView = "list",
): ListQuery {
	const { q, sort, page } = readListView(sortable, params);
	const { show, from, changes } = params;
	// Without scripts the form sends two: the first counts.
	const pages = Math.trunc(Number([params.pages].flat()[0]));
	return {
		view,
		q,
		show: findingNames.find((known) => known === show) ?? null,
		sort,
		from: typeof from === "string" && from !== "" ? from : null,
		pages: pages >= 1 ? Math.min(pages, LOADED_PAGES_MAX) : 1,
		page: view === "matrix" ? page : 0,
		changes: view === "matrix" && typeof changes === "string" && changes !== "" ? changes : null,
	};
}

/** The URL of the list with this view. A search that is too long stays on the page alone. */
export function templatesAddress({ view, q, show, sort, from, pages, page, changes }: ListQuery): string {
	return listAddress(templateViews[view], {
		q: searchFault(q) ? "" : q,
		show,
		sort,
		from,
		pages: pages > 1 ? pages : 0,
		page,
		changes: view === "matrix" && changes,
	});
}

/** The view with one more page, or with a new part of the list at the limit. */
export function withMore(query: ListQuery, next: string): ListQuery {
	if (query.pages < LOADED_PAGES_MAX) return { ...query, pages: query.pages + 1 };
	return { ...query, from: next, pages: 1, page: 0 };
}

/** The part of the view that selects and sorts the loaded rows. */
export type Choice = Pick<ListQuery, "q" | "show" | "sort">;

export function visibleRows(rows: readonly TemplateRow[], { show, ...view }: Choice): TemplateRow[] {
	return listedRows(sortable, show ? rows.filter(({ findings }) => findings.includes(show)) : rows, view);
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
