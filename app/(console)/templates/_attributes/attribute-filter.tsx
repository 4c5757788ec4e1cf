import { useEffectEvent, useLayoutEffect, useRef } from "react";

export const FILTER_ID = "attribute-filter";

/** Shows only the boxes that match. It belongs to no form, so Enter in it submits nothing. */
export function AttributeFilter({ filter, onFilter }: { filter: string; onFilter: (filter: string) => void }) {
	const input = useRef<HTMLInputElement>(null);

	// Text typed before hydration filters too.
	const hydrate = useEffectEvent(() => onFilter(input.current?.value ?? ""));
	useLayoutEffect(() => hydrate(), []);

	return (
		<input
			ref={input}
			id={FILTER_ID}
			form="none"
			type="search"
			aria-label="Filter attributes"
			placeholder="Filter by label, ISO name or help"
			value={filter}
			onChange={(event) => onFilter(event.target.value)}
			className="control script-only flex-1 basis-48"
		/>
	);
}

/** The number of matches in words; empty without a filter. */
export function filteredInWords(found: number, filter: string): string {
	const text = filter.trim();
	if (text === "") return "";
	if (found === 0) return `No attribute matches “${text}”.`;
	return `${found} ${found === 1 ? "attribute matches" : "attributes match"} “${text}”. The others are hidden, not cleared.`;
}
