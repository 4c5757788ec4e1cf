"use client";

import type { MouseEvent } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { EDITOR_FORM_ID } from "@/app/_editor/use-editor";
import { busyButton } from "@/app/_page/problem-alert";
import { Breakable } from "@/components/ui/breakable";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { listed } from "@/lib/dashboard/in-short";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import { metadataEditor } from "./metadata-editor";
import { keysWithoutText } from "./rows/metadata-rows";

/** Whose metadata is edited, in a sentence. Data for the browser, built field by field. */
export type MetadataSubject = {
	resource: MetadataResource;
	id: string;
	/** Null where the tenant does not report it. */
	userId: string | null;
	/** The user's e-mail address or name; the identifier where the tenant returns neither. */
	user: string;
	/** Tells it from others of the user: a token's application, a session's device. */
	detail: string;
};

export const CLEAR_DIALOG_ID = "clear-metadata";

/**
 * A dialog that names the resource, its user and the number of keys, and removes them at once. Its button is one of the
 * form's, which it follows in the document: Enter in a field presses a form's first button. Where the service stores other
 * metadata than it names, that is a conflict like any other.
 */
export function ClearMetadata({ of }: { of: MetadataSubject }) {
	const { edit, isPending, wait, request } = useEditing(metadataEditor);
	const { isEdited } = useNow(metadataEditor);
	const { rows } = edit.baseline ?? metadataEditor.defaults;
	const lost = keysWithoutText(rows);
	const some = rows.length === 1 ? "The one key" : `All ${rows.length} keys`;
	const amount = rows.length === 0 ? "There is nothing to clear now; any metadata" : some;

	function onPress(event: MouseEvent<HTMLButtonElement>) {
		event.preventDefault();
		if (isPending || wait > 0) return;
		request({ intent: "clear" });
		event.currentTarget.closest("dialog")?.close();
	}

	return (
		<ConfirmDialog
			id={CLEAR_DIALOG_ID}
			title="Clear all metadata?"
			action={
				<Button
					form={EDITOR_FORM_ID}
					name="intent"
					value="clear"
					variant="danger"
					{...busyButton({ isPending, wait })}
					onClick={onPress}
				>
					Clear all metadata
				</Button>
			}
		>
			<p>
				{amount} of the {of.resource}{" "}
				<code>
					<Breakable text={of.id} />
				</code>{" "}
				of <Name className="font-semibold" text={of.user} /> (
				<Name text={of.detail} />) will be deleted.
			</p>
			{lost.length > 0 ? (
				<p>
					Among them {listed(lost.map((key) => `“${nameInWords(key)}”`))}, whose{" "}
					{lost.length === 1 ? "value is" : "values are"} not text: this console can’t restore{" "}
					{lost.length === 1 ? "it" : "them"}.
				</p>
			) : null}
			{isEdited ? <p>Your unsaved edits are lost too.</p> : null}
		</ConfirmDialog>
	);
}
