"use client";

import { useEffect, useId, useRef } from "react";

type TriStateCheckboxProps = {
	label: string;
	/** What of the label is shown, where its place says the rest: its beginning. */
	short?: string | undefined;
	ticked: number;
	of: number;
	/** A filter hides the rest: what is not seen is not touched. */
	isFiltered: boolean;
	onToggle: (tick: boolean) => void;
};

/** Ticks or clears a whole set; `indeterminate` while only some are ticked. Useless without scripts, so hidden. */
export function TriStateCheckbox({ label, short = label, ticked, of, isFiltered, onToggle }: TriStateCheckboxProps) {
	const input = useRef<HTMLInputElement>(null);
	const isAll = of > 0 && ticked === of;
	const id = useId();
	/** As the server drew it; null once that was looked at. */
	const served = useRef<boolean | null>(isAll);

	useEffect(() => {
		if (!input.current) return;
		const { checked } = input.current;
		// A click from before this ran has changed the box and nothing else: carry it out now.
		if (served.current !== null && checked !== served.current && checked !== isAll) onToggle(checked);
		served.current = null;
		input.current.checked = isAll;
		input.current.indeterminate = ticked > 0 && !isAll;
	});

	return (
		<span className="tick-all script-only inline-flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
			<label className="inline-flex min-h-6 items-center gap-2">
				<input
					ref={input}
					type="checkbox"
					defaultChecked={isAll}
					aria-label={short === label ? undefined : label}
					disabled={of === 0}
					onChange={() => onToggle(!isAll)}
					aria-describedby={isFiltered ? id : undefined}
					className="size-4"
				/>
				{short}
			</label>
			{isFiltered ? (
				<span id={id} className="text-muted">
					only the {of} shown
				</span>
			) : null}
		</span>
	);
}
