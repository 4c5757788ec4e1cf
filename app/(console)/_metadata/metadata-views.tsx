"use client";
import { useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { useLazyPart } from "@/app/_forms/lazy-part";
import { LazyNotice, LazyPlace } from "@/app/_forms/lazy-place";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { classNames } from "@/components/ui/class-names";
import { useHydrated } from "@/components/ui/use-hydrated";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { useKeysInUse } from "./key-suggestions";
import { ADD_BUTTON, type MetadataState, metadataEditor, ROWS_BUTTON, rowErrors } from "./metadata-editor";
import type { TypedJson } from "./metadata-json-view";
import { MetadataRowList } from "./metadata-row-list";
import { MetadataText } from "./metadata-text";
import type { PastedMetadata } from "./paste-preview";
import type { JsonMistake } from "./rows/metadata-json";
import { type EditedRow, EMPTY_ROW, entriesOfRows } from "./rows/metadata-rows";
import { useMetadataRows } from "./use-metadata-rows";

// Views beside the rows are loaded when they are opened.
const loadJsonView = () => import("./metadata-json-view");
const loadExport = () => import("./export-metadata");

type MetadataViewsProps = {
	resource: MetadataResource;
	id: string;
	userId: string | null;
	/** Whether no rows are no metadata: else it is not known. */
	isReported: boolean;
	/** The syntax error of the typed JSON, which then differs from what would be saved. */
	mistake: JsonMistake | null;
	onMistake: (mistake: JsonMistake | null) => void;
};

const VIEWS = { rows: "Rows", json: "JSON", export: "Export" } as const;
type View = keyof typeof VIEWS;

/** Rows, JSON and export: views of one list of entries, one of them shown at a time. */
export function MetadataViews({ resource, id, userId, isReported, mistake, onMistake }: MetadataViewsProps) {
	const { one, many } = resources[resource].metadata;
	const none = `${isReported ? `This ${one} has no metadata` : "No metadata is reported"}.`;
	const { canWrite, edit, result, unchanged, getValues } = useEditing(metadataEditor);
	const { focusRow }: MetadataState = result;
	const editor = useMetadataRows();
	const errors = rowErrors(editor.rows) ?? {};
	const isHydrated = useHydrated();
	const [view, setView] = useState<View>("rows");
	const [typed, setTyped] = useState<TypedJson | null>(null);
	const jsonView = useLazyPart(loadJsonView);
	const exporting = useLazyPart(loadExport);
	const pasted = usePastedText(editor);
	const inUse = useKeysInUse(resource, id, userId);
	const entries = entriesOfRows(editor.rows);

	// Other edits prompt by themselves.
	useUnsavedGuard(
		mistake !== null && !metadataEditor.hasEdits(unchanged, getValues()),
		"Leave? The JSON can't be read, so it is not kept as a draft.",
	);

	function show(next: View) {
		setView(next);
		if (next !== "json") onMistake(null);
		if (next === "json") void jsonView.request();
		if (next === "export") void exporting.request();
	}

	/** Moves the focus, which was in the preview. */
	function closePreview(rowId?: string) {
		pasted.close();
		requestAnimationFrame(() => {
			const key = rowId === undefined ? null : document.getElementById(`metadata-key-${rowId}`);
			(key ?? document.getElementById(ADD_BUTTON))?.focus();
		});
	}

	return (
		<div className="grid gap-4">
			<fieldset
				className={classNames(
					"script-only flex w-fit rounded-md border border-control/60 p-0.5",
					isHydrated ? "" : "invisible",
				)}
			>
				<legend className="sr-only">View</legend>
				{viewsFor(canWrite).map((one) => (
					<button
						key={one}
						id={one === "rows" ? ROWS_BUTTON : undefined}
						type="button"
						aria-pressed={view === one}
						className="min-h-7 min-w-18 rounded px-3 text-sm font-medium text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
						onClick={() => show(one)}
					>
						{VIEWS[one]}
					</button>
				))}
			</fieldset>
			{view === "export" ? (
				<LazyPlace lazy={exporting} what="The export">
					{({ ExportMetadata }) => <ExportMetadata id={id} entries={entries} />}
				</LazyPlace>
			) : null}
			{view === "json" ? (
				<LazyPlace lazy={jsonView} what="The JSON view">
					{({ MetadataJsonView }) => (
						<MetadataJsonView
							entries={entries}
							stored={edit.baseline?.rows ?? []}
							typed={typed}
							onTyped={setTyped}
							onMistake={onMistake}
							onEntries={editor.replace}
						/>
					)}
				</LazyPlace>
			) : null}
			{view === "rows" && !canWrite ? <MetadataText none={none} entries={entries} /> : null}
			{view === "rows" && canWrite ? (
				<MetadataRowList
					many={many}
					none={none}
					editor={editor}
					errors={errors}
					inUse={inUse}
					focusRow={focusRow}
					onPaste={pasted.onPaste}
				/>
			) : null}
			<div className="empty:hidden">
				{pasted.isUnread ? (
					<LazyNotice lazy={pasted.lazy} what="The preview of what you pasted" onRetry={pasted.retry}>
						<p>The text was put in as plain text. Try again to see the keys and values that it holds.</p>
					</LazyNotice>
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

/** A viewer finds the JSON in the export. */
function viewsFor(canWrite: boolean): View[] {
	return canWrite ? ["rows", "json", "export"] : ["rows", "export"];
}

/** A text that was pasted into the key of a row: `before` is the key without it, `plain` the key with it. */
type Pasted = { text: string; rowId: string; before: string; plain: string };

const loadPaste = () => import("./paste-preview");

/**
 * A pasted text that may contain several keys. It is inserted as plain text until its parser is loaded, so that it is not lost
 * where that fails; the preview then removes it from the row.
 */
function usePastedText(editor: ReturnType<typeof useMetadataRows>) {
	const paste = useLazyPart(loadPaste);
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
		lazy: paste,
		PastePreview: paste.part?.PastePreview,
		preview,
		/** Whether a text that could not be parsed is still in its row. */
		isUnread: editor.rows.some(({ id, key }) => id === unread?.rowId && key === unread.plain),
		onPaste({ id, key }: EditedRow, text: string): Promise<void> {
			const plain = key + text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? " " : space));
			editor.change(id, { key: plain });
			setPreview(null);
			return read({ text, rowId: id, before: key, plain });
		},
		retry: () => (unread ? read(unread) : Promise.resolve()),
		/** Inserts the text as plain text into its row, or into a new one where that is gone. */
		insertPlain() {
			if (!preview) return;
			const { rowId, before, plain } = preview;
			if (editor.rows.some(({ id }) => id === rowId)) editor.changeKey(rowId, before, plain);
			else editor.add({ ...EMPTY_ROW, key: plain });
		},
		close: () => setPreview(null),
	};
}
