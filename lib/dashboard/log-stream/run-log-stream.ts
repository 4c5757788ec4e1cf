import "server-only";
import { outsideRequests, processWide } from "@/lib/process/process-wide";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";
import { collectEvents } from "./collect-events";
import { deliverNext } from "./deliver";
import { collectRequestsForMore } from "./requests-more";

const EVERY_MS = 3_000;
/** After a failure of the store. */
const AFTER_FAILURE_MS = 60_000;

/** `underWay` never fails. */
type Running = { timer: NodeJS.Timeout | null; underWay: Promise<void>; isStopped: boolean };

const running = processWide<Running>("log-stream", () => ({
	...{ timer: null, underWay: Promise.resolve(), isStopped: false },
}));

/** Collects and delivers events every few seconds from now on. Its timer does not keep the process running. */
export function startLogStream(): void {
	outsideRequests(roundAfter, EVERY_MS);
}

function roundAfter(milliseconds: number): void {
	const state = running.get();
	if (state.timer) clearTimeout(state.timer);
	state.timer = setTimeout(() => {
		state.underWay = runRound(state);
	}, milliseconds).unref();
}

async function runRound(state: Running): Promise<void> {
	let next = EVERY_MS;
	try {
		await logStreamRound(() => state.isStopped);
	} catch (error) {
		logger.warn({ err: error }, "the log stream could not go on; it is tried again in a minute");
		next = AFTER_FAILURE_MS;
	}
	if (!state.isStopped) roundAfter(next);
}

/** Until a round looks at all webhooks again: one with much to send, or slow, does not keep the others waiting. */
const ROUND_MS = 10_000;

/**
 * Collects what is new, and delivers what is due: to each webhook one event after the other, to different ones at the same
 * time. @param isStopped ends the round after the deliveries in flight
 */
export async function logStreamRound(isStopped: () => boolean = () => false): Promise<void> {
	await collectEvents();
	await collectRequestsForMore();
	const database = await dashboardDatabase();
	const active = await database.selectFrom("webhooks").select("id").where("state", "=", "active").execute();
	const until = Date.now() + ROUND_MS;
	const results = await Promise.allSettled(
		active.map(async ({ id }) => {
			while (!isStopped() && Date.now() < until && (await deliverNext(id)));
		}),
	);
	const failed = results.find((result) => result.status === "rejected");
	if (failed) throw failed.reason;
}

/** Waits for the deliveries in flight, and starts no others. */
export async function stopLogStream(): Promise<void> {
	const state = running.get();
	state.isStopped = true;
	if (state.timer) clearTimeout(state.timer);
	await state.underWay;
}
