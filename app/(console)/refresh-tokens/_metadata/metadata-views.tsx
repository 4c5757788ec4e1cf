"use client";
import { useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { useLatePart } from "@/app/_forms/late-part";
import { LateNotice, LatePlace } from "@/app/_forms/late-place";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useKeysInUse } from "./key-suggestions";
import { ADD_BUTTON, type MetadataState, metadataEditor, ROWS_BUTTON, rowErrors } from "./metadata-editor";
import { MetadataRowList } from "./metadata-row-list";
import type { PastedMetadata } from "./paste-preview";
import { type EditedRow, EMPTY_ROW, entriesOfRows } from "./rows/metadata-rows";
import { useMetadataRows } from "./use-metadata-rows";

// What is not needed to see and edit rows comes when it is asked for.
const loadJsonView = () => import("./metadata-json-view");
const loadExport = () => import("./export-metadata");

type MetadataViewsProps = {
	tokenId: string;
	/** Whose token it is, where that is known. */
	userId: string | null;
	/** The JSON as typed can't be read, so that what is shown is not what would be saved. */
	isBroken: boolean;
	onBroken: (isBroken: boolean) => void;
};

/** Rows and JSON: two views of one list of entries, and what fills it from or copies it to elsewhere. */
export function MetadataViews({ tokenId, userId, isBroken, onBroken }: MetadataViewsProps) {
	const { canWrite, answer, unchanged, getValues } = useEditing(metadataEditor);
	const { focusRow }: MetadataState = answer;
	const editor = useMetadataRows();
	const errors = (canWrite && rowErrors(editor.rows)) || {};
	const isHydrated = useHydrated();
	const [view, setView] = useState<"rows" | "json">("rows");
	const [isExporting, setIsExporting] = useState(false);
	const jsonView = useLatePart(loadJsonView);
	const exporting = useLatePart(loadExport);
	const pasted = usePastedText(editor);
	const inUse = useKeysInUse(userId, tokenId);
	const entries = entriesOfRows(editor.rows);

	// Whoever has edited anything else as well is asked because of that.
	useUnsavedGuard(isBroken && !metadataEditor.hasEdits(unchanged, getValues()));

	function show(next: "rows" | "json") {
		setView(next);
		onBroken(false);
		if (next === "json") void jsonView.request();
	}

	function showExport(isShown: boolean) {
		setIsExporting(isShown);
		if (isShown) void exporting.request();
	}

	/** The preview had the focus. */
	function closePreview(rowId?: string) {
		pasted.close();
		requestAnimationFrame(() => {
			const key = rowId === undefined ? null : document.getElementById(`metadata-key-${rowId}`);
			(key ?? document.getElementById(ADD_BUTTON))?.focus();
		});
	}

	return (
		<div className="grid gap-4">
			<fieldset className={classNames("script-only flex flex-wrap gap-2", isHydrated ? "" : "invisible")}>
				<legend className="sr-only">View</legend>
				{(["rows", "json"] as const).map((one) => (
					<Button
						key={one}
						id={one === "rows" ? ROWS_BUTTON : undefined}
						type="button"
						aria-pressed={view === one}
						className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
						onClick={() => show(one)}
					>
						{one === "rows" ? "Rows" : "JSON"}
					</Button>
				))}
				<Button type="button" aria-expanded={isExporting} onClick={() => showExport(!isExporting)}>
					Export
				</Button>
			</fieldset>
			{isExporting ? (
				<LatePlace late={exporting} what="The export">
					{({ ExportMetadata }) => <ExportMetadata tokenId={tokenId} entries={entries} />}
				</LatePlace>
			) : null}
			{view === "rows" ? (
				<MetadataRowList
					editor={editor}
					errors={errors}
					inUse={inUse}
					canWrite={canWrite}
					focusRow={focusRow}
					onPaste={pasted.onPaste}
				/>
			) : (
				<LatePlace late={jsonView} what="The JSON view">
					{({ MetadataJsonView }) => (
						<MetadataJsonView entries={entries} canWrite={canWrite} onBroken={onBroken} onEntries={editor.replace} />
					)}
				</LatePlace>
			)}
			<div className="empty:hidden">
				{pasted.isUnread ? (
					<LateNotice what="The preview of what you pasted" onRetry={pasted.retry}>
						<p>The text was put in as plain text. Try again to see the keys and values that it holds.</p>
					</LateNotice>
				) : null}
				{pasted.preview && pasted.PastePreview ? (
					<pasted.PastePreview
						pasted={pasted.preview.found}
						current={entries}
						onUse={(next) => {
							editor.replace(next);
							closePreview();
						}}
						onPlain={() => {
							pasted.insertPlain();
							closePreview(pasted.preview?.rowId);
						}}
						onCancel={() => closePreview(pasted.preview?.rowId)}
					/>
				) : null}
			</div>
		</div>
	);
}

/** A text that was pasted into the key of a row: `before` is what the key held, `plain` what it holds with the text. */
type Pasted = { text: string; rowId: string; before: string; plain: string };

const loadPaste = () => import("./paste-preview");

/**
 * A pasted text that may hold several keys. It stands in the row as plain text until what reads it is there, so that it
 * is not lost where that does not arrive; the preview takes it out of the row again.
 */
function usePastedText(editor: ReturnType<typeof useMetadataRows>) {
	const paste = useLatePart(loadPaste);
	const [preview, setPreview] = useState<(Pasted & { found: PastedMetadata }) | null>(null);
	const [unread, setUnread] = useState<Pasted | null>(null);

	async function read(pasted: Pasted): Promise<void> {
		const reader = paste.part ?? (await paste.request());
		setUnread(reader ? null : pasted);
		const found = reader?.parsePasted(pasted.text);
		if (!found) return;
		editor.changeKey(pasted.rowId, pasted.plain, pasted.before);
		setPreview({ ...pasted, found });
	}

	return {
		/** Shows the preview. There once something was read. */
		PastePreview: paste.part?.PastePreview,
		preview,
		/** Whether a text that could not be read still stands in its row. */
		isUnread: editor.rows.some(({ id, key }) => id === unread?.rowId && key === unread.plain),
		onPaste({ id, key }: EditedRow, text: string): Promise<void> {
			const plain = key + text.replace(/\s*[\r\n]+\s*/g, " ");
			editor.change(id, { key: plain });
			setPreview(null);
			return read({ text, rowId: id, before: key, plain });
		},
		/** Reads once more what could not be read. */
		retry: () => (unread ? read(unread) : Promise.resolve()),
		/** Puts the text into its row after all, or into a new one where that is gone. */
		insertPlain() {
			if (!preview) return;
			const { rowId, before, plain } = preview;
			if (editor.rows.some(({ id }) => id === rowId)) editor.changeKey(rowId, before, plain);
			else editor.add({ ...EMPTY_ROW, key: plain });
		},
		close: () => setPreview(null),
	};
}
