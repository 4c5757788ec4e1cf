import "server-only";
import type { EditState } from "@/app/_editor/edit-state";
import { filledForm } from "@/app/_editor/fill";
import { editorSave, PartlySavedError } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import type { UpdateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import {
	type ConnectionWithClients,
	getConnectionWithClients,
	orError,
	readConnectionClients,
	unreadInWords,
} from "@/lib/dashboard/management/identity-providers/connection-clients";
import { updateConnection } from "@/lib/dashboard/management/identity-providers/write-connections";
import { resources } from "@/lib/dashboard/resources/resources";
import { readProviderMetadata } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { accessText } from "./access";
import { connectionEditor } from "./connection-editor";
import { contentOf, updateRequestOf } from "./connection-request";
import { fillFromMetadata } from "./fill-from-metadata";
import { notSwitchedProblem } from "./not-switched";

type Fields = (typeof connectionEditor)["fields"];
export type ConnectionEditState = EditState<Fields>;

/** The checks of a submitted form of a connection, new or stored. */
export const connectionChecks = {
	editor: connectionEditor,
	idField: resources["identity provider"].idField,
	subject: "identity provider" as const,
	intent: otherIntent,
	/** A fault of a setting without a place for it is shown at a related field. */
	fieldAt: (path: string) => (/^options\.idpinitiated(\.enabled)?$/.test(path) ? ("defaultClient" as const) : null),
};

/** Saves what was changed of a connection. */
export const connectionSave = editorSave({
	...connectionChecks,
	read: getConnectionWithClients,
	contentOf,
	isSameView: (baseline, theirs) => accessText(baseline.access) === accessText(theirs.access),
	requestOf: updateRequestOf,
	write,
	// Its state is shown above the form, and the set-up of the provider beside it.
	isPageNew: () => true,
});

type Body = Record<string, unknown> & { clients?: readonly string[] };

/** The response to switching applications has no content: they are read again. */
async function write(stored: ConnectionWithClients, { clients, ...settings }: Body): Promise<object> {
	const body = settings as UpdateConnectionRequest;
	const { response, notSwitched, ...done } = await updateConnection(stored, body, clients);
	if (notSwitched) {
		const saved = Object.keys(settings).length > 0 ? "Its settings were saved." : "";
		const problem = await notSwitchedProblem("Not all of it was saved", saved, notSwitched);
		throw new PartlySavedError({ ...response, ...done }, problem, notSwitched.error);
	}
	if (!clients) return response;
	const found = await orError(readConnectionClients(stored.id));
	if (!(found instanceof ManagementError)) return { ...response, clients: found.items };
	const message = `The tenant accepted the choice of applications, but what it stores is not known: ${unreadInWords(found)}. Reload this page to see it.`;
	throw new PartlySavedError({ ...response, ...done }, { title: "Not confirmed", message }, found);
}

/**
 * Fills the form from metadata, which sends nothing. Or, without scripts, removes the connection from every application and
 * saves nothing else; other edits stay in the form.
 */
async function otherIntent(submitted: SubmittedEdit<Fields>): Promise<ConnectionEditState | null> {
	const { id, intent, baseline, openedAt } = submitted;
	const values = { ...submitted.values, clients: [] };
	const fill = (text: string) => fillFromMetadata(baseline, submitted.values, readProviderMetadata(text), new Date());
	if (intent === "fill") return filledForm(submitted, fill);
	if (intent !== "turn-off" || !baseline) return null;
	const state = await connectionSave.save(id, baseline, { ...baseline, clients: [] }, { openedAt, values });
	return state.kind === "saved" ? { ...state, values } : state;
}
