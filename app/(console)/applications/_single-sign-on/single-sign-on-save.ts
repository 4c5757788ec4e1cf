import "server-only";
import { filledForm } from "@/app/_editor/fill";
import { editorSave } from "@/app/_editor/save";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import { dashboardConfig } from "@/lib/dashboard/config";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { updateFederatedApplication } from "@/lib/dashboard/management/applications/write-applications";
import { resources } from "@/lib/dashboard/resources/resources";
import { readServiceProviderMetadata } from "@/lib/dashboard/single-sign-on/service-provider-metadata";
import { contentOf, fieldAt, updateRequestOf } from "../_edit/add-ons";
import { applicationEditors } from "../_edit/application-save";
import { factsOf, type SingleSignOnField, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { fillFromMetadata } from "./fill-from-metadata";

/** Saves what was changed of how people sign in to an application, or fills the form from metadata: that sends nothing. */
export const singleSignOnSave = editorSave({
	editor: singleSignOnEditor,
	idField: resources.application.idField,
	subject: "application",
	intent(submitted) {
		const { intent, baseline, values } = submitted;
		const fill = (text: string) => fillFromMetadata(baseline, values, readServiceProviderMetadata(text));
		return intent === "fill" ? filledForm(submitted, fill) : null;
	},
	/** A choice that the tenant is not known to have, from whatever sends the form. */
	refuse({ baseline, values }) {
		if (dashboardConfig().tenant.embedded) return null;
		const isRefused = (name: SingleSignOnField) =>
			values[name] === factsOf(name).embeddedOnly && values[name] !== baseline?.[name];
		const refused = singleSignOnEditor.names.filter(isRefused);
		return Object.fromEntries(refused.map((name) => [name, "Choose one of the options."]));
	},
	fieldAt,
	read: (id) => getFederatedApplication(id),
	contentOf,
	requestOf: updateRequestOf,
	write: (stored, body) => updateFederatedApplication(stored, body as UpdateClientRequest),
	editors: applicationEditors,
	// The set-up of the service provider is shown beside the form.
	isPageNew: () => true,
});
