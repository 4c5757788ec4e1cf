import type { StoredValue } from "@/lib/contract/metadata";
import { type EditedEntry, entriesOfRows, isPlaceholder, isSameValue, type MetadataRow } from "./metadata-rows";
import { ShownText } from "./shown-text";

export type MetadataChange =
	| { kind: "added"; key: string; after: StoredValue }
	| { kind: "changed"; key: string; before: StoredValue; after: StoredValue }
	| { kind: "removed"; key: string; before: StoredValue }
	/** The key is the identity: a rename removes `from` and adds `key`. */
	| { kind: "renamed"; from: string; key: string; before: StoredValue; after: StoredValue };

/** What saving the rows would do to the metadata, in the order of the rows; removed keys come last. */
export function metadataChanges(baseline: readonly EditedEntry[], rows: readonly MetadataRow[]): MetadataChange[] {
	const before = new Map(baseline.map(([key, value]) => [key, value]));
	const after = new Map(entriesOfRows(rows));
	const origins = new Map(rows.map(({ key, original }) => [key, original?.[0]]));
	const renamed = new Set<string>();
	const changes = [...after].map(([key, value]): MetadataChange | null => {
		const old = before.get(key);
		if (old !== undefined) return isSameValue(old, value) ? null : { kind: "changed", key, before: old, after: value };
		const from = origins.get(key);
		const moved = from === undefined || after.has(from) || renamed.has(from) ? undefined : before.get(from);
		if (from === undefined || moved === undefined) return { kind: "added", key, after: value };
		renamed.add(from);
		return { kind: "renamed", from, key, before: moved, after: value };
	});
	const removed = baseline
		.filter(([key]) => !after.has(key) && !renamed.has(key))
		.map(([key, value]): MetadataChange => ({ kind: "removed", key, before: value }));
	return [...changes.filter((change) => change !== null), ...removed];
}

/** The effect of saving on a present row. */
export type RowMark = "added" | "changed" | "renamed";

/** The marks of the rows; null where saving doesn't change one. */
export function rowMarks(baseline: readonly EditedEntry[], rows: readonly MetadataRow[]): (RowMark | null)[] {
	const marks = new Map<string, RowMark>();
	for (const { kind, key } of metadataChanges(baseline, rows)) if (kind !== "removed") marks.set(key, kind);
	return rows.map((row) => (isPlaceholder(row) ? null : (marks.get(row.key) ?? null)));
}

const kinds = ["added", "changed", "renamed", "removed"] as const;

/** "2 changes: 1 added, 1 removed". */
export function countChanges(changes: readonly MetadataChange[]): string {
	if (changes.length === 0) return "No changes to save";
	const counts = kinds.flatMap((kind) => {
		const count = changes.filter((change) => change.kind === kind).length;
		return count > 0 ? [`${count} ${kind}`] : [];
	});
	return `${changes.length} ${changes.length === 1 ? "change" : "changes"} to save: ${counts.join(", ")}`;
}

/** One change in words, with its values. */
export function MetadataChangeText({ change }: { change: MetadataChange }) {
	const key = <ShownText text={change.key} />;
	switch (change.kind) {
		case "added":
			return (
				<>
					Adds {key} with <ShownText text={change.after} />
				</>
			);
		case "changed":
			return (
				<>
					Changes {key} from <ShownText text={change.before} /> to <ShownText text={change.after} />
				</>
			);
		case "removed":
			return (
				<>
					Removes {key} (was <ShownText text={change.before} />)
				</>
			);
		case "renamed":
			return (
				<>
					Renames <ShownText text={change.from} /> to {key}: removes the old key, adds the new one with{" "}
					<ShownText text={change.after} />
				</>
			);
	}
}

/** A change in short: "+ note", "− note", "note a → b". */
export function MetadataChangeChip({ change }: { change: MetadataChange }) {
	const key = <ShownText isShort text={change.key} />;
	switch (change.kind) {
		case "added":
			return <>+ {key}</>;
		case "removed":
			return <>− {key}</>;
		case "changed":
			return (
				<>
					{key} <ShownText isShort text={change.before} /> → <ShownText isShort text={change.after} />
				</>
			);
		case "renamed":
			return (
				<>
					<ShownText isShort text={change.from} /> → {key}
				</>
			);
	}
}
