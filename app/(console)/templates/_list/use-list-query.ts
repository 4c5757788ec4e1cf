import { useRouter } from "next/navigation";
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type ListQuery, listAddress, pastedId, readListQuery } from "./list-query";

/** `pasted`: the box holds a template's id, and its page is on its way. The list stays as it was. */
type View = { query: ListQuery; pasted: string | null };

/**
 * The search, the order and how much is loaded, which the address holds as well.
 * @param start what the page was made for
 * @param box where the search is typed
 */
export function useListQuery(start: ListQuery, box: RefObject<HTMLInputElement | null>) {
	const router = useRouter();
	const [view, setView] = useState<View>({ query: start, pasted: null });
	// What is shown changes between an answer's request and its arrival.
	const latest = useRef(view);

	function change(to: View) {
		latest.current = to;
		setView(to);
	}

	function show(changed: Partial<ListQuery>) {
		const { query, pasted } = latest.current;
		const needle = { ...query, ...changed };
		change({ query: needle, pasted });
		// A new address would call off the page that is on its way.
		if (pasted === null) window.history.replaceState(null, "", listAddress(needle));
	}

	function find(text: string) {
		const { query, pasted } = latest.current;
		const id = pastedId(text);
		change({ query, pasted: id && text });
		if (!id) show({ search: text });
		else if (id !== pastedId(pasted ?? "")) router.push(`/templates/${id}`);
	}

	const adopt = useEffectEvent(() => {
		// Coming back through the history shows the page as it once was; the address knows better what was loaded.
		const address = readListQuery(Object.fromEntries(new URLSearchParams(window.location.search)));
		if (address.pages !== start.pages) router.refresh();
		// What was typed before this ran.
		const typed = box.current?.value ?? "";
		const isTyped = typed !== start.search;
		const query = { ...address, from: start.from, pages: start.pages };
		if (isTyped && pastedId(typed)) {
			change({ query, pasted: null });
			find(typed);
		} else change({ query: isTyped ? { ...query, search: typed } : query, pasted: null });
	});
	// Before anything more is heard: what is taken up here would be opened twice.
	useLayoutEffect(() => adopt(), []);

	const { query, pasted } = view;
	return { query, boxText: pasted ?? query.search, opening: pastedId(pasted ?? ""), show, find };
}
