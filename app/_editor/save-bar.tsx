"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Scroller } from "@/components/ui/scroller";
import type { Told } from "./editor";
import { useAnyForm } from "./editor-context";
import { SAVE_BUTTON_ID } from "./use-editor";

type SaveBarProps = {
	submitLabel?: string;
	/** Stands before all else, for viewers as well. */
	lead?: ReactNode;
	/** Above the changes; absent: "Saving:". */
	heading?: (changes: readonly Told[]) => string;
	/** Of what is new: what saving would create. */
	creation?: ReactNode;
	/** What led to this page, until something is edited: "Template created." */
	success?: string;
};

/** What saving would do and the button that does it, always in sight. */
export function SaveBar({ submitLabel = "Save changes", lead, heading, creation, success }: SaveBarProps) {
	const { editor, edit, canWrite, isLive, known, now } = useAnyForm();
	const { baseline } = edit;
	if (!canWrite) return lead ? <div className="save-bar">{lead}</div> : null;
	if (!baseline && !creation) return <SaveControls submitLabel={submitLabel} />;
	const changes = baseline ? editor.told(baseline, editor.contentOf(now.values, baseline), known) : [];
	return (
		<div className="save-bar">
			{lead}
			<Scroller label="Changes" className="changes">
				{baseline ? (
					<>
						<p role="status" className="font-medium">
							{changes.length === 0 ? "No changes to save" : (heading?.(changes) ?? "Saving:")}
						</p>
						{changes.length > 0 ? (
							<ul className="flex list-none flex-wrap gap-x-4 gap-y-0.5">
								{changes.map(({ part, words }) => (
									<li key={part}>{words}</li>
								))}
							</ul>
						) : null}
					</>
				) : (
					creation
				)}
				{isLive ? null : <span className="text-xs font-normal text-muted"> (as opened)</span>}
			</Scroller>
			<SaveControls submitLabel={submitLabel} {...(success ? { success } : {})} />
		</div>
	);
}

function SaveControls({ submitLabel, success }: { submitLabel: string; success?: string }) {
	const { editor, unchanged, answer, isPending, undo, now } = useAnyForm();
	const isAnswered = !editor.hasEdits(unchanged, now.values) && !isPending;
	const done = answer.saved ? "Saved." : (success ?? "");
	const isDone = isAnswered && !answer.isUnchanged && done !== "";
	return (
		<div className="ml-auto flex flex-wrap items-center gap-x-3">
			<p role="status" className={isDone ? "text-success" : "text-muted"}>
				{isPending ? "Sending…" : ""}
				{isAnswered && answer.isUnchanged ? "Nothing to save: nothing was changed." : ""}
				{isDone ? done : ""}
			</p>
			{isAnswered && answer.saved && isUndoable(editor, answer.saved) ? (
				<Button type="button" className="script-only" onClick={undo}>
					Undo
				</Button>
			) : null}
			<Button id={SAVE_BUTTON_ID} variant="primary" aria-disabled={isPending}>
				{submitLabel}
			</Button>
		</div>
	);
}

/** Not every way back is one that the rules let through: a display name can be changed and not taken away. */
function isUndoable({ faults, valuesOf }: ReturnType<typeof useAnyForm>["editor"], saved: SavedOf): boolean {
	return faults(saved.after, valuesOf(saved.before)) === null;
}

type SavedOf = NonNullable<ReturnType<typeof useAnyForm>["answer"]["saved"]>;
