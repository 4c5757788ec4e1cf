"use client";

import { useEffect, useRef } from "react";

type TriStateCheckboxProps = { label: string; ticked: number; of: number; onToggle: (tick: boolean) => void };

/** Ticks or clears a whole set; half-way (`indeterminate`) while only some are ticked. Useless without scripts, so hidden. */
export function TriStateCheckbox({ label, ticked, of, onToggle }: TriStateCheckboxProps) {
	const input = useRef<HTMLInputElement>(null);
	const isAll = ticked === of;
	const clickedEarly = useRef(true);

	useEffect(() => {
		if (!input.current) return;
		// A click from before this ran has ticked the box without effect: carry it out now.
		if (clickedEarly.current && input.current.checked && !isAll) onToggle(true);
		clickedEarly.current = false;
		input.current.checked = isAll;
		input.current.indeterminate = ticked > 0 && !isAll;
	});

	return (
		<label className="script-only inline-flex min-h-6 items-center gap-2 text-sm">
			<input ref={input} type="checkbox" defaultChecked={isAll} onChange={() => onToggle(!isAll)} className="size-4" />
			{label}
		</label>
	);
}
