import "server-only";
import { editorSave } from "@/app/_editor/save";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import { requireSettings } from "@/lib/dashboard/management/applications/protection";
import { getApplication } from "@/lib/dashboard/management/applications/read-applications";
import { updateApplication } from "@/lib/dashboard/management/applications/write-applications";
import { resources } from "@/lib/dashboard/resources/resources";
import { applicationEditor } from "./application-editor";
import { contentOf, updateRequestOf } from "./application-request";
import { singleSignOnEditor } from "./single-sign-on-editor";

/** All editors of an application. */
export const applicationEditors = [applicationEditor, singleSignOnEditor];

/** Saves what was changed of an application. */
export const applicationSave = editorSave({
	editor: applicationEditor,
	idField: resources.application.idField,
	subject: "application",
	read: async (id) => requireSettings(await getApplication(id)),
	contentOf,
	requestOf: updateRequestOf,
	write: (stored, body) => updateApplication(stored, body as UpdateClientRequest),
	editors: applicationEditors,
	// The page's heading is the name, and the sections beside the form depend on the grants.
	isPageNew: (before, { name, grants }) => name !== before.name || grants.join() !== before.grants.join(),
});
