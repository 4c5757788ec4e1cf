import "server-only";
import { repeatedWork } from "@/lib/process/repeated-work";
import { logger } from "../logger";
import { dashboardDatabase } from "../store/dashboard-database";
import { collectEvents } from "./collect-events";
import { deliverNext } from "./deliver";
import { collectRequestsForMore } from "./requests-more";

const EVERY_MS = 3_000;
/** After a failure of the store. */
const AFTER_FAILURE_MS = 60_000;

/** Collects and delivers events every few seconds. */
export const logStream = repeatedWork("log-stream", EVERY_MS, async (isStopped) => {
	try {
		await logStreamRound(isStopped);
		return EVERY_MS;
	} catch (error) {
		logger.warn({ err: error }, "the log stream could not go on; it is tried again in a minute");
		return AFTER_FAILURE_MS;
	}
});

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
