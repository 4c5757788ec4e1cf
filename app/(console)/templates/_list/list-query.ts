import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { resources } from "@/lib/dashboard/resources/resources";
import { searchFault } from "@/lib/dashboard/search-text";
import { type Finding, findings } from "./finding";
import type { TemplateRow } from "./template-row";

export const sortKeys = ["name", "purpose", "requested", "updatedAt"] as const;
export type SortKey = (typeof sortKeys)[number];
export type Sort = { key: SortKey; isDescending: boolean };

/** The list's view in the URL: the search, the sort order, and how much is loaded. */
export type ListQuery = {
	search: string;
	/** Only the templates with this finding; null: all. */
	finding: Finding | null;
	/** Null: the service's order. */
	sort: Sort | null;
	/** The checkpoint of the loaded part's start; null for the newest templates. */
	from: string | null;
	/** The number of loaded pages from there on. */
	pages: number;
};

/** Every loaded page is one request when the URL is opened, so they are limited; then a new part begins. */
export const LOADED_PAGES_MAX = 10;

/** The most templates that are changed or exported at once. */
export const CHOSEN_TEMPLATES_MAX = 100;

type SearchParams = Record<string, string | string[] | undefined>;

export function readListQuery(params: SearchParams): ListQuery {
	const text = (name: string) => [params[name] ?? ""].flat()[0] ?? "";
	const pages = Math.trunc(Number(text("pages")));
	return {
		search: text("q"),
		finding: findings.find((known) => known === text("show")) ?? null,
		sort: readSort(text("sort")),
		from: text("from") || null,
		pages: pages >= 1 ? Math.min(pages, LOADED_PAGES_MAX) : 1,
	};
}

function readSort(text: string): Sort | null {
	const isDescending = text.startsWith("-");
	const key = sortKeys.find((candidate) => candidate === text.slice(isDescending ? 1 : 0));
	return key ? { key, isDescending } : null;
}

/** The URL of the list with this view. A search that is too long stays on the page alone. */
export function listAddress({ search, finding, sort, from, pages }: ListQuery): string {
	const query = new URLSearchParams();
	if (search && !searchFault(search)) query.set("q", search.toWellFormed());
	if (finding) query.set("show", finding);
	if (sort) query.set("sort", `${sort.isDescending ? "-" : ""}${sort.key}`);
	if (from) query.set("from", from);
	if (pages > 1) query.set("pages", String(pages));
	return query.size > 0 ? `/templates?${query}` : "/templates";
}

/** The view with one more page, or with a new part of the list at the limit. */
export function withMore(query: ListQuery, next: string): ListQuery {
	return query.pages < LOADED_PAGES_MAX ? { ...query, pages: query.pages + 1 } : { ...query, from: next, pages: 1 };
}

/** The sort order after a click on a column: texts from A, numbers and times from the largest; a second click reverses it. */
export function nextSort(sort: Sort | null, key: SortKey): Sort {
	return { key, isDescending: sort?.key === key ? !sort.isDescending : key !== "name" && key !== "purpose" };
}

/** The part of the view that selects and sorts the loaded rows. */
export type Choice = Pick<ListQuery, "search" | "finding" | "sort">;

/** The rows whose name, purpose or id contains the search, sorted. The sort is stable. */
export function visibleRows(rows: readonly TemplateRow[], { search, finding, sort }: Choice) {
	const needle = search.trim().toLowerCase();
	const found = rows.filter(
		(row) =>
			[row.id, row.name, row.purpose].some((text) => text.toLowerCase().includes(needle)) &&
			(finding === null || row.findings.includes(finding)),
	);
	if (!sort) return found;
	const sign = sort.isDescending ? -1 : 1;
	return found.toSorted((a, b) => sign * compare(a[sort.key], b[sort.key]));
}

/** Made when rows are first sorted by a text, which a page that loads doesn't. */
let names: Intl.Collator | undefined;

function compare(a: string | number | null, b: string | number | null): number {
	if (typeof a === "number" && typeof b === "number") return a - b;
	names ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
	return names.compare(String(a ?? ""), String(b ?? ""));
}

/** The template id in a search text, or null. */
export function pastedId(search: string): string | null {
	const id = search.trim();
	return resources.template.idForm.test(id) ? id : null;
}

/** The findings in words. */
export const findingTexts: Record<Finding, string> = {
	"almost-everything": "Asks for almost everything",
	"birth-date": "Asks for the date of birth and no age limit",
	"listed-false": "Lists an attribute as false",
	certificate: "Certificate authority has expired or soon will",
	"beyond-purpose": "Asks more than its purpose needs",
	"no-purpose": "No purpose stated",
};

/** URL of the list of those among the newest 100 templates with this finding. */
export function findingAddress(finding: Finding): string {
	const pages = PAGE_SIZE_MAX / PAGE_SIZE_DEFAULT;
	return listAddress({ search: "", finding, sort: null, from: null, pages });
}
