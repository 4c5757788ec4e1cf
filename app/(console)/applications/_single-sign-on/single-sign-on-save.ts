import "server-only";
import type { EditState } from "@/app/_editor/edit-state";
import type { Faults } from "@/app/_editor/editor";
import { editorSave } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import { historyOf } from "@/app/(console)/activity/history-of";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import { dashboardConfig } from "@/lib/dashboard/config";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { updateFederatedApplication } from "@/lib/dashboard/management/applications/write-applications";
import { resources } from "@/lib/dashboard/resources/resources";
import { UnreadableMetadata } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { readServiceProviderMetadata } from "@/lib/dashboard/single-sign-on/service-provider-metadata";
import { contentOf, fieldAt, updateRequestOf } from "../_edit/add-ons";
import { singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { fillFromMetadata } from "./fill-from-metadata";
import { notOffered } from "./tenant-defaults";

type Fields = typeof singleSignOnEditor.fields;

/** Saves what was changed of how people sign in to an application, or fills the form from metadata: that sends nothing. */
export const singleSignOnSave = editorSave({
	editor: singleSignOnEditor,
	idField: resources.application.idField,
	subject: "application",
	intent: (submitted) => (submitted.intent === "fill" ? filled(submitted) : null),
	refuse: newlyRefused,
	fieldAt,
	read: (id) => getFederatedApplication(id),
	contentOf,
	requestOf: updateRequestOf,
	write: (current, body) => updateFederatedApplication(current, body as UpdateClientRequest),
	history: (id) => historyOf("application", id),
	// The set-up of the service provider is shown beside the form.
	isPageNew: () => true,
});

/** A choice that the tenant is not known to have, from whatever sends the form. */
function newlyRefused({ baseline, values }: SubmittedEdit<Fields>): Faults<Fields> | null {
	const refused = notOffered(baseline, values, dashboardConfig().tenant.embedded);
	return Object.fromEntries(refused.map((name) => [name, "Choose one of those that are offered."]));
}

function filled({ baseline, values, form }: SubmittedEdit<Fields>): EditState<Fields> {
	try {
		const metadata = readServiceProviderMetadata(String(form.get("metadata") ?? ""));
		const { notes, values: full } = fillFromMetadata(baseline, values, metadata);
		return { values: full, fill: { notes } };
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		return { values, fill: { refusal: error.message } };
	}
}
