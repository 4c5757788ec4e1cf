"use server";

import { createEdited } from "@/app/_editor/submitted-edit";
import { continueInPlace, deleteResource } from "@/app/_forms/after-write";
import { createConnectionRequest } from "@/lib/contract/connection/connection-request";
import { createConnection, deleteConnection } from "@/lib/dashboard/management/identity-providers/write-connections";
import { setFlash } from "@/lib/dashboard/request/flash";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { createRequestOf } from "./connection-request";
import { type ConnectionEditState, connectionChecks, connectionSave } from "./connection-save";
import { notSwitchedProblem, pageToSwitch } from "./not-switched";

/** Creates a connection and redirects to its page, or fills the form from metadata, which sends nothing. */
export async function createConnectionAction(_: unknown, form: FormData): Promise<ConnectionEditState> {
	return createEdited(connectionChecks, form, async (content) => {
		const body = createConnectionRequest.parse(createRequestOf(content));
		const { connection, notSwitched } = await createConnection(body, content.clients);
		const path = pageOf("identity provider", connection.id);
		if (!notSwitched) return continueInPlace(path, CREATED);
		const { message } = await notSwitchedProblem("", CREATED, notSwitched);
		await setFlash(path, message);
		return continueInPlace(pageToSwitch(connection.id, notSwitched.switches));
	});
}

const CREATED = "Identity provider created.";

/** Saves what was changed of a connection after reading it again, turns it off, or fills the form from metadata. */
export async function updateConnectionAction(_: unknown, form: FormData): Promise<ConnectionEditState> {
	return connectionSave.update(form);
}

export async function deleteConnectionAction(_: unknown, form: FormData) {
	return deleteResource("identity provider", form, deleteConnection);
}
