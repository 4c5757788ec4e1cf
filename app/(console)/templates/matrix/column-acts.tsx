import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { count } from "../_list/search-words";
import { type ColumnAct, columnActText, EDITS_FORM, type MatrixColumn, replacementsOf } from "./matrix";

type ColumnActsProps = {
	column: MatrixColumn;
	/** How many templates request it, with the edits and without. */
	asking: number;
	askingBefore: number;
	/** Among which: "of the 50 loaded". */
	among: string;
	canWrite: boolean;
	onSelect: () => void;
	onAct: (act: ColumnAct) => void;
};

/** What can be done with an attribute in all templates that request it. Without scripts, in those of the page. */
export function ColumnActs({ column, asking, askingBefore, among, canWrite, onSelect, onAct }: ColumnActsProps) {
	const status = useRef<HTMLParagraphElement>(null);
	const acts: ColumnAct[] = [
		{ kind: "remove", column },
		...replacementsOf(column).map((by): ColumnAct => ({ kind: "replace", column, by })),
	];
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
			<p ref={status} role="status" tabIndex={-1}>
				<strong>{column.label}</strong>: {count(asking)} {among} {asking === 1 ? "asks" : "ask"} for it
				{asking === askingBefore ? "" : " with your edits"}.
				{canWrite && asking > 0 ? (
					<span className="without-scripts"> These buttons change those on this page.</span>
				) : null}
			</p>
			{asking > 0 ? (
				<>
					<Button type="button" className="script-only" onClick={onSelect}>
						Select {asking === 1 ? "it" : `the ${count(asking)}`}
					</Button>
					{canWrite
						? acts.map((act) => (
								<Button
									key={columnActText(act)}
									form={EDITS_FORM}
									name="column"
									value={columnActText(act)}
									onClick={(event) => {
										event.preventDefault();
										// Nothing asks for it then, and the buttons are gone.
										status.current?.focus();
										onAct(act);
									}}
								>
									{act.by ? `Replace by ${act.by.label}` : "Remove"}
								</Button>
							))
						: null}
				</>
			) : null}
		</div>
	);
}
