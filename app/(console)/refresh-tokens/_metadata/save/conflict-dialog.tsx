"use client";

import { type RefObject, useEffect, useRef } from "react";
import { ConflictChoice } from "@/app/_forms/conflict/conflict-choice";
import { useFocusHeir } from "@/app/_forms/use-focus-heir";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ShownText } from "../../_token/shown-text";
import type { MetadataConflictState } from "../rows/metadata-form-state";
import { entriesOfRows, type MetadataEntry, type MetadataRow } from "../rows/metadata-rows";
import { uncontestedChanges } from "./conflict-changes";
import { findConflicts } from "./merge-metadata";
import { MetadataChangeText } from "./metadata-change-text";
import type { MetadataChange } from "./metadata-changes";

type ConflictDialogProps = {
	conflict: MetadataConflictState;
	baseline: readonly MetadataEntry[];
	rows: readonly MetadataRow[];
	isPending: boolean;
	/** Takes the focus when the dialog goes and nothing else does. */
	returnTo: RefObject<HTMLElement | null>;
};

/**
 * Stands inside the metadata form, so that the choices are posted with it. Open in the page without scripts, a modal
 * dialog with them. Nothing has been written when it appears.
 */
export function ConflictDialog({ conflict, baseline, rows, isPending, returnTo }: ConflictDialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const { theirs } = conflict;
	const contested = findConflicts({ baseline, theirs, yours: entriesOfRows(rows) });
	const changes = uncontestedChanges({ baseline, theirs, rows });
	const chosen = new Map(conflict.choices);
	const changedAgain = new Set(conflict.changedAgain);

	useEffect(() => {
		if (!conflict) return;
		dialog.current?.close();
		dialog.current?.showModal();
		heading.current?.focus();
	}, [conflict]);

	useFocusHeir(dialog, () => returnTo.current);

	function onClose() {
		// The browser gives it back to what had it before, unless that is gone.
		if (document.activeElement === document.body) returnTo.current?.focus();
	}

	return (
		<dialog
			ref={dialog}
			open
			aria-labelledby="conflict-title"
			onClose={onClose}
			className="relative m-auto w-[calc(100%-1.5rem)] max-w-2xl rounded-lg border border-warning bg-surface p-0 text-ink open:modal:fixed"
		>
			<div className="grid gap-4 p-5">
				<h3 ref={heading} id="conflict-title" tabIndex={-1} className="text-lg font-semibold">
					Changed since you opened it
				</h3>
				<p className="text-sm">
					Somebody else, or an automation, has changed this token's metadata in the meantime. Nothing of yours is saved
					yet, and nothing of theirs is lost.{" "}
					{contested.length > 0
						? "Choose what to keep where you both changed the same key. Everything else is kept from both."
						: "You changed different keys: saving keeps what both of you did."}
				</p>
				{conflict.changedAgain ? (
					<Alert tone="warning" title="Changed again">
						{changedAgain.size > 0
							? "The other side has changed it once more since this was shown. Choose again where it says so; your other choices are kept."
							: "The other side has changed it once more since this was shown. Your choices are kept."}
					</Alert>
				) : null}
				{conflict.isIncomplete ? <Alert tone="error" title="Choose a value for every key" /> : null}
				<input type="hidden" name="theirs" value={JSON.stringify(theirs)} />
				<input type="hidden" name="conflicts" value={contested.length} />
				{/* With another value of theirs the choice begins anew, so that none is kept for a value it was not made about. */}
				{contested.map(({ key, ...sides }, index) => (
					<ConflictChoice
						key={`${key}\n${sides.theirs === null ? "" : `=${sides.theirs}`}`}
						legend={
							<>
								<ShownText text={key} />
								{changedAgain.has(key) ? " (changed again)" : null}
							</>
						}
						name={`choice-${index}`}
						opened={shown(sides.opened)}
						theirs={shown(sides.theirs)}
						yours={shown(sides.yours)}
						chosen={chosen.get(key) ?? null}
					/>
				))}
				<KeptChanges title="Theirs:" changes={changes.theirs} />
				<KeptChanges title="Yours:" changes={changes.yours} />
				<div className="flex flex-wrap justify-end gap-3">
					<Button type="button" className="script-only" onClick={() => dialog.current?.close()}>
						Keep editing
					</Button>
					<Button variant="primary" name="intent" value="resolve" aria-disabled={isPending}>
						Save with these choices
					</Button>
				</div>
			</div>
		</dialog>
	);
}

/** What is kept of one side without being asked about. */
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

function shown(value: string | null) {
	return value === null ? null : <ShownText text={value} />;
}
