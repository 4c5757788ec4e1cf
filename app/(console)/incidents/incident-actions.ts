"use server";

import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { continueOn } from "@/app/_forms/after-write";
import { outdatedPage } from "@/app/_forms/json-response";
import { listRefusal, readUserList, USER_LIST_LENGTH_MAX } from "@/lib/dashboard/incidents/user-list";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import { statedReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";
import { createBulkEdit, findBulkEdit, findBulkEditHead } from "@/lib/dashboard/store/bulk-edits";
import { INCIDENT_ACTS, type IncidentAct } from "@/lib/dashboard/store/incident";
import { incidentItems, incidentOf, listItems } from "./incident-items";
import { workOfIncident } from "./incident-work";

/** `text`: what was typed, for the form without scripts. */
export type ListState = { problem?: Problem; text?: string };

/** How many lines that name no user are kept, to be shown. */
const FAULTS_MAX = 1_000;

/** Stores a pasted list of users, to be looked up in steps by its page. Nothing is requested from the tenant yet. */
export async function lookUpListAction(_: ListState, sent: FormData): Promise<ListState> {
	let text = "";
	try {
		const { session, form } = await permittedForm("endSessions", sent);
		text = String(form.get("users") ?? "");
		const length = text.length.toLocaleString("en");
		const list = text.length > USER_LIST_LENGTH_MAX ? null : readUserList(text);
		const refusal = list
			? listRefusal(list)
			: `It has ${length} characters; at most ${USER_LIST_LENGTH_MAX.toLocaleString("en")} are accepted. Split it. Nothing was looked up.`;
		if (!list || refusal !== null) return { problem: { title: "Not looked up", message: refusal ?? "" }, text };
		const { faults, repeated } = list;
		const plan = { resource: "user list" as const, faults: faults.slice(0, FAULTS_MAX), repeated };
		const id = await createBulkEdit(session.subject, plan, listItems(list), { run: "running" });
		return await continueOn(bulkEditPage("user list", id));
	} catch (error) {
		return { problem: problemOf(error, "user"), text };
	}
}

/** `chosen`: the acts and users that were ticked, for the form without scripts. */
export type BeginState = { problem?: Problem; chosen?: { acts: string[]; users: string[] } };

/** Begins an incident with the users that are ticked of a list that was looked up: once, however often it is pressed. */
export async function beginIncidentAction(_: BeginState, sent: FormData): Promise<BeginState> {
	let chosen: BeginState["chosen"] = { acts: [], users: [] };
	try {
		const { session, form } = await permittedForm("endSessions", sent);
		const { subject } = session;
		chosen = { acts: form.getAll("act").map(String), users: form.getAll("user").map(String) };
		const list = await findBulkEdit(subject, String(form.get("edit")));
		if (list?.resource !== "user list") return { problem: outdatedPage, chosen };
		const page = bulkEditPage("incident", incidentOf(list.id));
		if (await findBulkEditHead(subject, incidentOf(list.id))) return await continueOn(page);
		const acts: IncidentAct[] = INCIDENT_ACTS.filter((act) => chosen?.acts.includes(act));
		const refuse = (message: string) => ({
			problem: { title: "Not begun", message: `${message} Nothing was changed.` },
			chosen,
		});
		if (list.items.some(({ state }) => state === "planned" || state === "writing")) {
			return refuse("Not all users of the list are looked up yet.");
		}
		if (acts.length === 0) return refuse("Tick what to do with the users.");
		if (acts.includes("block") && !may(session.role, "blockUsers")) return refuse(whoMay("blockUsers"));
		const items = incidentItems(list.items, new Set(chosen.users), session);
		if (!items.some(({ state }) => state === "planned")) return refuse("Tick at least one user.");
		const reason = statedReason();
		if (reason === null) {
			const message = "An incident needs a reason or ticket. Nothing was changed.";
			return { problem: { title: "A reason is needed", message, about: "reason" }, chosen };
		}
		const plan = { resource: "incident" as const, acts, faults: list.faults };
		await createBulkEdit(subject, plan, items, { run: "running", id: incidentOf(list.id), reason }).catch(
			async (error: unknown) => {
				// Pressed twice at once: the other press has begun it.
				if (!(await findBulkEditHead(subject, incidentOf(list.id)))) throw error;
			},
		);
		return await continueOn(page);
	} catch (error) {
		return { problem: problemOf(error, "user"), ...(chosen && { chosen }) };
	}
}

/** Looks up a list, or carries out an incident, for a limited time; resumes it, stops it, or leaves the rest. */
export async function runIncidentAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction("user", form, workOfIncident, "endSessions");
}
