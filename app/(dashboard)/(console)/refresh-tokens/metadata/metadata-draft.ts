import type { MetadataEntry, MetadataRow } from "./metadata-rows";

/** Edits that were not saved: the rows as typed, and what they were typed onto. */
export type MetadataDraft = { rows: MetadataRow[]; baseline: MetadataEntry[]; savedAt: string };

/** A draft belongs to one admin and one token, and lives in this tab only. */
export function draftKey(subject: string, tokenId: string): string {
	return `identity-console.metadata-draft ${JSON.stringify([subject, tokenId])}`;
}

/** The draft in a stored text, or null where it is none that this version wrote. */
export function parseDraft(text: string | null): MetadataDraft | null {
	if (text === null) return null;
	try {
		const draft = JSON.parse(text) as MetadataDraft;
		const isDraft =
			typeof draft.savedAt === "string" && draft.rows.every(isRow) && draft.baseline.every((entry) => isEntry(entry));
		return isDraft ? draft : null;
	} catch {
		return null;
	}
}

function isRow({ key, value, original }: MetadataRow): boolean {
	return isEntry([key, value]) && (original === null || isEntry(original));
}

function isEntry(entry: unknown): boolean {
	return Array.isArray(entry) && entry.length === 2 && entry.every((text) => typeof text === "string");
}
