"use client";

import { useState } from "react";
import { useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { DialogTrigger } from "@/components/ui/confirm-dialog";
import { Section } from "@/components/ui/section";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { resources } from "@/lib/dashboard/resources/resources";
import { CLEAR_DIALOG_ID, ClearMetadata, type MetadataSubject } from "./clear-metadata";
import { MetadataConflict } from "./conflict-dialog";
import { saveMetadataAction } from "./metadata-actions";
import { JSON_TEXT, type MetadataContent, metadataEditor } from "./metadata-editor";
import { MetadataViews } from "./metadata-views";
import { entriesOfRows } from "./rows/metadata-rows";

type MetadataFormProps = EditorPage & {
	of: MetadataSubject;
	baseline: MetadataContent;
	/** Whether the tenant's response has the metadata, or says that there is none. */
	isReported: boolean;
	/** Where the metadata goes beside those with access to the tenant, in sentences. */
	leaves?: readonly string[];
};

/**
 * The metadata of one resource as one document with one Save. The baseline is fixed when editing begins: only the result of a
 * save changes it, never a page that was fetched again.
 */
export function MetadataForm({ of, isReported, leaves = [], ...page }: MetadataFormProps) {
	const { canWrite } = page;
	const { idField, metadata } = resources[of.resource];
	/** The line of the error in the JSON, which is then not what would be saved. */
	const [unreadable, setUnreadable] = useState<number | null>(null);
	return (
		<EditorForm
			{...page}
			editor={metadataEditor}
			id={of.id}
			idField={idField}
			action={saveMetadataAction}
			blockedBy={unreadable === null ? null : JSON_TEXT}
			conflict={<MetadataConflict />}
			bar={<MetadataBar unreadable={unreadable} />}
			frame={(form) => (
				<Section
					title="Metadata"
					aside={
						<div className="flex flex-wrap items-center gap-x-4">
							<KeyCount />
							{canWrite ? <DialogTrigger dialog={CLEAR_DIALOG_ID}>Clear all metadata</DialogTrigger> : null}
						</div>
					}
				>
					<p className="max-w-prose text-sm text-muted">
						Key–value notes, {METADATA_VALUE_LENGTH_MAX} characters each (Unicode code points). Everyone with access to
						the tenant can read them: keep secrets elsewhere.
					</p>
					{isReported ? null : (
						<p className="max-w-prose text-sm">
							The tenant does not report the metadata of this {metadata.one}: saving here replaces whatever it has.
						</p>
					)}
					{leaves.map((sentence) => (
						<p key={sentence} className="max-w-prose text-sm">
							{sentence}
						</p>
					))}
					{form}
					{canWrite ? <ClearMetadata of={of} /> : null}
				</Section>
			)}
		>
			<MetadataViews of={of} isReported={isReported} onUnreadable={setUnreadable} />
		</EditorForm>
	);
}

function KeyCount() {
	const count = entriesOfRows(useNow(metadataEditor).values.rows).length;
	return (
		<span className={count > METADATA_PROPERTIES_MAX ? "font-medium text-danger" : "text-muted"}>
			{count} / {METADATA_PROPERTIES_MAX}
		</span>
	);
}

function MetadataBar({ unreadable }: { unreadable: number | null }) {
	const count = entriesOfRows(useNow(metadataEditor).values.rows).length;
	const saved =
		count === 0 ? "All metadata cleared." : `The tenant now holds ${count} ${count === 1 ? "key" : "keys"}.`;
	const obstacle = unreadable === null ? undefined : `The JSON can't be read: line ${unreadable}`;
	return <SaveBar submitLabel="Save metadata" obstacle={obstacle} saved={`Saved. ${saved}`} />;
}
