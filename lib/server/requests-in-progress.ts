import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Slot } from "../process/request-context.ts";
import type { Admission, AdmissionQueue } from "./admission-queue.ts";
import { warningLine } from "./output.ts";
import { overloaded, overloadedPage, refuse } from "./refusal.ts";

/** Names the action for which Next sends a request to this server: for the page to which the action redirects. */
const ACTION_HEADER = "x-console-action";
const SESSION = /(?:^|;\s*)(?:__Host-)?console\.session(?:\.\d+)?=([^;]+)/;
/** Random between these, so that clients do not all retry at once. */
const RETRY_AFTER_SECONDS = { least: 1, most: 4 };
/** Longer than an action may wait for the tenant; an action that never ends must not hold its slot. */
const ACTION_MILLISECONDS_MAX = 30_000;
const REPORT_INTERVAL_MILLISECONDS = 10_000;

type Serve = (slot: Slot) => Promise<void>;

type RunningAction = {
	slot: Slot;
	response: ServerResponse;
	/** The redirect's target is rendered: only the client still has to read it. */
	isDone: boolean;
	release: () => void;
};

/**
 * Admission control before pages, actions and handlers: a request that the queue refuses gets a 503 with `Retry-After`.
 * The log reports refusals with figures, at intervals.
 */
export function createAdmissionControl(queue: AdmissionQueue) {
	/** By the identifier in the action's header. */
	const actions = new Map<string, RunningAction>();
	const report = reportRefusals(queue);

	return async (request: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> => {
		const { headers, method } = request;
		const actionId = String(headers[ACTION_HEADER]);
		const action = actions.get(actionId);
		if (action) return serveWithin(action, request, response, serve);
		delete headers[ACTION_HEADER];

		const kind = method === "POST" ? "write" : "read";
		const admission = queue.enter({ kind, session: SESSION.exec(headers.cookie ?? "")?.[1] ?? "" });
		response.once("close", admission.release);
		if (!(await admission.admitted)) return refuseOverload(request, response);
		releaseWhenClientIsSlow(response, admission.release);
		if (kind === "write") return serveAction(request, response, admission, serve);
		await serve(admission).finally(admission.release);
	};

	/** A request that belongs to an action uses the action's slot: in the queue it could wait for itself. */
	async function serveWithin(
		action: RunningAction,
		{ method, headers }: IncomingMessage,
		response: ServerResponse,
		serve: Serve,
	) {
		// An action that Next forwards to the page that has it runs there, and redirects from there.
		if (method !== "POST") {
			delete headers[ACTION_HEADER];
			action.isDone = true;
		}
		if (!action.isDone || !action.response.closed) return serve(action.slot);
		// The client that would read the redirect's target has disconnected.
		action.release();
		response.writeHead(204).end();
	}

	/** An action continues when its client has disconnected, and holds its slot until it is done. */
	async function serveAction({ headers }: IncomingMessage, response: ServerResponse, slot: Admission, serve: Serve) {
		response.off("close", slot.release);
		const actionId = randomUUID();
		headers[ACTION_HEADER] = actionId;
		const release = () => {
			clearTimeout(overdue);
			actions.delete(actionId);
			slot.release();
		};
		const overdue = setTimeout(release, ACTION_MILLISECONDS_MAX);
		const action = { slot, response, isDone: false, release };
		actions.set(actionId, action);
		// Next may never settle when the client disconnects while the response or the redirect's target is sent.
		response.once("close", () => setImmediate(() => (action.isDone || response.headersSent) && release()));
		await serve(slot).finally(release);
	}

	function refuseOverload(request: IncomingMessage, response: ServerResponse): void {
		if (response.closed) return;
		report();
		const { least, most } = RETRY_AFTER_SECONDS;
		const seconds = least + Math.floor(Math.random() * (most - least + 1));
		refuse(request, response, request.method === "POST" ? overloaded(seconds) : overloadedPage(seconds));
	}
}

/** The page is rendered by then, and the rest of it waits for the network. */
function releaseWhenClientIsSlow(response: ServerResponse, release: () => void): void {
	const { write } = response;
	response.write = ((...parameters: Parameters<typeof write>) => {
		const hasRoom = write.apply(response, parameters);
		if (!hasRoom) release();
		return hasRoom;
	}) as typeof write;
}

function reportRefusals(queue: AdmissionQueue): () => void {
	let refused = 0;
	let isScheduled = false;
	const report = () => {
		isScheduled = refused > 0;
		if (!isScheduled) return;
		process.stdout.write(warningLine({ refused, ...queue.figures() }, "more requests than can be served"));
		refused = 0;
		setTimeout(report, REPORT_INTERVAL_MILLISECONDS).unref();
	};
	return () => {
		refused += 1;
		if (!isScheduled) report();
	};
}
