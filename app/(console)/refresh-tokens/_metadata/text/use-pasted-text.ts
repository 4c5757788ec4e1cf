"use client";

import { useState } from "react";
import { useLatePart } from "@/app/_forms/late/use-late-part";
import { type EditedRow, EMPTY_ROW } from "../rows/metadata-rows";
import type { useMetadataRows } from "../rows/use-metadata-rows";
import type { PastedMetadata } from "./pasted-text";

/** A text that was pasted into the key of a row: `before` is what the key held, `plain` what it holds with the text. */
type Pasted = { text: string; rowId: string; before: string; plain: string };

const loadPaste = () => import("./late-paste");

/**
 * A pasted text that may hold several keys. It stands in the row as plain text until what reads it is there, so that it
 * is not lost where that does not arrive; the preview takes it out of the row again.
 */
export function usePastedText(editor: ReturnType<typeof useMetadataRows>) {
	const paste = useLatePart(loadPaste);
	const [preview, setPreview] = useState<(Pasted & { found: PastedMetadata }) | null>(null);
	const [unread, setUnread] = useState<Pasted | null>(null);

	async function read(pasted: Pasted): Promise<void> {
		const reader = paste.part ?? (await paste.ask());
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
		takePlain() {
			if (!preview) return;
			const { rowId, before, plain } = preview;
			if (editor.rows.some(({ id }) => id === rowId)) editor.changeKey(rowId, before, plain);
			else editor.add({ ...EMPTY_ROW, key: plain });
		},
		close: () => setPreview(null),
	};
}
