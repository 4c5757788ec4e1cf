"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Scroller } from "@/components/ui/scroller";
import type { ChangeText } from "./editor";
import { useAnyForm } from "./editor-context";
import { SAVE_BUTTON_ID } from "./use-editor";

type SaveBarProps = {
	submitLabel?: string;
	/** Stands before all else, for viewers as well. */
	lead?: ReactNode;
	/** Above the changes; absent: "Saving:". */
	heading?: (changes: readonly ChangeText[]) => string;
	/** Of what is new: what saving would create. */
	creation?: ReactNode;
	/** What led to this page, until something is edited: "Template created." */
	success?: string;
};

/** What saving would do and the button that does it, always in sight. */
export function SaveBar({ submitLabel = "Save changes", lead, heading, creation, success }: SaveBarProps) {
	const { editor, edit, canWrite, isHydrated, known, now } = useAnyForm();
	const { baseline } = edit;
	if (!canWrite) return lead ? <div className="save-bar">{lead}</div> : null;
	if (!baseline && !creation) return <SaveControls submitLabel={submitLabel} />;
	const changes = baseline ? editor.describeChanges(baseline, now.content, known) : [];
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
				{isHydrated ? null : <span className="text-xs font-normal text-muted"> (as opened)</span>}
			</Scroller>
			<SaveControls submitLabel={submitLabel} {...(success ? { success } : {})} />
		</div>
	);
}

function SaveControls({ submitLabel, success }: { submitLabel: string; success?: string }) {
	const { isPending } = useAnyForm();
	const { isUnchanged, isSaved, isSettled } = useOutcome();
	const done = isSaved ? "Saved." : isSettled ? (success ?? "") : "";
	return (
		<div className="ml-auto flex flex-wrap items-center gap-x-3">
			<p role="status" className={done === "" ? "text-muted" : "text-success"}>
				{isPending ? "Sending…" : ""}
				{isUnchanged ? NOTHING_TO_SAVE : ""}
				{done}
			</p>
			<UndoButton />
			<Button id={SAVE_BUTTON_ID} variant="primary" aria-disabled={isPending}>
				{submitLabel}
			</Button>
		</div>
	);
}

export const NOTHING_TO_SAVE = "Nothing to save: nothing was changed.";

/** What is to be said of the last press on "Save", until something is edited or sent. */
export function useOutcome() {
	const { answer, isPending, now } = useAnyForm();
	const isSettledNow = !now.isEdited && !isPending;
	const isUnchanged = isSettledNow && answer.isUnchanged === true;
	const isSettled = isSettledNow && !isUnchanged;
	return { isUnchanged, isSettled, isSaved: isSettled && answer.saved !== undefined };
}

/**
 * Takes the last save back, where the rules let that through: a display name, say, can be changed and not taken away. Until
 * something is edited.
 */
export function UndoButton({ variant }: Pick<ComponentProps<typeof Button>, "variant">) {
	const { editor, answer, isPending, undo, now } = useAnyForm();
	const { saved } = answer;
	if (!saved || now.isEdited || isPending) return null;
	if (editor.faults(saved.after, editor.valuesOf(saved.before)) !== null) return null;
	return (
		<Button type="button" variant={variant} className="script-only" onClick={undo}>
			Undo
		</Button>
	);
}
