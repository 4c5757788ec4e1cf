import { useRouter, useSearchParams } from "next/navigation";
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type ListQuery, pastedId, readListQuery, templatesAddress } from "./list-query";

/** `pasted`: the box contains a template's id, whose page is loading. The list stays unchanged. */
type View = { query: ListQuery; pasted: string | null };

/**
 * The search, the sort order and how much is loaded, in sync with the URL.
 * @param start the view that the page was rendered for; another one where the page was read again
 * @param box the search input
 */
export function useListQuery(start: ListQuery, box: RefObject<HTMLInputElement | null>) {
	const router = useRouter();
	const [view, setView] = useState<View>({ query: start, pasted: null });
	// The view may change between a request and its response.
	const latest = useRef(view);

	function change(to: View) {
		latest.current = to;
		setView(to);
	}

	function show(changed: Partial<ListQuery>) {
		const { query, pasted } = latest.current;
		const next = { ...query, ...changed };
		change({ query: next, pasted });
		// A new URL would cancel the page that is loading.
		if (pasted === null) window.history.replaceState(null, "", templatesAddress(next));
	}

	function find(text: string) {
		const { query, pasted } = latest.current;
		// The matrix finds it among its rows: its edits would be lost.
		const id = query.view === "list" ? pastedId(text) : null;
		change({ query, pasted: id && text });
		if (!id) show({ q: text, page: 0 });
		else if (id !== pastedId(pasted ?? "")) router.push(`/templates/${id}`);
	}

	const parameters = useSearchParams();
	const adopted = useRef<ListQuery>(null);
	const adopt = useEffectEvent(() => {
		const address = readListQuery(Object.fromEntries(new URLSearchParams(window.location.search)), start.view);
		const isFirst = adopted.current === null;
		const isRendered = adopted.current !== start;
		adopted.current = start;
		const { query, pasted } = latest.current;
		// A link to the list has set the address: Next renders nothing where only what was typed here goes.
		if (!isRendered && (pasted !== null || templatesAddress(address) === templatesAddress(query))) return;
		// The browser's Back restores an older rendering; the URL has the number of pages that were loaded.
		if (isRendered && address.pages !== start.pages) router.refresh();
		// Text typed before hydration.
		const typed = box.current?.value ?? "";
		const isTyped = isFirst && typed !== start.q;
		const q = isTyped && !pastedId(typed) ? typed : address.q;
		change({ query: { ...address, q, from: start.from, pages: start.pages }, pasted: null });
		if (isTyped && pastedId(typed)) find(typed);
	});
	// A layout effect, before further events: otherwise an id could be opened twice.
	// biome-ignore lint/correctness/useExhaustiveDependencies: a page that was read again is adopted as well.
	useLayoutEffect(() => adopt(), [start, parameters]);

	const { query, pasted } = view;
	return { query, boxText: pasted ?? query.q, opening: pastedId(pasted ?? ""), show, find };
}
