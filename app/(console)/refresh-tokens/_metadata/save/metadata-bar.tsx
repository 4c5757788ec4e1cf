import { useEditing, useNow } from "@/app/_editor/editor-context";
import { SAVE_BUTTON_ID } from "@/app/_editor/use-editor";
import { Button } from "@/components/ui/button";
import { type MetadataState, metadataEditor } from "../metadata-editor";
import { entriesOfRows } from "../rows/metadata-rows";
import { countChanges, MetadataChangeText, metadataChanges } from "./metadata-changes";

/** What saving would do, the button that does it, and what the service said of the last save, only after it said so. */
export function MetadataBar() {
	const { edit, unchanged, answer, isPending, undo } = useEditing(metadataEditor);
	const { values } = useNow(metadataEditor);
	const { saved, isUnchanged, isCleared }: MetadataState = answer;
	const changes = metadataChanges(edit.baseline?.rows ?? [], values.rows);
	const isAnswered = !metadataEditor.hasEdits(unchanged, values) && !isPending;
	const isSaved = isAnswered && saved !== undefined && !isUnchanged;
	const count = entriesOfRows(values.rows).length;
	return (
		<div className="grid gap-3 border-t border-line pt-4">
			<div className="grid gap-2 text-sm">
				<p role="status" className="font-medium">
					{countChanges(changes)}
				</p>
				{changes.length > 0 ? (
					<ul className="grid list-disc gap-1 pl-5" aria-label="Changes to save">
						{changes.map((change) => (
							<li key={`${change.kind} ${change.key}`}>
								<MetadataChangeText change={change} />
							</li>
						))}
					</ul>
				) : null}
			</div>
			<div className="flex flex-wrap items-center gap-3">
				<Button id={SAVE_BUTTON_ID} variant="primary" name="intent" value="save" aria-disabled={isPending}>
					Save metadata
				</Button>
				<p role="status" className={isSaved ? "text-sm text-success" : "text-sm text-muted"}>
					{isPending ? "Saving…" : ""}
					{isAnswered && isUnchanged ? "Nothing to save: nothing was changed." : ""}
					{isSaved ? (isCleared ? "All metadata cleared." : `Saved. The service holds ${keys(count)} now.`) : ""}
				</p>
				{isAnswered && saved ? (
					<Button type="button" variant="quiet" className="script-only" onClick={undo}>
						Undo
					</Button>
				) : null}
			</div>
		</div>
	);
}

function keys(count: number): string {
	return `${count} ${count === 1 ? "key" : "keys"}`;
}
