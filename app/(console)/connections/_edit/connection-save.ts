import "server-only";
import { revalidatePath } from "next/cache";
import type { EditState } from "@/app/_editor/edit-state";
import { editorSave, type SubmittedEdit } from "@/app/_editor/save";
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

/** What a form of a connection is checked against, new or stored. */
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
	intent: (posted) => (posted.intent === "turn-off" ? turnedOff(posted) : filledIn(posted)),
	read: (id) => getConnection(id),
	contentOf,
	requestOf: updateRequestOf,
	write: (current, body) => updateConnection(current, body as UpdateConnectionRequest),
	history: (id) => historyOf("identity provider", id),
	// What state it is in stands above the form, and what the provider is told beside it.
	refresh: (id) => revalidatePath(`/connections/${id}`),
});

/** Fills the form from metadata: that sends nothing. */
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

/** Without scripts: takes it from every application and saves nothing else; what was typed beside it stays typed. */
async function turnedOff({ id, baseline, openedAt, values }: Submitted): Promise<ConnectionEditState | null> {
	if (!baseline) return null;
	const answer = await connectionSave.save(id, baseline, { ...baseline, clients: [] }, { openedAt });
	return answer.saved ? { ...answer, values: { ...values, clients: [] } } : answer;
}

/** A setting that has no message of its own is told at what goes with it, and a certificate has an older name. */
function otherFieldAt(path: string): "signingCert" | "defaultClient" | null {
	if (path === "options.cert") return "signingCert";
	return path === "options.idpinitiated" || path === "options.idpinitiated.enabled" ? "defaultClient" : null;
}
