"use server";

import { sentForm } from "@/lib/dashboard/request/read-form";
import type { MetadataState } from "./metadata-editor";
import { metadataSave } from "./metadata-save";

/**
 * The one action of the metadata form. Saving reads the token again first and never overwrites an unseen change. The form
 * field `baseline` may contain the baseline's entries alone.
 */
export async function saveMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	const form = sentForm(sent);
	const baseline = form.get("baseline");
	if (baseline !== null) form.set("opened", `{"rows":${baseline}}`);
	return metadataSave.update(form);
}
