import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { lastRateGauge } from "./send";

const WAIT_MS_MAX = 2_000;

/**
 * Before a write that follows reads of its own: where they have used up the limit, it waits for the reset. A write is
 * never repeated, and on a tenant that allows two requests a second the third would be refused.
 */
export async function waitForRoom(now: number = Date.now()): Promise<void> {
	const gauge = lastRateGauge();
	if (!gauge || gauge.remaining > 0 || gauge.resetsAt === null) return;
	const left = gauge.resetsAt - now;
	if (left > 0 && left <= WAIT_MS_MAX) await delay(left);
}
