"use client";

import { useSearchParams } from "next/navigation";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ColumnTable } from "@/app/_tables/column-table";
import { KeptParameters } from "@/app/_tables/list-controls";
import type { RowSort } from "@/app/_tables/list-view";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { PageLink } from "@/components/layout/links";
import { Button, buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Selection } from "@/components/ui/selection";
import { PAGE_SIZE_DEFAULT } from "@/lib/contract/limits";
import { searchFault } from "@/lib/dashboard/search-text";
import {
	CHOSEN_TEMPLATES_MAX,
	type ListQuery,
	LOADED_PAGES_MAX,
	pastedId,
	templatesAddress,
	visibleRows,
	withMore,
} from "./list-query";
import { Failure, ListStatus } from "./list-status";
import { NoneFound } from "./none-found";
import type { LoadedTemplates } from "./read-templates";
import { isSearching, shownWords, statusWords } from "./search-words";
import { type TemplateRights, templateTable } from "./template-table";
import { useKeptFocus } from "./use-kept-focus";
import { useListQuery } from "./use-list-query";
import { useListing } from "./use-listing";

/** As many rows as a URL restores; a browser with thousands on one page gets slow. */
const ROWS_SHOWN = LOADED_PAGES_MAX * PAGE_SIZE_DEFAULT;

type TemplateBrowserProps = { loaded: LoadedTemplates; query: ListQuery; rights: TemplateRights };

/** The list with its search, sort order and further pages. Without scripts these are links and a form. */
export function TemplateBrowser({ loaded, query: start, rights }: TemplateBrowserProps) {
	const box = useRef<HTMLInputElement>(null);
	const table = useRef<HTMLDivElement>(null);
	const { query, boxText, opening, show, find, adoptAddress } = useListQuery(start, box);
	const { listing, work, isBeyondAddress, loadMore, search, stop, forgetStop, follow } = useListing(loaded, start.from);
	const [rowsShown, setRowsShown] = useState(Math.max(ROWS_SHOWN, loaded.rows.length));
	const { around, returnTo } = useKeptFocus(box);
	const found = visibleRows(listing.rows, query);
	const fault = searchFault(boxText);
	const next = isBeyondAddress ? null : listing.next;

	/** A whole id is opened rather than searched for. */
	const followText = (text: string) => follow(pastedId(text) || searchFault(text) ? "" : text);

	function onFind(text: string) {
		find(text);
		followText(text);
	}
	// The search of the URL, or text typed before hydration.
	const begin = useEffectEvent(() => followText(box.current?.value ?? ""));
	// biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read again is searched again.
	useEffect(() => begin(), [loaded]);

	const parameters = useSearchParams();
	const known = useRef(parameters);
	const onAddress = useEffectEvent(() => {
		const text = adoptAddress();
		if (text !== null) followText(text);
	});
	useEffect(() => {
		if (known.current !== parameters) onAddress();
		known.current = parameters;
	}, [parameters]);

	function onSort(sort: RowSort) {
		forgetStop();
		show({ sort });
	}

	function onMore(next: string) {
		returnTo(lastLink(table.current));
		void loadMore(next, () => show({ pages: query.pages + 1 }));
	}

	return (
		<div className="grid gap-3" data-pending={opening ? "page of an id" : undefined} {...around}>
			<div className="grid gap-1.5">
				<form
					method="get"
					action="/templates"
					onSubmit={(event: FormEvent) => {
						event.preventDefault();
						onFind(box.current?.value ?? "");
					}}
					className="flex max-w-3xl items-center gap-2"
				>
					<input
						ref={box}
						type="search"
						name="q"
						aria-label="Search the loaded templates, or paste an id"
						aria-invalid={fault ? true : undefined}
						aria-describedby={fault ? "template-search-error" : undefined}
						placeholder="Name, purpose or id"
						value={boxText}
						onChange={(event) => onFind(event.target.value)}
						autoComplete="off"
						spellCheck={false}
						className="flex-1 control"
					/>
					<KeptParameters of={{ show: query.show, sort: query.sort, from: query.from }} />
					<noscript>
						<input type="hidden" name="pages" value={LOADED_PAGES_MAX} />
					</noscript>
					<input type="hidden" name="pages" value={query.pages} />
					<Button>Search</Button>
				</form>
				<FieldError id="template-search" error={fault} />
				<ListStatus
					words={opening ? { text: `Opening ${opening}…` } : statusWords({ listing, found: found.length, query, work })}
					work={work}
					onSearchAll={listing.rest === null ? undefined : isSearching(work) ? stop : () => void search()}
				/>
			</div>
			{work.kind === "failed" && work.during === "searching" ? (
				<Failure problem={{ ...work.problem, message: `${work.problem.message} “Resume” continues the search.` }} />
			) : null}
			<UnreadableRows count={listing.unreadable} />
			{found.length > 0 ? (
				<div ref={table}>
					<Selection
						name="template"
						among={listing.rows.map(({ id }) => id)}
						action="/templates/compare"
						hint={(count) =>
							count > CHOSEN_TEMPLATES_MAX
								? `at most ${CHOSEN_TEMPLATES_MAX} at once`
								: count === 2
									? ""
									: "choose two to compare"
						}
						actions={
							<>
								<Button>Compare selected</Button>
								<Button formAction="/templates/export" data-file="">
									Export
								</Button>
								{rights.write ? <Button formAction="/templates/bulk">Take out an attribute…</Button> : null}
								{rights.delete ? (
									<Button formAction="/templates/bulk" name="operation" value="delete">
										Delete…
									</Button>
								) : null}
							</>
						}
					>
						<ColumnTable
							{...templateTable}
							rows={found.slice(0, rowsShown)}
							shared={rights}
							sort={query.sort}
							addressOf={(sort) => templatesAddress({ ...query, sort })}
							onSort={onSort}
						/>
					</Selection>
				</div>
			) : isSearching(work) ? null : (
				<NoneFound
					query={query}
					isAll={listing.rest === null}
					onClear={() => {
						returnTo(box.current);
						onFind("");
					}}
				/>
			)}
			{found.length > rowsShown ? (
				<p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
					{shownWords(rowsShown, found.length, query)}
					<Button
						type="button"
						onClick={() => {
							returnTo(lastLink(table.current));
							setRowsShown(rowsShown + ROWS_SHOWN);
						}}
					>
						Show more
					</Button>
				</p>
			) : null}
			{work.kind === "failed" && work.during === "loading-more" ? <Failure problem={work.problem} /> : null}
			{next ? (
				// A search loads further pages by itself.
				<p className={query.q.trim() === "" ? undefined : "without-scripts"}>
					<PageLink
						href={templatesAddress(withMore(query, next))}
						inPlace={query.pages < LOADED_PAGES_MAX ? () => onMore(next) : undefined}
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

function lastLink(table: HTMLElement | null): HTMLElement | null {
	return Array.from(table?.querySelectorAll<HTMLElement>("tbody a") ?? []).at(-1) ?? null;
}
