import "server-only";
import { databaseErrorCode } from "@/lib/database/error-codes";
import { processWide } from "@/lib/process/process-wide";
import { repeatedWork } from "@/lib/process/repeated-work";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";
import { collectEvents } from "./collect-events";
import { deliverNext, setAside } from "./deliver";
import { collectRequestsForMore } from "./requests-more";

const EVERY_MS = 3_000;
const AFTER_FAILURE_MS = 60_000;

/** Collects and delivers events every few seconds. */
export const logStream = repeatedWork("log-stream", EVERY_MS, async (isStopped) => {
	await logStreamRound(isStopped);
	return EVERY_MS;
});

/** Until a round looks at all webhooks again: one with much to send, or slow, does not keep the others waiting. */
const ROUND_MS = 10_000;

/**
 * Collects what is new, and delivers what is due: to each webhook one event after the other, to different ones at the same
 * time. A step that fails is logged and left out for a minute, and the others go on. Never fails.
 * @param isStopped ends the round after the deliveries in flight
 */
export async function logStreamRound(isStopped: () => boolean = () => false): Promise<void> {
	await step("writes", collectEvents);
	await step("templates", collectRequestsForMore);
	await step("webhooks", async () => {
		const database = await dashboardDatabase();
		const active = await database.selectFrom("webhooks").select("id").where("state", "=", "active").execute();
		const until = Date.now() + ROUND_MS;
		await Promise.all(
			active.map(({ id }) =>
				step(`webhook ${id}`, async () => {
					while (!isStopped() && Date.now() < until && (await deliver(id)));
				}),
			),
		);
	});
}

/** An error that is not the store's is one of this webhook alone, whatever its cause. */
async function deliver(id: string): Promise<boolean> {
	try {
		return await deliverNext(id);
	} catch (error) {
		if (databaseErrorCode(error) !== null) throw error;
		await setAside(id, error);
		return false;
	}
}

/** Until when each step is left out, in milliseconds since the epoch. */
const leftOut = processWide("log-stream-steps-left-out", () => new Map<string, number>());

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
	const held = leftOut.get();
	if (Date.now() < (held.get(name) ?? 0)) return;
	held.delete(name);
	try {
		await work();
	} catch (error) {
		held.set(name, Date.now() + AFTER_FAILURE_MS);
		logger.warn({ err: error, step: name }, "a step of the log stream failed; it is tried again in a minute");
	}
}
