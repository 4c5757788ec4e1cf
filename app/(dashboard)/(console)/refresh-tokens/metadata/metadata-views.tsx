"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { ADD_BUTTON, MetadataRowList } from "./metadata-row-list";
import { entriesOfRows, type MetadataEntry } from "./metadata-rows";
import type { PastedMetadata } from "./pasted-text";
import { useKeysInUse } from "./use-keys-in-use";
import type { EditedRow, useMetadataRows } from "./use-metadata-rows";

// What is not needed to see and edit rows comes when it is asked for.
const MetadataJsonView = lazy(() =>
	import("./metadata-json-view").then((file) => ({ default: file.MetadataJsonView })),
);
const PastePreview = lazy(() => import("./paste-preview").then((file) => ({ default: file.PastePreview })));
const ExportMetadata = lazy(() => import("./export-metadata").then((file) => ({ default: file.ExportMetadata })));

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

type Pasted = { text: string; row: EditedRow; found: PastedMetadata };

/** Rows and JSON: two views of one list of entries, and what fills it from or copies it to elsewhere. */
export function MetadataViews(props: MetadataViewsProps) {
	const { tokenId, userId, editor, baseline, errors, canWrite, focusRow, onBroken } = props;
	const [view, setView] = useState<"rows" | "json">("rows");
	const [pasted, setPasted] = useState<Pasted | null>(null);
	const [isExporting, setIsExporting] = useState(false);
	const inUse = useKeysInUse(userId, tokenId);
	const entries = entriesOfRows(editor.rows);

	function use(next: readonly MetadataEntry[]) {
		const originals = new Map(baseline.map((entry) => [entry[0], entry]));
		editor.replace(next.map(([key, value]) => ({ key, value, original: originals.get(key) ?? null })));
	}

	/** The preview had the focus. */
	function closePreview(focus: string) {
		setPasted(null);
		requestAnimationFrame(() => document.getElementById(focus)?.focus());
	}

	async function onPaste(row: EditedRow, text: string) {
		const { parsePasted } = await import("./pasted-text");
		const found = parsePasted(text);
		if (found) setPasted({ text, row, found });
		else pastePlain(row, text);
	}

	function pastePlain(row: EditedRow, text: string) {
		editor.change(row.id, { key: row.key + text.replace(/\s*[\r\n]+\s*/g, " ") });
		closePreview(`metadata-key-${row.id}`);
	}

	return (
		<div className="grid gap-4">
			<fieldset className="script-only flex flex-wrap gap-2">
				<legend className="sr-only">View</legend>
				{(["rows", "json"] as const).map((one) => (
					<Button
						key={one}
						type="button"
						aria-pressed={view === one}
						className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
						onClick={() => {
							setView(one);
							onBroken(false);
						}}
					>
						{one === "rows" ? "Rows" : "JSON"}
					</Button>
				))}
				<Button type="button" aria-expanded={isExporting} onClick={() => setIsExporting(!isExporting)}>
					Export
				</Button>
			</fieldset>
			<Suspense>{isExporting ? <ExportMetadata tokenId={tokenId} entries={entries} /> : null}</Suspense>
			{view === "rows" ? (
				<MetadataRowList {...{ editor, errors, inUse, canWrite, focusRow, onPaste }} />
			) : (
				<Suspense>
					<MetadataJsonView {...{ entries, canWrite, onBroken }} onEntries={use} />
				</Suspense>
			)}
			<Suspense>
				{pasted ? (
					<PastePreview
						pasted={pasted.found}
						current={entries}
						onUse={(next) => {
							use(next);
							closePreview(ADD_BUTTON);
						}}
						onPlain={() => pastePlain(pasted.row, pasted.text)}
						onCancel={() => closePreview(`metadata-key-${pasted.row.id}`)}
					/>
				) : null}
			</Suspense>
		</div>
	);
}
