"use client";

import { useRef, useState } from "react";
import { EMPTY_ROW, hasLineBreak, type MetadataEntry, type MetadataRow } from "./metadata-rows";

/** A row on the screen: `id` stays with it while others come and go. */
export type EditedRow = MetadataRow & { id: string; hasKeyLines: boolean; hasValueLines: boolean };

export type RemovedRow = { row: EditedRow; index: number };

function edited(row: MetadataRow, id: string): EditedRow {
	return { ...row, id, hasKeyLines: hasLineBreak(row.key), hasValueLines: hasLineBreak(row.value) };
}

/** The rows without what only the screen needs. */
export function plainRows(rows: readonly EditedRow[]): MetadataRow[] {
	return rows.map(({ key, value, original }) => ({ key, value, original }));
}

/** The rows being edited. Removing one is undone by putting it back where it was. */
export function useMetadataRows(start: readonly MetadataRow[]) {
	const count = useRef(start.length);
	const [rows, setRows] = useState(() => start.map((row, index) => edited(row, String(index))));
	const [removed, setRemoved] = useState<RemovedRow[]>([]);

	function withId(row: MetadataRow): EditedRow {
		count.current += 1;
		return edited(row, String(count.current));
	}

	return {
		rows,
		removed,
		change(id: string, text: Partial<Pick<EditedRow, "key" | "value" | "hasValueLines">>) {
			setRows((now) => now.map((row) => (row.id === id ? { ...row, ...text } : row)));
		},
		/** Changes a key that is what the caller saw; one that was edited meanwhile stays. */
		changeKey(id: string, seen: string, key: string) {
			setRows((now) => now.map((row) => (row.id === id && row.key === seen ? { ...row, key } : row)));
		},
		/** Answers the new row's id. */
		add(row: MetadataRow = EMPTY_ROW): string {
			const added = withId(row);
			setRows((now) => [...now, added]);
			return added.id;
		},
		remove(row: EditedRow) {
			const index = rows.indexOf(row);
			setRows(rows.filter((other) => other !== row));
			if (row.key !== "" || row.value !== "") setRemoved([...removed, { row, index }]);
		},
		putBack(taken: RemovedRow) {
			setRows(rows.toSpliced(taken.index, 0, taken.row));
			setRemoved(removed.filter((other) => other !== taken));
		},
		/** Takes over texts that were typed before this ran; the rows are those that are there. */
		adopt(found: readonly MetadataRow[]) {
			setRows((now) => now.map((row, index) => ({ ...row, ...found[index] })));
		},
		/** A row whose key stays is the same row, so that the cursor in it stays too. */
		replace(next: readonly MetadataRow[]) {
			const ids = new Map(rows.map(({ key, id }) => [key, id]));
			const replaced = next.map((row) => {
				const id = ids.get(row.key);
				ids.delete(row.key);
				return id === undefined ? withId(row) : edited(row, id);
			});
			setRows(replaced);
			setRemoved([]);
		},
		/** The service holds these entries now; the rows stay as they are. */
		relink(stored: readonly MetadataEntry[]) {
			const originals = new Map(stored.map((entry) => [entry[0], entry]));
			setRows((now) => now.map((row) => ({ ...row, original: originals.get(row.key) ?? null })));
		},
	};
}
