"use server";

import { sentForm } from "@/lib/dashboard/request/read-form";
import type { MetadataState } from "./metadata-editor";
import { metadataSaves } from "./metadata-save";

/**
 * The actions of the metadata form. Saving reads the resource again first and never overwrites an unseen change. The form
 * field `baseline` may contain the baseline's entries alone.
 */
export async function saveTokenMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	return metadataSaves["refresh token"].update(withBaseline(sent));
}

export async function saveSessionMetadataAction(_: MetadataState, sent: FormData): Promise<MetadataState> {
	return metadataSaves.session.update(withBaseline(sent));
}

function withBaseline(sent: FormData): FormData {
	const form = sentForm(sent);
	const baseline = form.get("baseline");
	if (baseline !== null) form.set("opened", `{"rows":${baseline}}`);
	return form;
}
