import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Visit } from "../process/request-context.ts";
import type { Gate, GateVisit } from "./admission-queue.ts";
import { logLine } from "./log-line.ts";
import { refuse } from "./refusal.ts";
import { crowded, crowdedPage } from "./request-checks.ts";

/** Marks what Next itself asks this server for while it carries out an action: the page that the action redirects to. */
const MARK = "x-console-visit";
const SESSION = /(?:^|;\s*)(?:__Host-)?console\.session(?:\.\d+)?=([^;]+)/;
/** Not all at the same moment again. */
const RETRY_AFTER_SECONDS = { least: 1, most: 4 };
/** Longer than an action may wait for the tenant; one that never ends must not keep its place. */
const ACTION_MILLISECONDS_MAX = 30_000;
const REPORT_EVERY_MILLISECONDS = 10_000;

type Serve = (visit: Visit) => Promise<void>;

/** One that is carried out. */
type Action = {
	mark: string;
	visit: Visit;
	response: ServerResponse;
	/** What is left of it is for its reader. */
	isDone: boolean;
	leave: () => void;
};

/**
 * Keeps the gate before pages, actions and handlers: whoever is not let in is told when to come again. The process says
 * so in its log, with figures, now and then.
 */
export function createDoorKeeper(gate: Gate) {
	/** By the mark of the action's request. */
	const actions = new Map<string, Action>();
	const report = reportRefusals(gate);

	return async (request: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> => {
		const { headers, method } = request;
		const mark = String(headers[MARK]);
		delete headers[MARK];
		const action = actions.get(mark);
		if (action) return servePart(action, request, response, serve);

		const kind = method === "POST" ? "save" : "view";
		const visit = gate.visit({ kind, session: SESSION.exec(headers.cookie ?? "")?.[1] ?? "" });
		response.once("close", visit.leave);
		if (!(await visit.entered)) return turnAway(request, response);
		leaveWhenReaderIsSlow(response, visit.leave);
		if (kind === "save") return serveAction(request, response, visit, serve);
		await serve(visit).finally(visit.leave);
	};

	/** It is part of what the action does, whose place it takes: in line it could wait for itself. */
	async function servePart(
		action: Action,
		{ method, headers }: IncomingMessage,
		response: ServerResponse,
		serve: Serve,
	) {
		// Sent on to the page that it belongs to, it goes on there, and redirects from there.
		if (method === "POST") headers[MARK] = action.mark;
		else action.isDone = true;
		if (!action.isDone || !action.response.closed) return serve(action.visit);
		// Nobody reads the page that it redirects to.
		action.leave();
		response.writeHead(204).end();
	}

	/** It goes on without its reader, and keeps its place until it is done. */
	async function serveAction({ headers }: IncomingMessage, response: ServerResponse, visit: GateVisit, serve: Serve) {
		response.off("close", visit.leave);
		const mark = randomUUID();
		headers[MARK] = mark;
		const leave = () => {
			clearTimeout(overdue);
			actions.delete(mark);
			visit.leave();
		};
		const overdue = setTimeout(leave, ACTION_MILLISECONDS_MAX);
		const action = { mark, visit, response, isDone: false, leave };
		actions.set(mark, action);
		// Next may never come back from an answer whose reader goes when it has begun, or while the page after it is made.
		response.once("close", () => setImmediate(() => (action.isDone || response.headersSent) && leave()));
		await serve(visit).finally(leave);
	}

	function turnAway(request: IncomingMessage, response: ServerResponse): void {
		if (response.closed) return;
		report();
		const { least, most } = RETRY_AFTER_SECONDS;
		const seconds = least + Math.floor(Math.random() * (most - least + 1));
		refuse(request, response, request.method === "POST" ? crowded(seconds) : crowdedPage(seconds));
	}
}

/** The page is made then, and what is left of it waits for the network. */
function leaveWhenReaderIsSlow(response: ServerResponse, leave: () => void): void {
	const { write } = response;
	response.write = ((...parameters: Parameters<typeof write>) => {
		const goesOn = write.apply(response, parameters);
		if (!goesOn) leave();
		return goesOn;
	}) as typeof write;
}

function reportRefusals(gate: Gate): () => void {
	let refused = 0;
	let isQuiet = false;
	const say = () => {
		isQuiet = refused > 0;
		if (!isQuiet) return;
		process.stdout.write(logLine("warn", { refused, ...gate.figures() }, "more requests than can be served"));
		refused = 0;
		setTimeout(say, REPORT_EVERY_MILLISECONDS).unref();
	};
	return () => {
		refused += 1;
		if (!isQuiet) say();
	};
}
