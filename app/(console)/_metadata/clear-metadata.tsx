"use client";

import { type MouseEvent, useRef, useState } from "react";
import { ChangeNotice } from "@/app/_editor/changed-by";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { EDITOR_FORM_ID } from "@/app/_editor/use-editor";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { useResult } from "@/app/_forms/use-result";
import { busyButton } from "@/app/_forms/use-wait";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Name } from "@/components/ui/name";
import { listed } from "@/lib/dashboard/listed";
import { type MetadataState, metadataEditor } from "./metadata-editor";
import type { MetadataSubject } from "./metadata-words";
import { keysWithoutText } from "./rows/metadata-rows";

export const CLEAR_DIALOG_ID = "clear-metadata";
const INTENT = "clear";

/**
 * A dialog that names the resource, its user and the number of keys, and removes them at once. Its button is one of the
 * form's, which it follows in the document: Enter in a field presses a form's first button.
 */
export function ClearMetadata({ of }: { of: MetadataSubject }) {
	const { edit, result, isPending, wait, request } = useEditing(metadataEditor);
	const { isEdited } = useNow(metadataEditor);
	const isRequested = useRef(false);
	/** The result of the last clearing, until another action's result. */
	const [outcome, setOutcome] = useState<MetadataState>({});
	// The dialog may remove only what it shows.
	const held = outcome.uncleared ?? edit.baseline ?? metadataEditor.defaults;
	const lost = keysWithoutText(held.rows);

	// What stops the clearing is shown in its own dialog.
	useResult(result, (next) => {
		const dialog = document.getElementById(CLEAR_DIALOG_ID);
		setOutcome(isRequested.current ? next : {});
		if (isRequested.current && next.saved && dialog instanceof HTMLDialogElement) dialog.close();
		isRequested.current = false;
	});

	function onPress(event: MouseEvent) {
		event.preventDefault();
		if (isPending || wait > 0) return;
		isRequested.current = true;
		const openedAt = outcome.uncleared?.at;
		request({ intent: INTENT, opened: JSON.stringify({ rows: held.rows }), ...(openedAt && { openedAt }) });
	}

	return (
		<ConfirmDialog
			id={CLEAR_DIALOG_ID}
			title="Clear all metadata?"
			action={
				<Button
					form={EDITOR_FORM_ID}
					name="intent"
					value={INTENT}
					variant="danger"
					{...busyButton({ isPending, wait })}
					onClick={onPress}
				>
					Clear all metadata
				</Button>
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
				{amount(held.rows.length)} of the {of.resource} <code>{of.id}</code> of{" "}
				<Name className="font-semibold" text={of.user} /> (<Name text={of.detail} />) will be gone.
			</p>
			{lost.length > 0 ? (
				<p>
					Among them {listed(lost.map((key) => `“${key}”`))}, whose {lost.length === 1 ? "value is" : "values are"} no
					text: this console can’t put {lost.length === 1 ? "it" : "them"} back.
				</p>
			) : null}
			{isEdited ? <p>What you typed and have not saved is dropped too.</p> : null}
			{outcome.problem ? <ProblemAlert problem={outcome.problem} /> : null}
		</ConfirmDialog>
	);
}

function amount(keys: number): string {
	if (keys === 0) return "There is nothing to clear now; any metadata";
	return keys === 1 ? "The one key" : `All ${keys} keys`;
}
