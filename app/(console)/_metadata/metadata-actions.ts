"use server";

import type { MetadataState } from "./metadata-editor";
import { metadataSaves } from "./metadata-save";

/**
 * The actions of the metadata form. Saving reads the resource again first and never overwrites an unseen change. The form
 * field `baseline` may contain the baseline's entries alone.
 */
export async function saveTokenMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	return metadataSaves["refresh token"].update(sent, addBaseline);
}

export async function saveSessionMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	return metadataSaves.session.update(sent, addBaseline);
}

function addBaseline(form: FormData): void {
	const baseline = form.get("baseline");
	if (baseline !== null) form.set("opened", `{"rows":${baseline}}`);
}
