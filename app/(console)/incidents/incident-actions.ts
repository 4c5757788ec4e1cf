"use server";

import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { type BulkRunState, runAction } from "@/app/_bulk/run-action";
import { continueOn } from "@/app/_forms/after-write";
import { outdatedPage } from "@/app/_forms/json-response";
import { incidentName } from "@/lib/dashboard/incidents/incident-words";
import { listRefusal, readUserList, USER_LIST_LENGTH_MAX } from "@/lib/dashboard/incidents/user-list";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { statedReason } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { BulkItem } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit, findBulkEdit, findBulkEditHead } from "@/lib/dashboard/store/bulk-edits";
import { INCIDENT_ACTS, type IncidentAct } from "@/lib/dashboard/store/incident";
import {
	entriesAgain,
	incidentItems,
	incidentOf,
	isSameChoice,
	listAgainOf,
	listItems,
	usersOfList,
	whyNot,
} from "./incident-items";
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
		const { faults, repeated, heading } = list;
		const plan = { resource: "user list" as const, faults: faults.slice(0, FAULTS_MAX), repeated, heading };
		const id = await createBulkEdit(session.subject, plan, listItems(list), { run: "running" });
		return await continueOn(bulkEditPage("user list", id));
	} catch (error) {
		return { problem: problemOf(error, "user"), text };
	}
}

/** `chosen`: the acts, and the places in the list of the users, that were ticked, for the form without scripts. */
export type BeginState = { problem?: Problem; chosen?: { acts: string[]; users: string[] } };

/** Begins an incident with the users that are ticked of a list that was looked up: once, however often it is pressed. */
export async function beginIncidentAction(_: BeginState, sent: FormData): Promise<BeginState> {
	let sentChoice: BeginState = {};
	try {
		const { session, form } = await permittedForm("endSessions", sent);
		const all = (name: string) => form.getAll(name).map(String);
		const chosen = { acts: all("act"), users: all("user") };
		sentChoice = { chosen };
		const { subject } = session;
		const list = await findBulkEdit(subject, String(form.get("edit")));
		if (list?.resource !== "user list") return { problem: outdatedPage, chosen };
		const page = bulkEditPage("incident", incidentOf(list.id));
		const acts: IncidentAct[] = INCIDENT_ACTS.filter((act) => chosen.acts.includes(act));
		const ticked = new Set(chosen.users);
		const users = usersOfList(list.items, session).filter((_, index) => ticked.has(String(index)));
		const items = incidentItems(list.items, new Set(users.map(({ user }) => user.id)), session);
		const reason = statedReason();
		/** Null: it was not begun. */
		const begunAlready = async (): Promise<BeginState | null> => {
			const begun = await findBulkEdit(subject, incidentOf(list.id));
			if (begun?.resource !== "incident") return null;
			if (begun.reason === reason && begun.acts.join() === acts.join() && isSameChoice(begun.items, items)) {
				return continueOn(page);
			}
			const message = `This list was begun already with another choice or reason: ${incidentName(begun)}, “${begun.reason ?? ""}”. Nothing more was begun. Paste the others as a list of their own.`;
			return { problem: { title: "Not begun", message, link: { href: page, text: "See the incident" } }, chosen };
		};
		const already = await begunAlready();
		if (already) return already;
		const refuse = (message: string) => ({
			problem: { title: "Not begun", message: `${message} Nothing was changed.` },
			chosen,
		});
		if (list.items.some(isOpen)) {
			return refuse("Not all users of the list are looked up yet.");
		}
		if (acts.length === 0) return refuse("Tick what to do with the users.");
		await learnScopes();
		for (const act of acts) {
			const why = whyNot(act, session);
			if (why !== null) return refuse(why);
		}
		if (!items.some(({ state }) => state === "planned")) return refuse("Tick at least one user.");
		if (reason === null) {
			const message = "An incident needs a reason or ticket. Nothing was changed.";
			return { problem: { title: "A reason is needed", message, about: "reason" }, chosen };
		}
		const plan = { resource: "incident" as const, acts, faults: list.faults };
		try {
			await createBulkEdit(subject, plan, items, { run: "running", id: incidentOf(list.id), reason });
		} catch (error) {
			// Pressed twice at once: the other press has begun it.
			const begun = await begunAlready();
			if (begun) return begun;
			throw error;
		}
		return await continueOn(page);
	} catch (error) {
		return { problem: problemOf(error, "user"), ...sentChoice };
	}
}

/**
 * Makes a list, to be looked up, of those of a list or an incident for whom it was not carried out: one, however often it is
 * pressed.
 */
export async function lookUpAgainAction(_: { problem?: Problem }, sent: FormData): Promise<{ problem?: Problem }> {
	try {
		const { session, form } = await permittedForm("endSessions", sent);
		const edit = await findBulkEdit(session.subject, String(form.get("edit")));
		if (edit?.resource !== "user list" && edit?.resource !== "incident") return { problem: outdatedPage };
		const entries = entriesAgain(edit.items);
		if (entries.length === 0 || edit.items.some(isOpen)) return { problem: outdatedPage };
		const id = listAgainOf(edit.id);
		const isMade = async () => (await findBulkEditHead(session.subject, id)) !== null;
		if (!(await isMade())) {
			const plan = { resource: "user list" as const, faults: [], repeated: 0, heading: null };
			await createBulkEdit(session.subject, plan, listItems({ entries }), { run: "running", id }).catch(
				async (error: unknown) => {
					// Pressed twice at once: the other press has made it.
					if (!(await isMade())) throw error;
				},
			);
		}
		return await continueOn(bulkEditPage("user list", id));
	} catch (error) {
		return { problem: problemOf(error, "user") };
	}
}

const isOpen = ({ state }: BulkItem) => state === "planned" || state === "writing";

/** Looks up a list, or carries out an incident, for a limited time; resumes it, stops it, or leaves the rest. */
export async function runIncidentAction(_: BulkRunState, form: FormData): Promise<BulkRunState> {
	return runAction("user", form, workOfIncident, { permission: "endSessions" });
}
