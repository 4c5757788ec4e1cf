"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { DialogTrigger } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { resources } from "@/lib/dashboard/resources/resources";
import { CLEAR_DIALOG_ID, ClearMetadata, type MetadataSubject } from "./clear-metadata";
import { MetadataConflict } from "./conflict-dialog";
import { saveMetadataAction } from "./metadata-actions";
import {
	JSON_TEXT,
	type MetadataContent,
	type MetadataState,
	type MetadataValues,
	metadataEditor,
} from "./metadata-editor";
import { MetadataViews } from "./metadata-views";
import { countChanges, MetadataChangeChip, MetadataChangeText, metadataChanges } from "./rows/metadata-changes";
import { type JsonMistake, metadataJson } from "./rows/metadata-json";
import { entriesOfRows } from "./rows/metadata-rows";

type MetadataFormProps = EditorPage & {
	of: MetadataSubject;
	userId: string | null;
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
export function MetadataForm({ of, userId, isReported, leaves = [], ...page }: MetadataFormProps) {
	const { canWrite } = page;
	const { idField, metadata } = resources[of.resource];
	const [mistake, setMistake] = useState<JsonMistake | null>(null);
	return (
		<EditorForm
			{...page}
			editor={metadataEditor}
			id={of.id}
			idField={idField}
			action={saveMetadataAction}
			draftInWords={draftInWords}
			isBlocked={() => {
				if (mistake) focusMistake(mistake);
				return mistake !== null;
			}}
			notes={<TypedAsJson />}
			conflict={<MetadataConflict />}
			bar={<MetadataBar mistake={mistake} />}
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
							The tenant does not report the metadata of this {metadata.one}: what is saved here replaces all that it
							may have.
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
			<MetadataViews resource={of.resource} id={of.id} {...{ userId, isReported, mistake }} onMistake={setMistake} />
		</EditorForm>
	);
}

function focusMistake({ line, column }: JsonMistake): void {
	const area = document.getElementById(JSON_TEXT);
	if (!(area instanceof HTMLTextAreaElement)) return;
	const lines = area.value.split("\n").slice(0, line);
	const before = [...(lines.pop() ?? "")].slice(0, column - 1).join("");
	const at = [...lines, before].join("\n").length;
	area.focus();
	area.setSelectionRange(at, at);
}

function draftInWords({ rows }: MetadataValues, baseline: MetadataContent | null): string {
	return `${countChanges(metadataChanges(baseline?.rows ?? [], rows))}.`;
}

function KeyCount() {
	const count = entriesOfRows(useNow(metadataEditor).values.rows).length;
	return (
		<span className={count > METADATA_PROPERTIES_MAX ? "font-medium text-danger" : "text-muted"}>
			{count} / {METADATA_PROPERTIES_MAX}
		</span>
	);
}

/** Lets the user copy what was typed after the service has refused it. */
function TypedAsJson() {
	const { result } = useEditing(metadataEditor);
	const { rows } = useNow(metadataEditor).values;
	if (!result.problem) return null;
	return (
		<p className="flex flex-wrap items-center gap-2 text-sm">
			What you typed is still here.
			<CopyButton text={metadataJson(entriesOfRows(rows))} label="Copy it as JSON" shown="Copy it as JSON" />
		</p>
	);
}

/** What a save would do to each key, and its result. */
function MetadataBar({ mistake }: { mistake: JsonMistake | null }) {
	const { edit, result } = useEditing(metadataEditor);
	const { isCleared }: MetadataState = result;
	// Follows the rows in a later frame, so that a key is shown without waiting for it.
	const rows = useDeferredValue(useNow(metadataEditor).values.rows);
	const { baseline } = edit;
	const count = entriesOfRows(rows).length;
	const changes = useMemo(
		() =>
			metadataChanges(baseline?.rows ?? [], rows).map((change) => ({
				part: `${change.kind} ${change.key}`,
				words: <MetadataChangeText change={change} />,
				chip: <MetadataChangeChip change={change} />,
			})),
		[baseline, rows],
	);
	return (
		<SaveBar
			submitLabel="Save metadata"
			obstacle={mistake ? `The JSON can't be read: line ${mistake.line}` : undefined}
			changes={changes}
			saved={isCleared ? "All metadata cleared." : `Saved. The service holds ${keys(count)} now.`}
		/>
	);
}

function keys(count: number): string {
	return `${count} ${count === 1 ? "key" : "keys"}`;
}
