"use server";

import { metadataResources, resources } from "@/lib/dashboard/resources/resources";
import type { MetadataState } from "./metadata-editor";
import { metadataSave } from "./metadata-save";

/**
 * The action of the metadata form: the field with the identifier names the resource. Saving reads it again first and never
 * overwrites an unseen change.
 */
export async function saveMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	const isOf = (name: (typeof metadataResources)[number]) =>
		sent instanceof FormData && sent.has(resources[name].idField);
	// A form that names none is of an older page, or forged: the save refuses it.
	return metadataSave(metadataResources.find(isOf) ?? "refresh token").update(sent);
}
