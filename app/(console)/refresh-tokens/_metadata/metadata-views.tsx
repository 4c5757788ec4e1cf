"use client";

import { useState } from "react";
import { LateNotice } from "@/app/_forms/late/late-notice";
import { LatePlace } from "@/app/_forms/late/late-place";
import { useLatePart } from "@/app/_forms/late/use-late-part";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { useLive } from "@/components/ui/use-live";
import { ADD_BUTTON, MetadataRowList } from "./rows/metadata-row-list";
import { entriesOfRows, type MetadataEntry } from "./rows/metadata-rows";
import { useKeysInUse } from "./rows/use-keys-in-use";
import type { useMetadataRows } from "./rows/use-metadata-rows";
import { usePastedText } from "./text/use-pasted-text";

// What is not needed to see and edit rows comes when it is asked for.
const loadJsonView = () => import("./text/metadata-json-view");
const loadExport = () => import("./text/export-metadata");

type MetadataViewsProps = {
	tokenId: string;
	/** Whose token it is, where that is known. */
	userId: string | null;
	editor: ReturnType<typeof useMetadataRows>;
	baseline: readonly MetadataEntry[];
	errors: Record<string, string>;
	canWrite: boolean;
	focusRow?: number | undefined;
	/** Whether the JSON as typed can't be read, so that what is shown is not what would be saved. */
	onBroken: (isBroken: boolean) => void;
};

/** Rows and JSON: two views of one list of entries, and what fills it from or copies it to elsewhere. */
export function MetadataViews(props: MetadataViewsProps) {
	const { tokenId, userId, editor, baseline, errors, canWrite, focusRow, onBroken } = props;
	const isLive = useLive();
	const [view, setView] = useState<"rows" | "json">("rows");
	const [isExporting, setIsExporting] = useState(false);
	const jsonView = useLatePart(loadJsonView);
	const exporting = useLatePart(loadExport);
	const pasted = usePastedText(editor);
	const inUse = useKeysInUse(userId, tokenId);
	const entries = entriesOfRows(editor.rows);

	function use(next: readonly MetadataEntry[]) {
		const originals = new Map(baseline.map((entry) => [entry[0], entry]));
		editor.replace(next.map(([key, value]) => ({ key, value, original: originals.get(key) ?? null })));
	}

	function show(next: "rows" | "json") {
		setView(next);
		onBroken(false);
		if (next === "json") void jsonView.ask();
	}

	function showExport(isShown: boolean) {
		setIsExporting(isShown);
		if (isShown) void exporting.ask();
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
			<fieldset className={classNames("script-only flex flex-wrap gap-2", isLive ? "" : "invisible")}>
				<legend className="sr-only">View</legend>
				{(["rows", "json"] as const).map((one) => (
					<Button
						key={one}
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
				<MetadataRowList {...{ editor, errors, inUse, canWrite, focusRow }} onPaste={pasted.onPaste} />
			) : (
				<LatePlace late={jsonView} what="The JSON view">
					{({ MetadataJsonView }) => <MetadataJsonView {...{ entries, canWrite, onBroken }} onEntries={use} />}
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
							use(next);
							closePreview();
						}}
						onPlain={() => {
							pasted.takePlain();
							closePreview(pasted.preview?.rowId);
						}}
						onCancel={() => closePreview(pasted.preview?.rowId)}
					/>
				) : null}
			</div>
		</div>
	);
}
