import "server-only";
import { formOf } from "@/app/_editor/edit-state";
import { editorSave } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import type { JsonObject } from "@/lib/contract/safe-object";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { lookUpChanged, writeOrLookUp } from "@/lib/dashboard/management/safe-writes";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { faultOfLoss, isSameMetadata, type MetadataState, metadataEditor } from "./metadata-editor";
import { EMPTY_ROW, entriesOf, freshId, objectOf, removedRow } from "./rows/metadata-rows";

type Submitted = SubmittedEdit<typeof metadataEditor.fields>;

/** The saves of metadata, by resource. The interface replaces the metadata as a whole. */
export const metadataSave = { "refresh token": saveOf("refresh token"), session: saveOf("session") };

function saveOf(resource: MetadataResource) {
	const { idField, metadata } = resources[resource];
	const save = editorSave({
		editor: metadataEditor,
		idField,
		subject: resource,
		async intent(edit): Promise<MetadataState | null> {
			const { id, baseline, openedAt, values } = edit;
			if (edit.intent !== "clear" || !baseline) return rowIntent(edit);
			const requestOf = () => ({ metadata: null });
			const cleared = await save.save(id, baseline, { rows: [] }, { openedAt, values, requestOf });
			const note = "Nothing was cleared. You can clear what is stored now.";
			return cleared.kind === "conflict" ? { ...cleared, note } : cleared;
		},
		fieldAt: (path) => (path.split(".")[0] === metadata.wire ? "rows" : null),
		read: metadataAccess[resource].read,
		contentOf: (holder) => ({ rows: entriesOf(holder.metadata) }),
		requestOf: (_, { rows }) => ({ metadata: objectOf(rows) }),
		write: (holder, body) => writeMetadata(resource, holder, body.metadata as JsonObject | null),
		isPageNew: () => false,
	});
	return save;
}

/** Adding and removing a row return the form with everything typed, for pages without scripts. */
function rowIntent(edit: Submitted): MetadataState | null {
	const { rows } = edit.values;
	if (edit.intent === "add") {
		const values = { rows: [...rows, { ...EMPTY_ROW, id: freshId(rows) }] };
		return { kind: "edited", row: rows.length, ...formOf(edit, values) };
	}
	const index = removedRow(edit.intent);
	if (index === null) return null;
	const left = rows.filter((_, place) => place !== index);
	return { kind: "edited", row: Math.min(index, left.length - 1), ...formOf(edit, { rows: left }) };
}

/**
 * Replaces the metadata right after it was read. Without a usable response it is read again: either it has changed, or the
 * error states that nothing was changed.
 * @param holder the resource as just read
 * @param metadata null removes all metadata
 * @returns the resource as the service stores it
 * @throws WriteRefused where a value is no text, SessionError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function writeMetadata(
	resource: MetadataResource,
	{ id, metadata: current }: Pick<MetadataHolder, "id" | "metadata">,
	metadata: JsonObject | null,
): Promise<MetadataHolder> {
	const { read, update } = metadataAccess[resource];
	const loss = faultOfLoss(entriesOf(metadata));
	if (loss) throw new WriteRefused("Nothing was saved", loss);
	return writeOrLookUp(
		() => update(id, metadata as ResourceMetadata | null, current ?? {}),
		() =>
			lookUpChanged(
				(withinMs) => read(id, withinMs),
				(found) => !isSameMetadata(entriesOf(found.metadata), entriesOf(current)),
			),
	);
}
