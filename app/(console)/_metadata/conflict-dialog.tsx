"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { ConflictParts } from "@/app/_editor/conflict-panel";
import { isUnresolved } from "@/app/_editor/edit-state";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { CONFLICT_ID, SAVE_BUTTON_ID } from "@/app/_editor/use-store";
import { busyButton } from "@/app/_page/problem-alert";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFocusFallback } from "@/components/ui/use-focus-fallback";
import { useHydrated } from "@/components/ui/use-hydrated";
import { metadataEditor } from "./metadata-editor";

/**
 * What another admin has changed since, as soon as it is known, and again at a save while a choice is missing. Nothing of
 * this admin's changes has been written yet. Inline without scripts, a modal dialog with them.
 */
export function MetadataConflict() {
	const { edit, result } = useEditing(metadataEditor);
	const { values, faults, isUnresolved: isRefused } = useNow(metadataEditor);
	const theirs = edit.conflict?.theirs ?? null;
	const [shown, setShown] = useState({ theirs, result, isOpen: true, isAgain: false });
	// What else stops a save, for example too many keys, is shown, and corrected, in the form behind it.
	const isStopped = faults.rows !== undefined || "problem" in result;
	if (shown.theirs !== theirs) setShown({ theirs, result, isOpen: true, isAgain: shown.theirs !== null });
	else if (shown.result !== result) setShown({ ...shown, result, isOpen: isRefused || (shown.isOpen && !isStopped) });
	if (!theirs) return null;
	if (shown.isOpen)
		return <ConflictDialog isAgain={shown.isAgain} onClose={() => setShown({ ...shown, isOpen: false })} />;
	if (!isUnresolved(metadataEditor, edit, values)) return null;
	return (
		<div>
			<Button id={CONFLICT_ID} type="button" onClick={() => setShown({ ...shown, isOpen: true })}>
				Choose what to keep
			</Button>
		</div>
	);
}

function ConflictDialog({ isAgain, onClose }: { isAgain: boolean; onClose: () => void }) {
	const { result, isPending, wait } = useEditing(metadataEditor);
	const { isUnresolved: isRefused } = useNow(metadataEditor);
	const isHydrated = useHydrated();
	const dialog = useRef<HTMLDialogElement>(null);
	const saveButton = () => document.getElementById(SAVE_BUTTON_ID);
	useFocusFallback(dialog, saveButton);

	// In the same commit, before the editor moves the focus to what stops a save: the dialog gives it back where it was.
	useLayoutEffect(() => {
		if (!isHydrated || !result) return;
		if (!dialog.current?.open) dialog.current?.showModal();
		document.getElementById(CONFLICT_ID)?.focus();
	}, [isHydrated, result]);

	function close() {
		onClose();
		// The browser restores the focus to the previous element, unless that is gone.
		if (document.activeElement === document.body) saveButton()?.focus();
	}

	return (
		<dialog
			ref={dialog}
			open={!isHydrated}
			aria-labelledby={CONFLICT_ID}
			onClose={close}
			className="relative m-auto w-[calc(100%-1.5rem)] max-w-2xl rounded-lg border border-warning bg-surface p-0 text-ink open:modal:fixed"
		>
			<div className="grid gap-4 p-5 text-sm">
				<h3 id={CONFLICT_ID} tabIndex={-1} className="text-lg font-semibold">
					Changed since you opened it
				</h3>
				{isAgain ? (
					<Alert tone="warning" title="Changed again">
						<p>It was changed again since this was shown. Your other choices are kept.</p>
					</Alert>
				) : null}
				{isRefused ? <Alert tone="error" title="Choose a value for every key" /> : null}
				<ConflictParts />
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
