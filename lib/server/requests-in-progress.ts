import { randomInt, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { warningLine } from "./output.ts";
import { overloaded, refuse } from "./refusal.ts";

/** How many requests may be in progress at the same time. */
type Bounds = { reads: number; writes: number };
type Respond = (outer?: ServerResponse) => Promise<void>;

/** Names the action for which Next requests something from this server. Nothing else has the random name in it. */
const ACTION_HEADER = "x-console-action";
/** Longer than an action may wait for the tenant. Next may never settle one whose client has disconnected. */
const ACTION_MILLISECONDS_MAX = 30_000;
/** Random up to these, so that clients do not all retry at once. */
const RETRY_AFTER_SECONDS_MAX = 4;
const REPORT_INTERVAL_MILLISECONDS = 10_000;

/**
 * Bounds the pages, actions and handlers in progress, reads and writes (POST) apart: one beyond its bound gets a 503 with
 * `Retry-After` at once. The log reports these with figures, at intervals.
 */
export function boundRequests(bounds: Bounds) {
	const reads = new Set<ServerResponse>();
	/** By the name in the action's header: its response or, once Next has requested another one for it, that. */
	const writes = new Map<string, ServerResponse>();
	const figures = () => ({ reads: inProgress(reads), writes: inProgress(writes.values()) });
	const report = reportRefusals(figures);

	return { figures, serve };

	/** @param respond gets the response of which this is a part: to an action that Next passes on to the page that has it */
	async function serve(request: IncomingMessage, response: ServerResponse, respond: Respond) {
		const { headers } = request;
		const isWrite = request.method === "POST";
		const action = String(headers[ACTION_HEADER]);
		if (!isWrite) delete headers[ACTION_HEADER];
		// Next's own request for an action that counts already.
		const outer = writes.get(action);
		if (outer) {
			writes.set(action, response);
			return respond(isWrite ? outer : undefined);
		}
		const now = figures();
		if (isWrite ? now.writes >= bounds.writes : now.reads >= bounds.reads) {
			report();
			return refuse(request, response, overloaded(isWrite, randomInt(1, RETRY_AFTER_SECONDS_MAX + 1)));
		}
		if (isWrite) return serveAction(headers, response, respond);
		reads.add(response);
		response.once("close", () => reads.delete(response));
		await respond();
	}

	/** An action continues when its client has disconnected. */
	async function serveAction(headers: IncomingMessage["headers"], response: ServerResponse, respond: Respond) {
		const action = randomUUID();
		headers[ACTION_HEADER] = action;
		writes.set(action, response);
		const overdue = setTimeout(() => writes.delete(action), ACTION_MILLISECONDS_MAX);
		try {
			await respond();
		} finally {
			clearTimeout(overdue);
			writes.delete(action);
		}
	}
}

/** How many are still worked on: others wait until their clients have read them, or lost their clients meanwhile. */
function inProgress(responses: Iterable<ServerResponse>): number {
	const worked = [...responses].filter(({ writableEnded, writableNeedDrain, headersSent, closed }) => {
		return !writableEnded && !writableNeedDrain && !(headersSent && closed);
	});
	return worked.length;
}

function reportRefusals(figures: () => Bounds): () => void {
	let refused = 0;
	let isScheduled = false;
	const report = () => {
		isScheduled = refused > 0;
		if (!isScheduled) return;
		process.stdout.write(warningLine({ refused, ...figures() }, "more requests than can be served"));
		refused = 0;
		setTimeout(report, REPORT_INTERVAL_MILLISECONDS).unref();
	};
	return () => {
		refused += 1;
		if (!isScheduled) report();
	};
}
