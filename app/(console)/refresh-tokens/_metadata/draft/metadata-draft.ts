import type { MetadataEntry, MetadataRow } from "../rows/metadata-rows";

/** Edits that were not saved: the rows as typed, and what they were typed onto. */
export type MetadataDraft = { rows: MetadataRow[]; baseline: MetadataEntry[]; savedAt: string };

/** A draft belongs to one admin and one token, and lives in this tab only. */
export function draftKey(subject: string, tokenId: string): string {
	return `identity-console.metadata-draft ${JSON.stringify([subject, tokenId])}`;
}

/** The drafts in a stored text, the newest first; nothing of what this version did not write. */
export function parseDrafts(text: string | null): MetadataDraft[] {
	try {
		const drafts: unknown = JSON.parse(text ?? "[]");
		return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
	} catch {
		return [];
	}
}

function isDraft(draft: unknown): draft is MetadataDraft {
	if (typeof draft !== "object" || draft === null) return false;
	const { rows, baseline, savedAt } = draft as Partial<MetadataDraft>;
	return (
		typeof savedAt === "string" &&
		Array.isArray(rows) &&
		rows.every(isRow) &&
		Array.isArray(baseline) &&
		baseline.every(isEntry)
	);
}

function isRow(row: unknown): boolean {
	if (typeof row !== "object" || row === null) return false;
	const { key, value, original } = row as Partial<MetadataRow>;
	return isEntry([key, value]) && (original === null || isEntry(original));
}

function isEntry(entry: unknown): boolean {
	return Array.isArray(entry) && entry.length === 2 && entry.every((text) => typeof text === "string");
}
