import { useRouter } from "next/navigation";
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
		const id = pastedId(text);
		change({ query, pasted: id && text });
		if (!id) show({ q: text });
		else if (id !== pastedId(pasted ?? "")) router.push(`/templates/${id}`);
	}

	const first = useRef(start);
	const adopt = useEffectEvent(() => {
		// The browser's Back restores an older rendering; the URL has the number of pages that were loaded.
		const address = addressNow();
		if (address.pages !== start.pages) router.refresh();
		// Text typed before hydration.
		const typed = box.current?.value ?? "";
		const isTyped = start === first.current && typed !== start.q;
		const query = { ...address, from: start.from, pages: start.pages };
		if (isTyped && pastedId(typed)) {
			change({ query, pasted: null });
			find(typed);
		} else change({ query: isTyped ? { ...query, q: typed } : query, pasted: null });
	});
	// A layout effect, before further events: otherwise an id could be opened twice.
	// biome-ignore lint/correctness/useExhaustiveDependencies: a page that was read again is adopted as well.
	useLayoutEffect(() => adopt(), [start]);

	/**
	 * Takes over an address that a link to the list has set: Next renders nothing where only what was typed here goes.
	 * @returns the search in it; null where the address is that of the view
	 */
	function adoptAddress(): string | null {
		const address = addressNow();
		if (latest.current.pasted !== null || templatesAddress(address) === templatesAddress(latest.current.query))
			return null;
		change({ query: { ...address, from: start.from, pages: start.pages }, pasted: null });
		return address.q;
	}

	const { query, pasted } = view;
	return { adoptAddress, query, boxText: pasted ?? query.q, opening: pastedId(pasted ?? ""), show, find };
}

function addressNow(): ListQuery {
	return readListQuery(Object.fromEntries(new URLSearchParams(window.location.search)));
}
