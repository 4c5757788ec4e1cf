"use server";

import { permitted } from "@/app/_editor/submitted-edit";
import { outdatedPage } from "@/app/_forms/json-response";
import { metadataResources, resources } from "@/lib/dashboard/resources/resources";
import type { MetadataState } from "./metadata-editor";
import { metadataSave } from "./metadata-save";

/**
 * The action of the metadata form: the field with the identifier names the resource. Saving reads it again first and never
 * overwrites an unseen change.
 */
export async function saveMetadataAction(_: unknown, sent: FormData): Promise<MetadataState> {
	return permitted("session", sent, async (form) => {
		const resource = metadataResources.find((name) => form.has(resources[name].idField));
		return resource ? metadataSave[resource].updateFrom(form) : { kind: "unread", problem: outdatedPage };
	});
}
