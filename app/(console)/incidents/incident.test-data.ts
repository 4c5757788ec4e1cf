import type { ServerResponse } from "node:http";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { type FaultServer, json, type SeenRequest } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { beginIncidentAction, lookUpAgainAction, lookUpListAction, runIncidentAction } from "./incident-actions";
import { usersOfList } from "./incident-items";

export type IncidentUser = { email: string; blocked: boolean; sessions: number; tokens: number };

/** A tenant with users, which records each write with its user; `misbehave` replaces a response where it returns true. */
export function incidentTenant(server: FaultServer, users: Record<string, Partial<IncidentUser>>) {
	const tenant = {
		users: new Map(
			Object.entries(users).map(([id, user]) => [
				id,
				{ email: `${id}@example.com`, blocked: false, sessions: 1, tokens: 1, ...user },
			]),
		),
		writes: [] as string[],
		misbehave: ((): boolean => false) as (
			request: SeenRequest,
			response: ServerResponse,
			carryOut: () => void,
		) => boolean,
	};
	const shown = (id: string) => {
		const { email, blocked } = tenant.users.get(id) ?? { email: "", blocked: false };
		return { user_id: id, email, email_verified: true, blocked };
	};
	server.handle = (request, response) => {
		const url = new URL(request.url, "http://tenant");
		const [, , , kind, encoded = "", part] = url.pathname.split("/");
		const id = decodeURIComponent(encoded);
		const user = tenant.users.get(id);
		if (kind === "users-by-email") {
			const email = url.searchParams.get("email");
			return json(
				response,
				200,
				[...tenant.users].filter(([, each]) => each.email === email).map(([each]) => shown(each)),
			);
		}
		const isWrite = request.method !== "GET";
		let isCarriedOut = false;
		const carryOut = () => {
			if (!user || isCarriedOut) return;
			isCarriedOut = true;
			tenant.writes.push(`${request.method} ${part ?? "user"} ${id}`);
			if (!part) user.blocked = JSON.parse(request.body).blocked;
			if (part === "revoke-access") {
				user.sessions = 0;
				if (!JSON.parse(request.body).preserve_refresh_tokens) user.tokens = 0;
			}
			if (part === "refresh-tokens") user.tokens = 0;
		};
		if (tenant.misbehave(request, response, carryOut)) return;
		if (!user) return json(response, 404, { statusCode: 404, error: "Not Found", message: "The user does not exist." });
		if (isWrite) {
			carryOut();
			return part
				? void response.writeHead(202, { "content-type": "application/json" }).end("{}")
				: json(response, 200, shown(id));
		}
		if (!part) return json(response, 200, shown(id));
		const count = part === "sessions" ? user.sessions : user.tokens;
		const items = Array.from({ length: Math.min(count, 50) }, (_, index) => ({ id: `${id}-${index}`, user_id: id }));
		json(response, 200, { [part === "sessions" ? "sessions" : "tokens"]: items, next: null, total: count });
	};
	return tenant;
}

/** For one request of the browser. */
const WITHIN_MS = 10_000;

function formOf(fields: Record<string, string | readonly string[]>): FormData {
	const form = new FormData();
	for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
	return form;
}

/** @returns the ID in the page to which an action redirects, or its result */
async function idOr<State>(action: () => Promise<State>): Promise<string | State> {
	try {
		return await runWithin(WITHIN_MS, action);
	} catch (error) {
		const [, id] = /;\/incidents\/([\w-]+);/.exec(String((error as { digest?: unknown }).digest)) ?? [];
		if (!id) throw error;
		return id;
	}
}

export const paste = (users: string) => idOr(() => lookUpListAction({}, formOf({ users })));

type Begin = { user: readonly string[]; act: readonly string[]; reason?: string };
/** @param fields `user`: their IDs; the form has their places in the list */
export async function begin(edit: string, { user, ...fields }: Begin) {
	const list = (await findBulkEdit("editor", edit)) ?? (await findBulkEdit("support", edit));
	const found = usersOfList(list?.items ?? [], { subject: "editor", role: "editor" });
	const places = user.map((id) => String(found.findIndex((one) => one.user.id === id)));
	return idOr(() => beginIncidentAction({}, formOf({ edit, reason: "SUP-1", user: places, ...fields })));
}

export const lookUpAgain = (edit: string) => idOr(() => lookUpAgainAction({}, formOf({ edit })));

export const act = (edit: string, intent: string) =>
	runWithin(WITHIN_MS, () => runIncidentAction({}, formOf({ edit, intent })));

/** Continues as the page does, without its waits, until nothing is left, it is stopped or another writer has the last user. */
export async function runOn(edit: string, intent = "continue") {
	let state = await act(edit, intent);
	while (state.pause && state.pause.for !== "other-writer") state = await act(edit, "continue");
	return state;
}

export async function resultsOf(edit: string, subject = "editor") {
	return Object.fromEntries(((await findBulkEdit(subject, edit))?.items ?? []).map(({ id, state }) => [id, state]));
}

/** Pastes, looks up, and begins with all that may be chosen. @returns the incident's ID */
export async function incidentWith(
	ids: readonly string[],
	acts: readonly string[],
	subject = "editor",
): Promise<string> {
	const list = String(await paste(ids.join("\n")));
	await runOn(list);
	const found = (await findBulkEdit(subject, list))?.items ?? [];
	const user = found.flatMap(({ note }) => (note.users ?? []).map(({ id }) => id));
	return String(await begin(list, { user, act: acts }));
}
