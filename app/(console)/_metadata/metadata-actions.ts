"use server";

import { outdatedPage } from "@/app/_forms/json-response";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { metadataResources, resources } from "@/lib/dashboard/resources/resources";
import type { MetadataState } from "./metadata-editor";
import { metadataSave } from "./metadata-save";

/**
 * The action of the metadata form: the field with the identifier names the resource. Saving reads it again first and never
 * overwrites an unseen change. The form field `baseline` may contain the baseline's entries alone.
 */
export async function saveMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	try {
		const { form } = await permittedForm("editMetadata", sent);
		const resource = metadataResources.find((name) => form.has(resources[name].idField));
		if (!resource) return { problem: outdatedPage };
		const baseline = form.get("baseline");
		if (baseline !== null) form.set("opened", `{"rows":${baseline}}`);
		return await metadataSave(resource).update(form);
	} catch (error) {
		return { problem: problemOf(error, "user") };
	}
}
