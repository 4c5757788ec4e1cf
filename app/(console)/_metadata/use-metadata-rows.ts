"use client";

import { startTransition, useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { useResult } from "@/app/_forms/use-result";
import { metadataEditor } from "./metadata-editor";
import {
	type EditedRow,
	EMPTY_ROW,
	freshId,
	isPlaceholder,
	type MetadataEntry,
	renewedRows,
} from "./rows/metadata-rows";

export type RemovedRow = { row: EditedRow; index: number };

/** The rows being edited, and functions that change them in the store. A removed row can be restored to its place. */
export function useMetadataRows() {
	const { edit, getValues, change } = useEditing(metadataEditor);
	const { rows } = useNow(metadataEditor).values;
	const [removed, setRemoved] = useState<readonly RemovedRow[]>([]);
	// Every save and conflict resets the rows, and with them those that can be restored.
	useResult(edit, () => setRemoved([]));
	const setRows = (next: (now: readonly EditedRow[]) => readonly EditedRow[]) => change("rows", next(getValues().rows));

	return {
		rows,
		removed,
		change(id: string, text: { key?: string; value?: string }) {
			setRows((now) => now.map((row) => (row.id === id ? { ...row, ...text } : row)));
		},
		/** @returns the new row's id */
		add(key = ""): string {
			const id = freshId([...getValues().rows, ...removed.map((each) => each.row)]);
			setRows((now) => [...now, { ...EMPTY_ROW, key, id }]);
			return id;
		},
		remove(row: EditedRow) {
			const index = rows.findIndex(({ id }) => id === row.id);
			// The rows after it get other numbers: the frame of the click does not wait for them.
			startTransition(() => setRows((now) => now.filter(({ id }) => id !== row.id)));
			if (row.key !== "" || row.value !== "") setRemoved([...removed, { row, index }]);
		},
		putBack(one: RemovedRow) {
			setRows((now) => now.toSpliced(one.index, 0, one.row));
			setRemoved(removed.filter((other) => other !== one));
		},
		/** Replaces all rows. */
		replace(entries: readonly MetadataEntry[]) {
			const shown = getValues().rows.filter((row) => !isPlaceholder(row));
			change("rows", renewedRows(entries, shown, edit.baseline?.rows));
			setRemoved([]);
		},
	};
}
