"use client";

import type { ReactNode } from "react";
import { WHY_ID } from "@/app/_forms/second-editor";
import { busyButton } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { isApple } from "@/components/ui/is-apple";
import { Scroller } from "@/components/ui/scroller";
import { PROPOSE_INTENT } from "@/lib/dashboard/proposals/proposal";
import type { ChangeText } from "./editor";
import { useAnyForm } from "./editor-context";
import { focusSave, PROPOSE_BUTTON_ID, SAVE_BUTTON_ID } from "./use-store";

type SaveBarProps = {
	submitLabel?: string;
	/** Shown first. */
	lead?: ReactNode;
	/** What prevents saving, shown in place of the changes. */
	obstacle?: string | undefined;
	/** The status of a new resource; absent: "Creates a new …". */
	creation?: string;
	/** The status after a save; absent: "Saved." */
	saved?: string;
	/** The status after a redirect to this page, until something is edited: "Template created." */
	success?: string;
};

/**
 * What saving would do, the result of the last save, and the buttons: one line that is always in view. What the rule of the
 * second editor concerns is proposed in place of being saved; without scripts it is not known before it is sent.
 */
export function SaveBar({ submitLabel = "Save changes", lead, ...words }: SaveBarProps) {
	const form = useAnyForm();
	const { editor, edit, canWrite, isHydrated, known, now, proposing } = form;
	const { isProposed, isEmergency } = now.decision;
	if (!canWrite) return null;
	const shown = edit.baseline ? editor.describeChanges(edit.baseline, now.content, known) : [];
	const changes = words.obstacle ? [] : shown;
	const [status, tone] = statusOf(form, changes.length, words);
	return (
		<div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-y border-line bg-surface px-4 py-1.5 text-sm sm:rounded-lg sm:border-x @lg:flex-nowrap">
			{lead ? <div className="grow font-medium *:truncate @lg:max-w-88 @lg:grow-0">{lead}</div> : null}
			<section
				aria-label="Changes"
				className="order-first flex min-h-7 grow basis-full items-center gap-2 text-muted @lg:order-none @lg:basis-0"
			>
				<p role="status" className={changes.length > 0 ? "min-w-21 shrink-0 font-medium text-ink" : tone}>
					{status}
				</p>
				{changes.length > 0 ? <ChangeList changes={changes} label={`Changes to ${verbOf(form)}`} /> : null}
				<span className="as-opened" />
			</section>
			<UndoButton />
			{proposing.canPropose && !isProposed ? (
				<Button id={PROPOSE_BUTTON_ID} name="intent" value={PROPOSE_INTENT} {...busyButton(form)}>
					Propose
				</Button>
			) : null}
			{isProposed && !proposing.isNeverSaved && !isHydrated ? (
				<Button name="intent" value="save" className="without-scripts">
					{submitLabel}
				</Button>
			) : null}
			<Button
				key={SAVE_BUTTON_ID}
				id={SAVE_BUTTON_ID}
				name="intent"
				value={isProposed ? PROPOSE_INTENT : "save"}
				variant={isEmergency ? "danger" : "primary"}
				aria-describedby={isProposed && !proposing.isProposedOnly ? WHY_ID : undefined}
				{...busyButton(form)}
				title={isHydrated ? (isApple(navigator.userAgent) ? "⌘ S" : "Ctrl S") : undefined}
			>
				{isProposed ? "Propose" : submitLabel}
			</Button>
		</div>
	);
}

/** What a press of the first button does. */
function verbOf({ now }: Pick<ReturnType<typeof useAnyForm>, "now">): string {
	return now.decision.isProposed ? PROPOSE_INTENT : "save";
}

/** One status at a time: the result of the last press on "Save" is shown until something is edited or sent. */
function statusOf(
	form: ReturnType<typeof useAnyForm>,
	count: number,
	words: SaveBarProps,
): [text: string, tone?: string] {
	const { editor, edit, result, lastSave, isPending, now } = form;
	const verb = verbOf(form);
	if (isPending) return ["Sending…"];
	if (words.obstacle) return [words.obstacle, "text-danger"];
	if (!now.isEdited) {
		if (result.kind === "unchanged") return [`Nothing to ${verb}: no changes.`];
		if (lastSave && lastSave.differing.length + lastSave.unconfirmed.length > 0)
			return ["Sent. Not all of it is confirmed.", "text-warning"];
		const done = lastSave ? (words.saved ?? "Saved.") : words.success;
		if (done) return [done, "text-success"];
	}
	if (!edit.baseline) return [words.creation ?? `Creates a new ${editor.what}.`];
	return [count === 0 ? `No changes to ${verb}` : `${count} ${count === 1 ? "change" : "changes"}`];
}

/** In short; one that finds no room is cut off. */
const CHIPS_MAX = 6;
/** In words. */
const CHANGES_MAX = 100;

/** The first changes as chips, and all of them in words when expanded, up to a number. */
function ChangeList({ changes, label }: { changes: readonly ChangeText[]; label: string }) {
	const beyond = changes.length - CHANGES_MAX;
	return (
		<details data-menu="" className="grow">
			<summary className="flex min-h-6 items-center gap-1.5 overflow-hidden text-ink">
				{changes.slice(0, CHIPS_MAX).map(({ part, words, chip = words }) => (
					<span key={part} data-of={part} className="min-w-14 truncate rounded bg-sunken px-2 py-0.5 *:inline">
						{chip}
					</span>
				))}
			</summary>
			<Scroller label="All changes" className="floating inset-x-0 top-auto bottom-full px-4 py-3">
				<ul aria-label={label} className="list-disc pl-4 whitespace-pre-wrap">
					{changes.slice(0, CHANGES_MAX).map(({ part, words }) => (
						<li key={part} data-of={part}>
							{words}
						</li>
					))}
					{beyond > 0 ? <li>{beyond.toLocaleString("en")} more</li> : null}
				</ul>
			</Scroller>
		</details>
	);
}

/**
 * Undoes the last save, until something is edited, and where the rules allow it: a display name, for example, can be changed
 * but not removed.
 */
function UndoButton() {
	const { editor, lastSave, isPending, undo, now } = useAnyForm();
	if (!lastSave || now.isEdited || isPending) return null;
	const before = editor.valuesOf(lastSave.before);
	if (editor.faults(lastSave.after, before) !== null) return null;
	// White space around a name, say, is not stored again.
	if (editor.changes(lastSave.before, editor.contentOf(before, lastSave.after)).length > 0) return null;
	return (
		<Button type="button" className="script-only" onClick={undo}>
			Undo
		</Button>
	);
}

/** For keyboard users, beside the first field: skips the controls between it and the button. */
export function SkipToSave() {
	const form = useAnyForm();
	if (!form.canWrite) return null;
	return (
		<a
			href={`#${SAVE_BUTTON_ID}`}
			className="absolute z-20 rounded bg-accent px-3 py-1 text-sm text-on-accent not-focus:sr-only"
			onClick={(event) => {
				event.preventDefault();
				focusSave();
			}}
		>
			Skip to {verbOf(form)}
		</a>
	);
}
