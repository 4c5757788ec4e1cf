import "server-only";
import { revalidatePath } from "next/cache";
import type { EditState } from "@/app/_editor/edit-state";
import { editorSave } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import { historyOf } from "@/app/(console)/activity/history-of";
import type { UpdateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { getConnection } from "@/lib/dashboard/management/connections/read-connections";
import { updateConnection } from "@/lib/dashboard/management/connections/write-connections";
import { resources } from "@/lib/dashboard/registry/resources";
import { readProviderMetadata, UnreadableMetadata } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { connectionEditor } from "./connection-editor";
import { contentOf, updateRequestOf } from "./connection-request";
import { fillFromMetadata } from "./fill-from-metadata";

type Fields = (typeof connectionEditor)["fields"];
export type ConnectionEditState = EditState<Fields>;
type Submitted = SubmittedEdit<Fields>;

/** The checks of a submitted form of a connection, new or stored. */
export const connectionChecks = {
	editor: connectionEditor,
	idField: resources["identity provider"].idField,
	subject: "identity provider" as const,
	intent: filledIn,
	fieldAt: otherFieldAt,
};

/** Saves what was changed of a connection. */
export const connectionSave = editorSave({
	...connectionChecks,
	intent: (submitted) => (submitted.intent === "turn-off" ? turnedOff(submitted) : filledIn(submitted)),
	read: (id) => getConnection(id),
	contentOf,
	requestOf: updateRequestOf,
	write: (current, body) => updateConnection(current, body as UpdateConnectionRequest),
	history: (id) => historyOf("identity provider", id),
	// Its state is shown above the form, and the set-up of the provider beside it.
	refresh: (id) => revalidatePath(`/connections/${id}`),
});

/** Fills the form from metadata, which sends nothing. */
function filledIn({ intent, baseline, values, form }: Submitted): ConnectionEditState | null {
	if (intent !== "fill") return null;
	try {
		const metadata = readProviderMetadata(String(form.get("metadata") ?? ""));
		const { notes, values: full } = fillFromMetadata(baseline, values, metadata, new Date());
		return { values: full, fill: { notes } };
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		return { values, fill: { refusal: error.message } };
	}
}

/** Without scripts: removes it from every application and saves nothing else; other edits stay in the form. */
async function turnedOff({ id, baseline, openedAt, values }: Submitted): Promise<ConnectionEditState | null> {
	if (!baseline) return null;
	const state = await connectionSave.save(id, baseline, { ...baseline, clients: [] }, { openedAt });
	return state.saved ? { ...state, values: { ...values, clients: [] } } : state;
}

/** A fault of a setting without a place for it is shown at a related field; a certificate has an older name. */
function otherFieldAt(path: string): "signingCert" | "defaultClient" | null {
	if (path === "options.cert") return "signingCert";
	return path === "options.idpinitiated" || path === "options.idpinitiated.enabled" ? "defaultClient" : null;
}
