import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";
import { type ListQuery, templatesAddress } from "../_list/list-query";
import { count } from "../_list/search-words";

/** With 23 cells and a row's own fields each, fewer than a form may have. */
const ROWS_ON_PAGE = 25;

export type RowPage<Row> = { rows: readonly Row[]; page: number; pages: number };

/** The rows of the page in the address, or of the last one. */
export function rowPageOf<Row>(found: readonly Row[], { page: named }: Pick<ListQuery, "page">): RowPage<Row> {
	const pages = Math.max(1, Math.ceil(found.length / ROWS_ON_PAGE));
	const page = Math.min(named, pages - 1);
	return { rows: found.slice(page * ROWS_ON_PAGE, (page + 1) * ROWS_ON_PAGE), page, pages };
}

type RowPagesProps = Omit<RowPage<unknown>, "rows"> & {
	found: number;
	query: ListQuery;
	show: (changed: Partial<ListQuery>) => void;
};

/** Which rows are shown, and the pages beside them; nothing where there is one. */
export function RowPages({ page, pages, found, query, show }: RowPagesProps) {
	if (pages === 1) return null;
	const link = (to: number, text: string) =>
		to < 0 || to >= pages ? null : (
			<PageLink
				href={templatesAddress({ ...query, page: to })}
				scroll={false}
				inPlace={() => show({ page: to })}
				className={buttonClass()}
			>
				{text}
			</PageLink>
		);
	return (
		<nav aria-label="Pages of the matrix" className="flex flex-wrap items-center gap-3 text-sm text-muted">
			{link(page - 1, "Previous rows")}
			<span>
				Rows {count(page * ROWS_ON_PAGE + 1)}–{count(Math.min(found, (page + 1) * ROWS_ON_PAGE))} of {count(found)}
			</span>
			{link(page + 1, "Next rows")}
		</nav>
	);
}
