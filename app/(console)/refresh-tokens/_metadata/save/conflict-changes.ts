import { entriesOfRows, type MetadataEntry, type MetadataRow, rowsOf } from "../rows/metadata-rows";
import { findConflicts } from "./merge-metadata";
import { type MetadataChange, metadataChanges } from "./metadata-changes";

type ConflictSides = {
	baseline: readonly MetadataEntry[];
	theirs: readonly MetadataEntry[];
	rows: readonly MetadataRow[];
};

/** What each side has changed that is kept without asking: everything but the contested keys. */
export function uncontestedChanges({
	baseline,
	theirs,
	rows,
}: ConflictSides): Record<"theirs" | "yours", MetadataChange[]> {
	const conflicts = findConflicts({ baseline, theirs, yours: entriesOfRows(rows) });
	const contested = new Set(conflicts.map(({ key }) => key));
	const opened = baseline.filter(([key]) => !contested.has(key));
	const others = rowsOf(theirs).filter(({ key }) => !contested.has(key));
	const own = rows.filter(({ key }) => !contested.has(key));
	return { theirs: metadataChanges(opened, others), yours: metadataChanges(opened, own) };
}
