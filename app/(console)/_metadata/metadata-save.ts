import "server-only";
import { editorSave, type SubmittedEdit } from "@/app/_editor/save";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import { historyOf } from "@/app/(console)/activity/history-of";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { lookUpChanged, writeOrLookUp } from "@/lib/dashboard/management/look-up";
import { getRefreshToken, updateRefreshTokenMetadata } from "@/lib/dashboard/management/refresh-tokens";
import { type MetadataContent, type MetadataState, metadataEditor } from "./metadata-editor";
import { EMPTY_ROW, entriesOf, freshId, isSameMetadata, type MetadataEntry } from "./rows/metadata-rows";

type Submitted = SubmittedEdit<typeof metadataEditor.fields>;

/** Saves a token's metadata, which the interface replaces as a whole. */
export const metadataSave = editorSave({
	editor: metadataEditor,
	idField: "tokenId",
	subject: "refresh token",
	intent,
	read: (id) => getRefreshToken(id),
	contentOf: (stored) => contentOfResponse(metadataEditor, stored),
	requestOf: (before, after, stored) => requestOfChanges(metadataEditor, before, after, stored),
	write: (token, body) => {
		const metadata = body.refresh_token_metadata as Record<string, string> | null;
		return writeMetadata(token.id, entriesOf(token.refresh_token_metadata), metadata && entriesOf(metadata));
	},
	history: (id) => historyOf("refresh token", id),
	refresh() {},
});

/** Adding and removing a row return the form with everything typed, for pages without scripts; clearing removes all. */
async function intent(edit: Submitted): Promise<MetadataState | null> {
	const { rows } = edit.values;
	const conflict = edit.conflict && { conflict: edit.conflict.versions };
	if (edit.intent === "add") {
		return { values: { rows: [...rows, { ...EMPTY_ROW, id: freshId(rows) }] }, focusRow: rows.length, ...conflict };
	}
	const row = /^remove:(\d{1,4})$/.exec(edit.intent)?.[1];
	if (row !== undefined) {
		const left = rows.filter((_, index) => index !== Number(row));
		return { values: { rows: left }, focusRow: Math.min(Number(row), left.length - 1), ...conflict };
	}
	return edit.intent === "clear" && edit.baseline ? clear(edit, edit.baseline) : null;
}

/** Removes all metadata by sending null, after the same check of the stored metadata. */
async function clear({ id, openedAt }: Submitted, baseline: MetadataContent): Promise<MetadataState> {
	const requestOf = () => ({ refresh_token_metadata: null });
	const { conflict, ...done } = await metadataSave.save(id, baseline, { rows: [] }, { openedAt, requestOf });
	if (!conflict) return { ...done, isCleared: true };
	const { changedBy, at = "" } = done;
	return { uncleared: { ...conflict.theirs, at, changedBy } };
}

/**
 * Replaces a token's metadata right after it was read. Without a usable response the token is read again: either its metadata
 * has changed, or the error states that nothing was changed.
 * @param current the metadata just read
 * @param metadata null removes all metadata
 * @returns the token as the service stores it
 * @throws SessionError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export function writeMetadata(
	id: string,
	current: readonly MetadataEntry[],
	metadata: readonly MetadataEntry[] | null,
): Promise<RefreshToken> {
	const body = metadata === null ? null : (Object.fromEntries(metadata) as Record<string, string>);
	return writeOrLookUp(
		() => updateRefreshTokenMetadata(id, body, Object.fromEntries(current)),
		() =>
			lookUpChanged(
				(withinMs) => getRefreshToken(id, withinMs),
				(found) => !isSameMetadata(entriesOf(found.refresh_token_metadata), current),
			),
	);
}
