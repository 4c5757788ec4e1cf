"use client";

import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { ProblemAlert, useWait } from "@/app/_page/problem-alert";
import { KeptParameters } from "@/app/_tables/list-controls";
import { SearchField } from "@/app/_tables/search-field";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { ButtonLink, PageLink } from "@/components/layout/links";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { searchFault } from "@/lib/dashboard/search-text";
import {
	type ListQuery,
	LOADED_PAGES_MAX,
	type TemplateView,
	templatesAddress,
	templateViews,
	visibleRows,
	withMore,
} from "./list-query";
import type { LoadedTemplates } from "./read-templates";
import { isSearching, isWhole, type Listing, searchAllLabel, statusWords, type Work } from "./search-words";
import type { TemplateRow } from "./template-row";
import { useKeptFocus } from "./use-kept-focus";
import { useListQuery } from "./use-list-query";
import { useListing } from "./use-listing";

const views: [TemplateView, string][] = [
	["list", "List"],
	["matrix", "Matrix"],
];

/** What is loaded of the tenant's templates. */
export type LoadedList = {
	/** Those that are searched for, sorted. */
	found: readonly TemplateRow[];
	listing: Listing;
	/** The IDs of all that was ever listed. */
	known: readonly string[];
	query: ListQuery;
	show: (changed: Partial<ListQuery>) => void;
};

type TemplateSearchProps = {
	loaded: LoadedTemplates;
	query: ListQuery;
	children: (list: LoadedList) => ReactNode;
};

/** The search of the templates, their order and further pages. Without scripts these are links and a form. */
export function TemplateSearch({ loaded, query: start, children }: TemplateSearchProps) {
	const box = useRef<HTMLInputElement>(null);
	const { query, boxText, opening, show, find } = useListQuery(start, box);
	const { listing, known, more, work, load, stop } = useListing(loaded, start.from !== null, boxText, start.view);
	const around = useKeptFocus();
	const found = useMemo(() => visibleRows(listing.rows, query), [listing.rows, query]);
	const fault = searchFault(boxText);
	const hasSearch = query.q.trim() !== "";

	const showPages = useEffectEvent(() => show({ pages: start.pages + more }));
	useEffect(() => {
		if (more > 0) showPages();
	}, [more]);

	return (
		<div className="grid gap-3" data-pending={opening ? "page of an id" : undefined} {...around}>
			<ul aria-label="View" className="view-links">
				{views.map(([view, text]) => (
					<li key={view}>
						<PageLink
							href={templatesAddress({ ...query, view, page: 0 })}
							aria-current={view === query.view ? "page" : undefined}
						>
							{text}
						</PageLink>
					</li>
				))}
			</ul>
			<div className="grid gap-1.5">
				<SearchField
					ref={box}
					id="template-search"
					path={templateViews[query.view]}
					label="Search templates"
					fault={fault}
					placeholder="Name, purpose or ID"
					value={boxText}
					onChange={(event) => find(event.target.value)}
					onSearch={(event) => {
						event.preventDefault();
						find(box.current?.value ?? "");
					}}
				>
					<KeptParameters of={{ show: query.show, sort: query.sort, from: query.from, changes: query.changes }} />
					<noscript>
						<input type="hidden" name="pages" value={LOADED_PAGES_MAX} />
					</noscript>
					<input type="hidden" name="pages" value={query.pages} />
				</SearchField>
				<ListStatus
					text={opening ? `Opening ${opening}…` : statusWords({ listing, found: found.length, query, work })}
					work={work}
					onSearchAll={isWhole(listing) ? undefined : isSearching(work) ? stop : () => load("searching")}
				/>
			</div>
			{work.kind === "failed" && work.during === "searching" ? (
				<ProblemAlert
					problem={{ ...work.problem, message: `${work.problem.message} “Resume” continues the search.` }}
				/>
			) : null}
			<UnreadableRows count={listing.unreadable} />
			{children({ found, listing, known, query, show })}
			{found.length > 0 || isSearching(work) ? null : (
				<EmptyState title={hasSearch || query.show ? "No template matches" : "No templates in this part of the list"}>
					{hasSearch ? (
						<>
							<p>Names, purposes and IDs were searched.</p>
							<ButtonLink href={templatesAddress({ ...query, q: "" })} inPlace={() => find("")}>
								Clear search
							</ButtonLink>
						</>
					) : query.from ? (
						<ButtonLink href={templateViews[query.view]}>Newest templates</ButtonLink>
					) : null}
				</EmptyState>
			)}
			{work.kind === "failed" && work.during === "loading-more" ? <ProblemAlert problem={work.problem} /> : null}
			{listing.next ? (
				// A search loads further pages by itself.
				<p className={hasSearch ? "without-scripts" : undefined}>
					<PageLink
						href={templatesAddress(withMore(query, listing.next))}
						inPlace={query.pages < LOADED_PAGES_MAX ? () => load("loading-more") : undefined}
						aria-disabled={work.kind === "loading-more" || isSearching(work)}
						className={buttonClass()}
					>
						Load more
					</PageLink>
				</p>
			) : null}
		</div>
	);
}

type ListStatusProps = {
	text: string;
	work: Work;
	/** Absent where everything is loaded. */
	onSearchAll: (() => void) | undefined;
};

/**
 * What was searched, and the button that searches the rest. It is one button, so that the focus stays on it, at the end of
 * the line, so that neither moves the other. The seconds of a wait are announced once, and counted down in sight.
 */
function ListStatus({ text, work, onSearchAll }: ListStatusProps) {
	const left = useWait(work.kind === "waiting" ? work.problem : undefined);
	return (
		<div className="flex min-h-9 max-w-3xl items-center gap-x-3 text-sm text-muted max-sm:min-h-18">
			<p role="status" className="flex-1">
				{text}
			</p>
			<span aria-hidden="true" className="tabular-nums empty:hidden">
				{left > 0 ? `${left} s left` : null}
			</span>
			{onSearchAll ? (
				<Button type="button" className="script-only min-w-24 shrink-0" onClick={onSearchAll}>
					{searchAllLabel(work)}
				</Button>
			) : null}
		</div>
	);
}
