import type { FieldChange } from "@/app/_forms/conflict/three-way";
import { changeInWords, countsInWords, inFormOrder } from "../../_edit/template-changes";

/** What saving would do to a stored template, in a sentence and line by line. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
	const counts = countsInWords(changes);
	return (
		<>
			<p role="status" className="font-medium">
				{changes.length === 0 ? "No changes to save" : `${["Saving", counts].filter(Boolean).join(" ")}:`}
			</p>
			{changes.length > 0 ? (
				<ul className="flex list-none flex-wrap gap-x-4 gap-y-0.5">
					{inFormOrder(changes).map((change) => (
						<li key={change.field}>{changeInWords(change)}</li>
					))}
				</ul>
			) : null}
		</>
	);
}
