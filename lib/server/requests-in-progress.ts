import { randomInt, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { warningLine } from "./output.ts";
import { overloaded, refuse } from "./refusal.ts";

type Bounds = { reads: number; writes: number };
/** `isDone`: the page that it redirects to is requested. */
type Action = { response: ServerResponse; isDone: boolean; free: () => void };
type Respond = (outer?: ServerResponse) => Promise<void>;

/** Names the action for which Next requests something from this server. Nothing else has the random name in it. */
const ACTION_HEADER = "x-console-action";
/** Longer than an action may wait for the tenant; an action that never ends must not hold its place. */
const ACTION_MILLISECONDS_MAX = 30_000;
/** Random up to these, so that clients do not all retry at once. */
const RETRY_AFTER_SECONDS_MAX = 4;
const REPORT_INTERVAL_MILLISECONDS = 10_000;
/** The bound of reads is divided by this while the process falls behind: each of them then waits for all others. */
const BEHIND_DIVISOR = 10;
/** How often a timer is due; it is late where it comes as much later. */
const TIMER_MILLISECONDS = 200;
/** How long the process counts as behind after a refusal while timers were late. */
const BEHIND_FOR_MILLISECONDS = 10_000;

/**
 * Bounds the pages, actions and handlers in progress, reads and writes (POST) apart: one beyond its bound gets a 503 with
 * `Retry-After` at once. Where reads at their bound compute more than there is time for, so does all but a
 * tenth of them for a while. The log reports these with figures, at intervals.
 */
export function boundRequests(bounds: Bounds) {
	const reads = new Set<ServerResponse>();
	/** By the name in the action's header. */
	const writes = new Map<string, Action>();
	const figures = () => ({
		reads: [...reads].filter(isWorkedOn).length,
		writes: [...writes.values()].filter(({ response }) => isWorkedOn(response)).length,
	});
	const report = reportRefusals(figures);
	const isLate = watchTimers();
	let behindUntil = 0;

	return { figures, serve };

	/** @param respond gets the response of which this is a part: to an action that Next passes on to the page that has it */
	async function serve(request: IncomingMessage, response: ServerResponse, respond: Respond) {
		const { headers } = request;
		const isWrite = request.method === "POST";
		const outer = writes.get(String(headers[ACTION_HEADER]));
		if (outer && isWrite) return respond(outer.response);
		delete headers[ACTION_HEADER];
		if (outer) {
			outer.isDone = true;
			if (!outer.response.closed) return respond();
			// The client that would read the page has disconnected.
			outer.free();
			return void response.writeHead(204).end();
		}
		const now = figures();
		const readsMax = performance.now() < behindUntil ? Math.ceil(bounds.reads / BEHIND_DIVISOR) : bounds.reads;
		if (isWrite ? now.writes >= bounds.writes : now.reads >= readsMax) {
			if (!isWrite && isLate()) behindUntil = performance.now() + BEHIND_FOR_MILLISECONDS;
			report();
			return refuse(request, response, overloaded(isWrite, randomInt(1, RETRY_AFTER_SECONDS_MAX + 1)));
		}
		if (!isWrite) {
			reads.add(response);
			response.once("close", () => reads.delete(response));
			return respond();
		}
		// It continues when its client has disconnected.
		const name = randomUUID();
		const free = () => {
			clearTimeout(overdue);
			writes.delete(name);
		};
		const overdue = setTimeout(free, ACTION_MILLISECONDS_MAX);
		const action = { response, isDone: false, free };
		headers[ACTION_HEADER] = name;
		writes.set(name, action);
		// Next may never settle it when the client disconnects while the page or the response is sent.
		response.once("close", () => (action.isDone || response.headersSent) && free());
		await respond().finally(free);
	}
}

/** Others wait until their clients have read them. */
function isWorkedOn({ writableEnded, writableNeedDrain }: ServerResponse): boolean {
	return !writableEnded && !writableNeedDrain;
}

/** @returns whether timers are late, which shows that requests compute more than there is time for */
function watchTimers(): () => boolean {
	let due = performance.now() + TIMER_MILLISECONDS;
	let wasLate = false;
	const isOverdue = () => performance.now() >= due + TIMER_MILLISECONDS;
	setInterval(() => {
		wasLate = isOverdue();
		due = performance.now() + TIMER_MILLISECONDS;
	}, TIMER_MILLISECONDS).unref();
	return () => wasLate || isOverdue();
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
