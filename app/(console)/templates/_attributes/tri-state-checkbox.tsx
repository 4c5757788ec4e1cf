import { useEffect, useId, useRef } from "react";

type TriStateCheckboxProps = {
	label: string;
	/** The shown beginning of the label, where its place makes the rest plain. */
	short?: string | undefined;
	ticked: number;
	of: number;
	/** A filter hides the others, which are not changed. */
	isFiltered: boolean;
	onToggle: (tick: boolean) => void;
};

/** Ticks or clears a whole set; `indeterminate` while only some are ticked. Hidden without scripts. */
export function TriStateCheckbox({ label, short = label, ticked, of, isFiltered, onToggle }: TriStateCheckboxProps) {
	const input = useRef<HTMLInputElement>(null);
	const isAll = of > 0 && ticked === of;
	const id = useId();
	/** The server-rendered state; null once it was read. */
	const served = useRef<boolean | null>(isAll);

	useEffect(() => {
		if (!input.current) return;
		const { checked } = input.current;
		// A click before hydration has changed the box and nothing else: apply it now.
		if (served.current !== null && checked !== served.current && checked !== isAll) onToggle(checked);
		served.current = null;
		input.current.checked = isAll;
		input.current.indeterminate = ticked > 0 && !isAll;
	});

	return (
		<label className="tick-all">
			<input
				ref={input}
				type="checkbox"
				defaultChecked={isAll}
				aria-label={short === label && !isFiltered ? undefined : label}
				disabled={of === 0}
				onChange={() => onToggle(!isAll)}
				aria-describedby={isFiltered ? id : undefined}
			/>
			{short}
			{isFiltered ? (
				<span id={id} className="text-muted">
					only the {of} shown
				</span>
			) : null}
		</label>
	);
}
