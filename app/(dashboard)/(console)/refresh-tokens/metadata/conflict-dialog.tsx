"use client";

import { useEffect, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ShownText } from "../token/shown-text";
import { type Choice, findConflicts, type MetadataConflict } from "./merge-metadata";
import type { MetadataConflictState } from "./metadata-form-state";
import type { MetadataEntry } from "./metadata-rows";

type ConflictDialogProps = {
	conflict: MetadataConflictState;
	baseline: readonly MetadataEntry[];
	yours: readonly MetadataEntry[];
	isPending: boolean;
};

/**
 * Stands inside the metadata form, so that the choices are posted with it. Open in the page without scripts, a modal
 * dialog with them. Nothing has been written when it appears.
 */
export function ConflictDialog({ conflict, baseline, yours, isPending }: ConflictDialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const conflicts = findConflicts({ baseline, theirs: conflict.theirs, yours });

	useEffect(() => {
		if (!conflict) return;
		dialog.current?.close();
		dialog.current?.showModal();
	}, [conflict]);

	return (
		<dialog
			ref={dialog}
			open
			aria-labelledby="conflict-title"
			className="relative m-auto w-full max-w-2xl rounded-lg border border-warning bg-surface p-0 text-ink open:modal:fixed"
		>
			<div className="grid gap-4 p-5">
				<h3 id="conflict-title" className="text-lg font-semibold">
					Changed since you opened it
				</h3>
				<p className="text-sm">
					Somebody else, or an automation, has changed this token's metadata in the meantime. Nothing of yours has been
					saved yet, and nothing of theirs is lost. Choose what to keep; your other edits are kept as they are.
				</p>
				{conflict.isIncomplete ? <Alert tone="error" title="Choose a value for every key" /> : null}
				<input type="hidden" name="theirs" value={JSON.stringify(conflict.theirs)} />
				<input type="hidden" name="conflicts" value={conflicts.length} />
				<div className="grid gap-4">
					{conflicts.map((one, index) => (
						<ConflictChoice
							key={one.key}
							conflict={one}
							name={`choice-${index}`}
							chosen={conflict.choices?.[index] ?? null}
						/>
					))}
				</div>
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

type ConflictChoiceProps = { conflict: MetadataConflict; name: string; chosen: Choice | null };

function ConflictChoice({ conflict, name, chosen }: ConflictChoiceProps) {
	const { key, original, theirs, yours, isContested } = conflict;
	const start = chosen ?? (isContested ? null : "theirs");
	return (
		<fieldset className="grid gap-2 rounded-md border border-line p-3 text-sm">
			<legend className="px-1 font-medium">
				<ShownText text={key} />
			</legend>
			<p className="text-muted">
				{isContested ? "Both of you changed this key. " : "You did not touch this key. "}
				Original: <Side value={original} />
			</p>
			{(["theirs", "yours"] as const).map((side) => (
				<label key={side} className="flex min-h-6 items-baseline gap-2">
					<input type="radio" name={name} value={side} defaultChecked={start === side} />
					<span>
						{side === "theirs" ? "Theirs: " : "Yours: "}
						<Side value={side === "theirs" ? theirs : yours} />
					</span>
				</label>
			))}
		</fieldset>
	);
}

function Side({ value }: { value: string | null }) {
	return value === null ? <em>the key is not there</em> : <ShownText text={value} />;
}
