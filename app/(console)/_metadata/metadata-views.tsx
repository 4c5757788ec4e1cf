"use client";

import { useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { useResult } from "@/app/_forms/action-form";
import { classNames } from "@/components/ui/class-names";
import { Fact, Facts } from "@/components/ui/facts";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { resources } from "@/lib/dashboard/resources/resources";
import type { MetadataSubject } from "./clear-metadata";
import { ADD_BUTTON, metadataEditor, ROWS_BUTTON } from "./metadata-editor";
import { MetadataRowList, type RemovedRow } from "./metadata-row-list";
import { PastePreview } from "./paste-preview";
import { entriesOfRows, isPlaceholder, renewedRows } from "./rows/metadata-rows";
import { type PastedMetadata, parsePasted } from "./rows/pasted-text";
import { ShownText } from "./rows/shown-text";
import { ExportMetadata, MetadataJsonView, type TypedJson } from "./text-views";

type MetadataViewsProps = {
	of: MetadataSubject;
	/** Whether no rows are no metadata: else it is not known. */
	isReported: boolean;
	onUnreadable: (line: number | null) => void;
};

/** A text that was pasted into the key of a row, and the keys and values in it. */
type Pasted = { rowId: string; text: string; found: PastedMetadata };

const VIEWS = ["Rows", "JSON", "Export"] as const;

/** Rows, JSON and export: views of one list of entries, one of them shown at a time. */
export function MetadataViews({ of, isReported, onUnreadable }: MetadataViewsProps) {
	const none = `${isReported ? `This ${resources[of.resource].metadata.one} has no metadata` : "No metadata is reported"}.`;
	const { canWrite, edit, getValues, change, setValue } = useEditing(metadataEditor);
	const { rows } = useNow(metadataEditor).values;
	const isHydrated = useHydrated();
	const [view, setView] = useState<(typeof VIEWS)[number]>("Rows");
	const [typed, setTyped] = useState<TypedJson | null>(null);
	const [pasted, setPasted] = useState<Pasted | null>(null);
	const [removed, setRemoved] = useState<readonly RemovedRow[]>([]);
	// Every save and conflict resets the rows, and with them those that can be restored.
	useResult(edit, () => setRemoved([]));
	const entries = entriesOfRows(rows);
	const place = rows.findIndex(({ id }) => id === pasted?.rowId);
	const pastedInto = rows[place];

	/** Replaces all rows. */
	function replace(next: readonly MetadataEntry[]) {
		const shown = getValues().rows.filter((row) => !isPlaceholder(row));
		change("rows", renewedRows(next, shown, edit.baseline?.rows));
		setRemoved([]);
	}

	function onPaste(rowId: string, text: string): boolean {
		const found = parsePasted(text);
		// A preview that is open stays: what is in it stands nowhere else.
		if (found) setPasted({ rowId, text, found });
		return found !== null;
	}

	/** Moves the focus, which was in the preview. */
	function closePreview(next: string) {
		setPasted(null);
		requestAnimationFrame(() => document.getElementById(next)?.focus());
	}

	return (
		<div className="grid gap-4">
			<fieldset
				className={classNames(
					"script-only flex w-fit rounded-md border border-control/60 p-0.5 print:hidden",
					isHydrated ? "" : "invisible",
				)}
			>
				<legend className="sr-only">View</legend>
				{/* A viewer finds the JSON in the export. */}
				{VIEWS.filter((one) => canWrite || one !== "JSON").map((one) => (
					<button
						key={one}
						id={one === "Rows" ? ROWS_BUTTON : undefined}
						type="button"
						aria-pressed={view === one}
						className="min-h-7 min-w-18 rounded px-3 text-sm font-medium text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
						onClick={() => setView(one)}
					>
						{one}
					</button>
				))}
			</fieldset>
			{view === "Export" ? (
				<ExportMetadata id={of.id} entries={entries} />
			) : view === "JSON" ? (
				<MetadataJsonView
					entries={entries}
					typed={typed}
					onTyped={setTyped}
					onUnreadable={onUnreadable}
					onEntries={replace}
				/>
			) : canWrite ? (
				<MetadataRowList of={of} none={none} removed={removed} onRemoved={setRemoved} onPaste={onPaste} />
			) : entries.length === 0 ? (
				<p className="text-sm text-muted">{none}</p>
			) : (
				<Facts isStacked>
					{entries.map(([key, value]) => (
						<Fact key={key} term={key || '""'}>
							<ShownText text={value} />
						</Fact>
					))}
				</Facts>
			)}
			{pasted && pastedInto ? (
				<PastePreview
					key={pasted.text}
					pasted={pasted.found}
					current={entries}
					onUse={(next) => {
						replace(next);
						closePreview(ADD_BUTTON);
					}}
					onPlain={() => {
						const text = pasted.text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? " " : space));
						setValue(`rows.${place}.key`, pastedInto.key + text, { shouldDirty: true });
						closePreview(`metadata-key-${pasted.rowId}`);
					}}
					onCancel={() => closePreview(`metadata-key-${pasted.rowId}`)}
				/>
			) : null}
		</div>
	);
}
