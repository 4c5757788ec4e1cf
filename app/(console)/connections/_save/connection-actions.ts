"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { createConnectionRequest } from "@/lib/contract/connection/connection-request";
import { createConnection, deleteConnection } from "@/lib/dashboard/management/connections/write-connections";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { readProviderMetadata } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { UnreadableMetadata } from "@/lib/dashboard/single-sign-on/unreadable-metadata";
import { contentChanges } from "../_edit/connection-changes";
import { type ConnectionContent, newContent, valuesOf, wantedContent } from "../_edit/connection-content";
import { steps } from "../_edit/connection-edit";
import { refusedFields } from "../_edit/connection-form-schema";
import type { ConnectionFormState } from "../_edit/connection-form-state";
import { createRequestOf } from "../_edit/connection-request";
import { fillFromMetadata } from "../_edit/fill-from-metadata";
import { connectionHistory } from "../_history/connection-history";
import { type PostedConnection, readPostedConnection } from "./posted-connection";
import { postedContent } from "./posted-content";
import { refusedField } from "./refused-field";
import { saveConnection } from "./save-connection";

const WITHHELD = "This held a private key. It was taken out and kept nowhere; only certificates belong here.";

/** Creates a connection and goes to its page, or fills the form from metadata: that sends nothing. */
export async function createConnectionAction(_: ConnectionFormState, form: FormData): Promise<ConnectionFormState> {
	const sent = sentForm(form);
	const read = readPostedConnection(sent);
	if (!read) return { problem: outdatedPage };
	const posted = { ...read, opened: newContent };
	const { values } = posted;
	let id: string;
	try {
		await requireActionRole("editor");
		if (sent.get("intent") === "fill") return filled(posted, String(sent.get("metadata") ?? ""));
		const state = stopped(posted);
		if (state) return state;
		const body = createConnectionRequest.parse(createRequestOf(wantedContent(null, values)));
		id = (await createConnection(body)).id;
	} catch (error) {
		return refused(error, posted);
	}
	const path = `/connections/${encodeURIComponent(id)}`;
	await setFlash(path, values.clients.length === 0 ? CREATED_OFF : "Connection created.");
	redirect(path);
}

const CREATED_OFF = "Connection created. It is off until an application may use it.";

/** Saves what was changed of a connection after reading it again, turns it off, or fills the form from metadata. */
export async function updateConnectionAction(_: ConnectionFormState, form: FormData): Promise<ConnectionFormState> {
	const sent = sentForm(form);
	const posted = readPostedConnection(sent);
	if (!posted?.id) return { problem: outdatedPage };
	const { id, opened } = posted;
	postedContent.keep(id, opened);
	try {
		await requireActionRole("editor");
		const intent = sent.get("intent");
		if (intent === "fill") return filled(posted, String(sent.get("metadata") ?? ""));
		if (intent === "turn-off") return await turnedOff(posted);
		const { values, state } = steps.decided(posted);
		if (state) return state;
		const stop = stopped({ ...posted, values });
		if (stop) return stop;
		const wanted = wantedContent(opened, values);
		if (contentChanges(opened, wanted).length === 0) return { values, opened, isUnchanged: true };
		return await saved(id, opened, wanted);
	} catch (error) {
		return refused(error, posted);
	}
}

export async function deleteConnectionAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	try {
		await requireActionRole("editor");
		await deleteConnection(String(sentForm(form).get("connectionId")));
	} catch (error) {
		return { problem: problemOf(error, "connection") };
	}
	await setFlash("/connections", "Connection deleted.");
	redirect("/connections");
}

/** What must not be sent, told at its field; null: it may. */
function stopped({ opened, values, isKeyWithheld }: PostedConnection): ConnectionFormState | null {
	if (isKeyWithheld) return { values, opened, isKeyWithheld, faults: { signingCert: WITHHELD } };
	const faults = refusedFields(opened, values);
	return faults && { values, opened, faults };
}

function refused(error: unknown, { values, opened }: PostedConnection): ConnectionFormState {
	const problem = problemOf(error, "connection");
	const faults = refusedField(problem);
	return { values, opened, ...(faults ? { faults } : { problem }) };
}

function filled({ opened, values }: PostedConnection, text: string): ConnectionFormState {
	try {
		const { notes, values: full } = fillFromMetadata(opened, values, readProviderMetadata(text), new Date());
		return { opened, values: full, isFilled: true, fill: { notes } };
	} catch (error) {
		if (!(error instanceof UnreadableMetadata)) throw error;
		return { opened, values, fill: { refusal: error.message } };
	}
}

/** Without scripts: takes it from every application and saves nothing else; what was typed beside it stays typed. */
async function turnedOff({ id, opened, values }: PostedConnection): Promise<ConnectionFormState> {
	const typed = { ...values, clients: [] };
	const answer = await saved(id, opened, { ...wantedContent(opened, valuesOf(opened)), clients: [] });
	return answer.saved ? { ...answer, values: typed } : answer;
}

async function saved(id: string, opened: ConnectionContent, wanted: ConnectionContent): Promise<ConnectionFormState> {
	const outcome = await saveConnection(id, opened, wanted);
	if (outcome.kind === "conflict") {
		const { edit, values } = steps.onConflict({ opened, theirs: outcome.theirs, yours: wanted });
		return { values, opened: outcome.theirs, ...(edit.conflict && { conflict: edit.conflict }) };
	}
	// What state it is in stands above the form, and what the provider is told beside it.
	revalidatePath(`/connections/${id}`);
	const { before, after, differing } = outcome;
	const history = await connectionHistory(id).catch(() => null);
	return { opened: after, saved: { before, after, differing, history, at: new Date().toISOString() } };
}
