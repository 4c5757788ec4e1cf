"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import type { Problem } from "@/lib/dashboard/problem";
import {
	type ListQuery,
	LOADED_PAGES_MAX,
	listAddress,
	pastedId,
	readListQuery,
	visibleRows,
	withMore,
} from "./list-query";
import type { LoadedTemplates } from "./read-templates";
import { TemplateTable } from "./template-table";

type TemplateBrowserProps = { loaded: LoadedTemplates; query: ListQuery };

/** The list with its search, order and further pages. All of it are links and a form too, for when there are no scripts. */
export function TemplateBrowser({ loaded, query: start }: TemplateBrowserProps) {
	const router = useRouter();
	const [{ rows, next }, setLoaded] = useState(loaded);
	const [query, setQuery] = useState(start);
	const [isLoading, setLoading] = useState(false);
	const [problem, setProblem] = useState<Problem | null>(null);
	const search = useRef<HTMLInputElement>(null);
	const found = visibleRows(rows, query);

	function show(changed: Partial<ListQuery>) {
		const wanted = { ...query, ...changed };
		setQuery(wanted);
		window.history.replaceState(null, "", listAddress(wanted));
	}

	function find(text: string) {
		const id = pastedId(text);
		if (id) router.push(`/templates/${id}`);
		else show({ search: text });
	}

	const adopt = useEffectEvent(() => {
		// Coming back through the history shows the page as it once was; the address knows better what was loaded.
		const address = readListQuery(Object.fromEntries(new URLSearchParams(window.location.search)));
		if (address.pages !== start.pages) router.refresh();
		// What was typed before this ran.
		const typed = search.current?.value ?? "";
		setQuery({
			...start,
			...address,
			from: start.from,
			pages: start.pages,
			search: typed === start.search ? address.search : typed,
		});
	});
	useEffect(() => adopt(), []);

	async function loadMore(event: MouseEvent<HTMLAnchorElement>) {
		if (!next || query.pages >= LOADED_PAGES_MAX || event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		if (isLoading) return;
		setLoading(true);
		setProblem(null);
		try {
			const more = await (await import("./fetch-more")).fetchMore(next, rows);
			if (more.problem) return setProblem(more.problem);
			setLoaded(more);
			show(withMore(query, next));
		} catch {
			setProblem({ title: "Service not reachable", message: "No more templates could be loaded. Try again." });
		} finally {
			setLoading(false);
		}
	}

	function onSubmit(event: FormEvent) {
		event.preventDefault();
		find(search.current?.value ?? "");
	}

	return (
		<div className="grid gap-4">
			<form method="get" action="/templates" onSubmit={onSubmit} className="flex flex-wrap items-center gap-3">
				<input
					ref={search}
					type="search"
					name="q"
					aria-label="Search the loaded templates, or paste an id"
					placeholder="Search what is loaded, or paste an id (vct_…)"
					value={query.search}
					onChange={(event) => find(event.target.value)}
					autoComplete="off"
					spellCheck={false}
					className={`min-w-48 flex-1 ${controlClass}`}
				/>
				{query.sort ? (
					<input type="hidden" name="sort" value={`${query.sort.isDescending ? "-" : ""}${query.sort.key}`} />
				) : null}
				{query.from ? <input type="hidden" name="from" value={query.from} /> : null}
				<input type="hidden" name="pages" value={query.pages} />
				<Button>Search</Button>
			</form>
			<p role="status" className="text-sm text-muted">
				{query.search.trim() ? `${found.length} found in ${rows.length} loaded` : `${rows.length} loaded`}
				{next ? "; the tenant has more." : "; that is all."}
				{isLoading ? " Loading…" : ""}
			</p>
			{found.length > 0 ? <TemplateTable rows={found} query={query} onSort={(sort) => show({ sort })} /> : null}
			{problem ? (
				<p role="alert" className="text-sm font-medium text-danger">
					{problem.title}. {problem.message}
				</p>
			) : null}
			{next ? (
				<p>
					<a href={listAddress(withMore(query, next))} onClick={loadMore} className={buttonClass()}>
						Load more
					</a>
				</p>
			) : null}
		</div>
	);
}
