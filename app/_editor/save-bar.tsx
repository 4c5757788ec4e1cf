"use client";

import type { MouseEvent, ReactNode } from "react";
import { busyButton } from "@/app/_forms/use-wait";
import { Button } from "@/components/ui/button";
import { isApple } from "@/components/ui/is-apple";
import { Scroller } from "@/components/ui/scroller";
import { useAnyForm } from "./editor-context";
import { SAVE_BUTTON_ID } from "./use-editor";

/** A change as the bar shows it: in short, and in words when expanded. */
export type ShownChange = { part: string; words: ReactNode; chip?: ReactNode };

type SaveBarProps = {
	submitLabel?: string;
	/** Shown first. */
	lead?: ReactNode;
	/** In place of the editor's own. */
	changes?: readonly ShownChange[];
	/** What prevents saving, shown in place of the changes. */
	obstacle?: string | undefined;
	/** The status of a new resource; absent: "Creates a new …". */
	creation?: string;
	/** The status after a save; absent: "Saved." */
	saved?: string;
	/** The status after a redirect to this page, until something is edited: "Template created." */
	success?: string;
};

/** What saving would do, the result of the last save, and the button: one line that is always in view. */
export function SaveBar({ submitLabel = "Save changes", lead, ...words }: SaveBarProps) {
	const { editor, edit, canWrite, isHydrated, isPending, wait, known, now } = useAnyForm();
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
				{...busyButton({ isPending, wait })}
				title={isHydrated ? saveKeys() : undefined}
			>
				{submitLabel}
			</Button>
		</div>
	);
}

/** One status at a time. */
function BarStatus({ count, ...words }: Omit<SaveBarProps, "changes"> & { count: number }) {
	const { editor, edit, isPending } = useAnyForm();
	const { isUnchanged, isSettled, isSaved, isConfirmed } = useOutcome();
	const saved = isConfirmed ? (words.saved ?? "Saved.") : "Sent. Not all of it is confirmed.";
	const done = isSaved ? saved : isSettled ? words.success : undefined;
	const text = isPending
		? "Sending…"
		: words.obstacle
			? words.obstacle
			: isUnchanged
				? "Nothing to save: nothing was changed."
				: (done ?? (edit.baseline ? countInWords(count) : (words.creation ?? `Creates a new ${editor.what}.`)));
	const isDone = done !== undefined && !isUnchanged;
	const tone = words.obstacle ? "text-danger" : isDone ? (isConfirmed ? "text-success" : "text-warning") : undefined;
	return (
		<p role="status" className={isPending ? undefined : tone}>
			{text}
		</p>
	);
}

function countInWords(count: number): string {
	return count === 0 ? "No changes to save" : `${count} ${count === 1 ? "change" : "changes"}`;
}

/** Numbers of chips by the width of the bar. See `save-bar.css`. */
const CHIPS_BY_ROOM = [1, 2, 3, 6] as const;

/** In words. */
const CHANGES_MAX = 100;

/** The first changes as chips, the number of the others, and all of them in words when expanded, up to a number. */
function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
	const beyond = changes.length - CHANGES_MAX;
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
					{changes.slice(0, CHANGES_MAX).map(({ part, words }) => (
						<li key={part}>{words}</li>
					))}
					{beyond > 0 ? <li>{beyond.toLocaleString("en")} more</li> : null}
				</ul>
			</Scroller>
		</details>
	);
}

/** The result of the last press on "Save", until something is edited or sent. */
function useOutcome() {
	const { result, isPending, now } = useAnyForm();
	const isSettledNow = !now.isEdited && !isPending;
	const isUnchanged = isSettledNow && result.isUnchanged === true;
	const isSettled = isSettledNow && !isUnchanged;
	const { differing = [], unconfirmed = [] } = result.saved ?? {};
	const isConfirmed = differing.length + unconfirmed.length === 0;
	return { isUnchanged, isSettled, isSaved: isSettled && result.saved !== undefined, isConfirmed };
}

/**
 * Undoes the last save, until something is edited, and where the rules allow it: a display name, for example, can be changed
 * but not removed.
 */
function UndoButton() {
	const { editor, result, isPending, undo, now } = useAnyForm();
	const { saved } = result;
	if (!saved || now.isEdited || isPending) return null;
	const before = editor.valuesOf(saved.before);
	if (editor.faults(saved.after, before) !== null) return null;
	// White space around a name, say, is not stored again.
	if (editor.changes(saved.before, editor.contentOf(before, saved.after)).length > 0) return null;
	return (
		<Button type="button" className="script-only" onClick={undo}>
			Undo
		</Button>
	);
}

/** The keyboard shortcut that saves, for this platform. */
function saveKeys(): string {
	return isApple(navigator.userAgent) ? "⌘ S" : "Ctrl S";
}

/** For keyboard users, beside the first field: skips the controls between it and the button. */
export function SkipToSave() {
	const { canWrite } = useAnyForm();
	if (!canWrite) return null;
	return (
		<a href={`#${SAVE_BUTTON_ID}`} className="skip-to-save" onClick={focusSave}>
			Skip to save
		</a>
	);
}

/** The button is in view at every scroll position, so nothing is scrolled. */
function focusSave(event: MouseEvent<HTMLAnchorElement>): void {
	event.preventDefault();
	document.getElementById(SAVE_BUTTON_ID)?.focus({ preventScroll: true });
}
