import "server-only";
import { editorSave } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import type { JsonObject } from "@/lib/contract/safe-object";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { lookUpChanged, writeOrLookUp } from "@/lib/dashboard/management/safe-writes";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { faultOfLoss, type MetadataState, metadataEditor } from "./metadata-editor";
import { EMPTY_ROW, entriesOf, freshId, isSameMetadata, type MetadataEntry, mapOf } from "./rows/metadata-rows";

type Submitted = SubmittedEdit<typeof metadataEditor.fields>;

/** The save of a resource's metadata. The interface replaces the metadata as a whole. */
export function metadataSave(resource: MetadataResource) {
	const { idField, metadata } = resources[resource];
	const { read } = metadataAccess[resource];
	const save = editorSave({
		editor: metadataEditor,
		idField,
		subject: resource,
		async intent(edit): Promise<MetadataState | null> {
			const { id, baseline, openedAt } = edit;
			if (edit.intent !== "clear" || !baseline) return rowIntent(edit);
			const cleared = await save.save(id, baseline, { rows: [] }, { openedAt, requestOf: () => ({ metadata: null }) });
			return cleared.conflict ? { ...cleared, isUncleared: true } : cleared;
		},
		fieldAt: (path) => (path.split(".")[0] === metadata.wire ? "rows" : null),
		read: (id) => read(id),
		contentOf: (holder) => contentOfResponse(metadataEditor, holder),
		requestOf: (before, after, holder) => requestOfChanges(metadataEditor, before, after, holder),
		write: (holder, body) => {
			const all = body.metadata as JsonObject | null;
			return writeMetadata(resource, holder.id, entriesOf(holder.metadata), all && entriesOf(all));
		},
		isPageNew: () => false,
	});
	return save;
}

/** Adding and removing a row return the form with everything typed, for pages without scripts. */
function rowIntent(edit: Submitted): MetadataState | null {
	const { rows } = edit.values;
	const conflict = edit.conflict && { conflict: edit.conflict };
	if (edit.intent === "add") {
		return { values: { rows: [...rows, { ...EMPTY_ROW, id: freshId(rows) }] }, focusRow: rows.length, ...conflict };
	}
	const row = /^remove:(\d{1,4})$/.exec(edit.intent)?.[1];
	if (row !== undefined) {
		const left = rows.filter((_, index) => index !== Number(row));
		return { values: { rows: left }, focusRow: Math.min(Number(row), left.length - 1), ...conflict };
	}
	return null;
}

/**
 * Replaces the metadata right after it was read. Without a usable response it is read again: either it has changed, or the
 * error states that nothing was changed.
 * @param current the metadata just read
 * @param metadata null removes all metadata
 * @returns the resource as the service stores it
 * @throws WriteRefused where a value is no text, SessionError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function writeMetadata(
	resource: MetadataResource,
	id: string,
	current: readonly MetadataEntry[],
	metadata: readonly MetadataEntry[] | null,
): Promise<MetadataHolder> {
	const { read, update } = metadataAccess[resource];
	const loss = metadata && faultOfLoss(metadata);
	if (loss) throw new WriteRefused("Nothing was saved", loss);
	const body = metadata && (mapOf(metadata) as ResourceMetadata);
	return writeOrLookUp(
		() => update(id, body, mapOf(current)),
		() =>
			lookUpChanged(
				(withinMs) => read(id, withinMs),
				(found) => !isSameMetadata(entriesOf(found.metadata), current),
			),
	);
}
