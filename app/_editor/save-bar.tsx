"use client";

import type { MouseEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { isApple } from "@/components/ui/is-apple";
import { Scroller } from "@/components/ui/scroller";
import { useAnyForm } from "./editor-context";
import { SAVE_BUTTON_ID } from "./use-editor";

/** A change as the bar shows it: in short, and in words on demand. */
export type ShownChange = { part: string; words: ReactNode; chip?: ReactNode };

type SaveBarProps = {
	submitLabel?: string;
	/** Stands before all else. */
	lead?: ReactNode;
	/** In place of those that the editor tells. */
	changes?: readonly ShownChange[];
	/** What stands in the way of saving, in place of the changes. */
	obstacle?: string | undefined;
	/** What saving would create; absent: a new thing of its kind. */
	creation?: string;
	/** Said after a save; absent: that it is saved. */
	saved?: string;
	/** What led to this page, until something is edited: "Template created." */
	success?: string;
};

/** What saving would do, what became of the last save, and the button: in one line that is always in sight. */
export function SaveBar({ submitLabel = "Save changes", lead, ...words }: SaveBarProps) {
	const { editor, edit, canWrite, isHydrated, isPending, known, now } = useAnyForm();
	const { baseline } = edit;
	if (!canWrite) return null;
	const shown = words.changes ?? (baseline ? editor.describeChanges(baseline, now.content, known) : []);
	const changes = words.obstacle ? [] : shown;
	return (
		<div className="save-bar">
			{lead}
			<section aria-label="Changes" className="changes">
				<BarStatus {...words} count={changes.length} />
				{changes.length > 0 ? <ChangeList changes={changes} /> : null}
				{isHydrated ? null : <span className="text-xs text-muted">(as opened)</span>}
			</section>
			<UndoButton />
			<Button
				id={SAVE_BUTTON_ID}
				name="intent"
				value="save"
				variant="primary"
				aria-disabled={isPending}
				title={isHydrated ? saveKeys() : undefined}
			>
				{submitLabel}
			</Button>
		</div>
	);
}

/** What is known of saving just now: one thing at a time. */
function BarStatus({ count, ...words }: Omit<SaveBarProps, "changes"> & { count: number }) {
	const { editor, edit, isPending } = useAnyForm();
	const { isUnchanged, isSettled, isSaved } = useOutcome();
	const done = isSaved ? (words.saved ?? "Saved.") : isSettled ? words.success : undefined;
	const text = isPending
		? "Sending…"
		: words.obstacle
			? words.obstacle
			: isUnchanged
				? "Nothing to save: nothing was changed."
				: (done ?? (edit.baseline ? countInWords(count) : (words.creation ?? `Creates a new ${editor.what}.`)));
	const tone = words.obstacle ? "text-danger" : done && !isUnchanged ? "text-success" : undefined;
	return (
		<p role="status" className={isPending ? undefined : tone}>
			{text}
		</p>
	);
}

function countInWords(count: number): string {
	return count === 0 ? "No changes to save" : `${count} ${count === 1 ? "change" : "changes"}`;
}

/** So many chips there are where the bar has the room; it shows fewer where it has not. See `save-bar.css`. */
const CHIPS_BY_ROOM = [1, 2, 3, 6] as const;

/** The first changes as chips, how many more there are, and on demand all of them in words. */
function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
	return (
		<details data-menu="" className="change-list">
			<summary>
				{changes.slice(0, Math.max(...CHIPS_BY_ROOM)).map(({ part, words, chip = words }) => (
					<span key={part} className="change">
						{chip}
					</span>
				))}
				{CHIPS_BY_ROOM.filter((shown) => changes.length > shown).map((shown) => (
					<span key={shown} data-beyond={shown}>
						{changes.length - shown} more
					</span>
				))}
			</summary>
			<Scroller label="All changes" className="all-changes">
				<ul aria-label="Changes to save">
					{changes.map(({ part, words }) => (
						<li key={part}>{words}</li>
					))}
				</ul>
			</Scroller>
		</details>
	);
}

/** What is to be said of the last press on "Save", until something is edited or sent. */
function useOutcome() {
	const { result, isPending, now } = useAnyForm();
	const isSettledNow = !now.isEdited && !isPending;
	const isUnchanged = isSettledNow && result.isUnchanged === true;
	const isSettled = isSettledNow && !isUnchanged;
	return { isUnchanged, isSettled, isSaved: isSettled && result.saved !== undefined };
}

/**
 * Takes the last save back, where the rules let that through: a display name, say, can be changed and not taken away. Until
 * something is edited.
 */
function UndoButton() {
	const { editor, result, isPending, undo, now } = useAnyForm();
	const { saved } = result;
	if (!saved || now.isEdited || isPending) return null;
	if (editor.faults(saved.after, editor.valuesOf(saved.before)) !== null) return null;
	return (
		<Button type="button" className="script-only" onClick={undo}>
			Undo
		</Button>
	);
}

/** The keys that save, as this machine's keyboard has them. */
function saveKeys(): string {
	return isApple(navigator.userAgent) ? "⌘ S" : "Ctrl S";
}

/** For the keyboard, beside the first field: from there to the button without a stop at every control between them. */
export function SkipToSave() {
	const { canWrite } = useAnyForm();
	if (!canWrite) return null;
	return (
		<a href={`#${SAVE_BUTTON_ID}`} className="skip-to-save" onClick={focusSave}>
			Skip to save
		</a>
	);
}

/** The button is in sight wherever the page is scrolled to, and stays there. */
function focusSave(event: MouseEvent<HTMLAnchorElement>): void {
	event.preventDefault();
	document.getElementById(SAVE_BUTTON_ID)?.focus({ preventScroll: true });
}
