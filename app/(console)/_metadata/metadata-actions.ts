"use server";

import { outdatedPage } from "@/app/_forms/json-response";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { metadataResources, resources } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { MetadataState } from "./metadata-editor";
import { metadataSave } from "./metadata-save";

/**
 * The action of the metadata form: the field with the identifier names the resource. Saving reads it again first and never
 * overwrites an unseen change.
 */
export async function saveMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	try {
		const { form } = await permittedForm("editMetadata", sent);
		const resource = metadataResources.find((name) => form.has(resources[name].idField));
		return resource ? await metadataSave(resource).update(form) : { problem: outdatedPage };
	} catch (error) {
		return { problem: problemOf(error, "user") };
	}
}
