"use client";

import { type FormEvent, useRef, useState } from "react";
import { ChangeNotice } from "@/app/_editor/changed-by";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { useResult } from "@/app/_forms/use-result";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { type MetadataState, metadataEditor } from "./metadata-editor";
import type { MetadataSubject } from "./metadata-words";

const DIALOG = "clear-metadata";

/** Removes every key at once, after a dialog that names the resource, its user and the number of keys. */
export function ClearMetadata({ of }: { of: MetadataSubject }) {
	const { edit, result, isPending, hiddenFields, submit, request } = useEditing(metadataEditor);
	const { values, isEdited } = useNow(metadataEditor);
	const isRequested = useRef(false);
	/** The result of the last clearing, until another action's result. */
	const [outcome, setOutcome] = useState<MetadataState>({});
	// The dialog may remove only what it shows.
	const held = outcome.uncleared ?? edit.baseline ?? metadataEditor.usual;
	const baseline = JSON.stringify({ rows: held.rows });
	const openedAt = outcome.uncleared?.at;
	const fields = { intent: "clear", opened: baseline, ...(openedAt && { openedAt }) };

	// What stops the clearing is shown in its own dialog.
	useResult(result, (next) => {
		const dialog = document.getElementById(DIALOG);
		setOutcome(isRequested.current ? next : {});
		if (isRequested.current && next.saved && dialog instanceof HTMLDialogElement) dialog.close();
		isRequested.current = false;
	});

	function onSubmit(event: FormEvent) {
		event.preventDefault();
		if (isPending) return;
		isRequested.current = true;
		request(fields);
	}

	return (
		<div>
			<DialogTrigger dialog={DIALOG}>Clear all metadata</DialogTrigger>
			<ConfirmDialog
				id={DIALOG}
				title="Clear all metadata?"
				action={
					<form action={submit} onSubmit={onSubmit}>
						{Object.entries({
							...hiddenFields,
							rows: JSON.stringify(values.rows),
							...fields,
						}).map(([name, value]) => (
							<input key={name} type="hidden" name={name} value={value} />
						))}
						<Button variant="danger" aria-disabled={isPending}>
							Clear all metadata
						</Button>
					</form>
				}
			>
				{outcome.uncleared ? (
					<Alert tone="warning" title="Changed since you opened it">
						<p>
							<ChangeNotice by={outcome.uncleared.changedBy} now={outcome.uncleared.at} /> Nothing was cleared yet. The
							number below is what the service holds now.
						</p>
					</Alert>
				) : null}
				<p>
					{amount(held.rows.length)} of the {of.resource} <code>{of.id}</code> of <strong>{of.user}</strong> (
					{of.detail}) will be gone.
				</p>
				{isEdited ? <p>What you typed and have not saved is dropped too.</p> : null}
				{outcome.problem ? <ProblemAlert problem={outcome.problem} /> : null}
			</ConfirmDialog>
		</div>
	);
}

function amount(keys: number): string {
	if (keys === 0) return "There is nothing to clear now; any metadata";
	return keys === 1 ? "The one key" : `All ${keys} keys`;
}
