"use client";

import { useEffect, useRef, useState } from "react";
import { ChangeNotice } from "@/app/_editor/changed-by";
import { ContestedPart } from "@/app/_editor/conflict-panel";
import { contestedChoices, type EditState, isUnresolved } from "@/app/_editor/edit-state";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { CONFLICT_ID, SAVE_BUTTON_ID } from "@/app/_editor/use-editor";
import { useFocusFallback } from "@/app/_forms/use-focus-fallback";
import { busyButton } from "@/app/_forms/use-wait";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { keyOfPart, type MetadataContent, metadataEditor, valuesIn } from "./metadata-editor";
import { type MetadataChange, MetadataChangeText, metadataChanges } from "./rows/metadata-changes";
import { rowsOf, textOf } from "./rows/metadata-rows";
import { ShownText } from "./rows/shown-text";

type Seen = { theirs: MetadataContent | null; isAgain: boolean };

/**
 * What another admin has changed since, as soon as it is known, and again at a save while a choice is missing. Nothing of
 * this admin's changes has been written yet. Inline without scripts, a modal dialog with them.
 */
export function MetadataConflict() {
	const { edit, result } = useEditing(metadataEditor);
	const { values, faults, isUnresolved: isRefused } = useNow(metadataEditor);
	const theirs = edit.conflict?.theirs ?? null;
	const [seen, setSeen] = useState<Seen>({ theirs, isAgain: false });
	const [closed, setClosed] = useState<{ theirs: MetadataContent; result: EditState<typeof metadataEditor.fields> }>();
	if (seen.theirs !== theirs) setSeen({ theirs, isAgain: seen.theirs !== null && theirs !== null });
	if (!theirs) return null;
	const isClosed = closed?.theirs === theirs;
	// The merged rows can't be saved, for example too many keys: that is shown, and corrected, in the form behind it.
	const isStopped = faults.rows !== undefined && !isRefused;
	if (isStopped && !isClosed) setClosed({ theirs, result });
	if (isClosed && isRefused && closed.result !== result) setClosed(undefined);
	if (!isClosed && !isStopped)
		return <ConflictDialog isAgain={seen.isAgain} onClose={() => setClosed({ theirs, result })} />;
	if (!isUnresolved(metadataEditor, edit, values)) return null;
	return (
		<div>
			<Button id={CONFLICT_ID} type="button" onClick={() => setClosed(undefined)}>
				Choose what to keep
			</Button>
		</div>
	);
}

function ConflictDialog({ isAgain, onClose }: { isAgain: boolean; onClose: () => void }) {
	const { edit, result, isPending, wait } = useEditing(metadataEditor);
	const { values, isUnresolved: isRefused } = useNow(metadataEditor);
	const { conflict } = edit;
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const saveButton = () => document.getElementById(SAVE_BUTTON_ID);

	const isModal = useRef(false);
	useEffect(() => {
		if (!dialog.current || !result) return;
		// `close()` would fire the event that means that the admin closed it.
		if (!isModal.current) dialog.current.open = false;
		if (!isModal.current) dialog.current.showModal();
		isModal.current = true;
		heading.current?.focus();
	}, [result]);
	useFocusFallback(dialog, saveButton);

	if (!conflict) return null;
	const { baseline, theirs, yours } = conflict;
	const contested = contestedChoices(metadataEditor, conflict, values);
	const keys = new Set(contested.map(({ part }) => keyOfPart(part)));
	const changes = (to: MetadataContent) =>
		metadataChanges(baseline.rows.filter(uncontested), rowsOf(to.rows.filter(uncontested)));

	function uncontested([key]: MetadataContent["rows"][number]): boolean {
		return !keys.has(key);
	}

	function close() {
		onClose();
		// The browser restores the focus to the previous element, unless that is gone.
		if (document.activeElement === document.body) saveButton()?.focus();
	}

	return (
		<dialog
			ref={dialog}
			open
			aria-labelledby={CONFLICT_ID}
			onClose={close}
			className="relative m-auto w-[calc(100%-1.5rem)] max-w-2xl rounded-lg border border-warning bg-surface p-0 text-ink open:modal:fixed"
		>
			<div className="grid gap-4 p-5">
				<h3 ref={heading} id={CONFLICT_ID} tabIndex={-1} className="text-lg font-semibold">
					Changed since you opened it
				</h3>
				<p className="text-sm">
					<ChangeNotice by={conflict.changedBy} now={conflict.at} /> Nothing of yours is saved yet.{" "}
					{contested.length > 0
						? "What only one of you changed is kept."
						: "You changed different keys: saving keeps what both of you did."}
				</p>
				{isAgain ? (
					<Alert tone="warning" title="Changed again">
						{contested.length > 0
							? "The other side has changed it once more since this was shown. Choose again where it says so; your other choices are kept."
							: "The other side has changed it once more since this was shown. Your choices are kept."}
					</Alert>
				) : null}
				{isRefused ? <Alert tone="error" title="Choose a value for every key" /> : null}
				{contested.map((one, index) => (
					<ContestedPart
						key={one.part}
						contested={one}
						name={`choice-${index}`}
						label={
							<>
								You both changed <ShownText text={keyOfPart(one.part)} />
								{isAgain ? " (changed again)" : null}. Keep which?
							</>
						}
						shown={shown}
					/>
				))}
				<KeptChanges title="Theirs:" changes={changes(theirs)} />
				<KeptChanges title="Yours:" changes={changes(yours)} />
				<div className="flex flex-wrap justify-end gap-3">
					<Button type="button" className="script-only" onClick={() => dialog.current?.close()}>
						Keep editing
					</Button>
					<Button variant="primary" name="intent" value="save" {...busyButton({ isPending, wait })}>
						Save with these choices
					</Button>
				</div>
			</div>
		</dialog>
	);
}

/** One side's changes that are kept without a choice. */
function KeptChanges({ title, changes }: { title: string; changes: readonly MetadataChange[] }) {
	if (changes.length === 0) return null;
	return (
		<div className="grid gap-1 text-sm">
			<p aria-hidden="true" className="font-semibold">
				{title}
			</p>
			<ul aria-label={title} className="grid list-disc gap-1 pl-5">
				{changes.map((change) => (
					<li key={`${change.kind} ${change.key}`}>
						<MetadataChangeText change={change} />
					</li>
				))}
			</ul>
		</div>
	);
}

function shown(json: string | null) {
	if (json === null) return <em className="text-muted">not there</em>;
	const [value = "", ...others] = valuesIn(json);
	return <ShownText text={others.length === 0 ? value : [value, ...others].map(textOf).join(", ")} />;
}
