"use client";

import { useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { metadataEditor } from "./metadata-editor";
import {
	type EditedRow,
	EMPTY_ROW,
	freshId,
	isPlaceholder,
	type MetadataEntry,
	type MetadataRow,
	renewedRows,
} from "./rows/metadata-rows";

export type RemovedRow = { row: EditedRow; index: number };

/** The rows being edited, and functions that change them in the store. A removed row can be restored to its place. */
export function useMetadataRows() {
	const { edit, getValues, change } = useEditing(metadataEditor);
	const { rows } = useNow(metadataEditor).values;
	// Every save and conflict resets the rows, and with them those that can be restored.
	const [removedRows, setRemovedRows] = useState<{ of: typeof edit; rows: readonly RemovedRow[] }>({
		of: edit,
		rows: [],
	});
	const removed = removedRows.of === edit ? removedRows.rows : [];
	const setRemoved = (next: readonly RemovedRow[]) => setRemovedRows({ of: edit, rows: next });
	const setRows = (next: (now: readonly EditedRow[]) => readonly EditedRow[]) => change("rows", next(getValues().rows));

	return {
		rows,
		removed,
		change(id: string, text: { key?: string; value?: string }) {
			setRows((now) => now.map((row) => (row.id === id ? { ...row, ...text } : row)));
		},
		/** Changes a key that still equals `seen`; one that was edited meanwhile stays. */
		changeKey(id: string, seen: string, key: string) {
			setRows((now) => now.map((row) => (row.id === id && row.key === seen ? { ...row, key } : row)));
		},
		/** @returns the new row's id */
		add(row: MetadataRow = EMPTY_ROW): string {
			const id = freshId([...getValues().rows, ...removed.map((each) => each.row)]);
			setRows((now) => [...now, { ...row, id }]);
			return id;
		},
		remove(row: EditedRow) {
			const index = rows.indexOf(row);
			setRows((now) => now.filter(({ id }) => id !== row.id));
			if (row.key !== "" || row.value !== "") setRemoved([...removed, { row, index }]);
		},
		putBack(one: RemovedRow) {
			setRows((now) => now.toSpliced(one.index, 0, one.row));
			setRemoved(removed.filter((other) => other !== one));
		},
		/** Replaces all rows. */
		replace(entries: readonly MetadataEntry[]) {
			setRows((now) =>
				renewedRows(
					entries,
					now.filter((row) => !isPlaceholder(row)),
					edit.baseline?.rows,
				),
			);
			setRemoved([]);
		},
	};
}
