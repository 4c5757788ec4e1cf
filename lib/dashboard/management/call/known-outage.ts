import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "@/lib/process/process-wide";
import { TransportError } from "../../http/request";
import { isActionRequest } from "../../session/session";
import { ManagementError } from "./errors";
import { tenantHealth } from "./send";

/** How long a page waits for a tenant that did not answer the last call: less than a page waits for a slow one. */
const WAIT_MS = 300;
/** After that the next read tries anew: the tenant may answer it, and never the one before. */
const TRIED_ANEW_AFTER_MS = 2_000;

/** The last read that tries whether the tenant answers again. `ended` never rejects. */
type Trial = { startedAt: number; ended: Promise<true> };
const lastTrial = processWide<Trial | null>("known-outage-trial", () => null);

/**
 * A read for a page; one of an action waits however long the tenant takes. While the tenant is known not to answer, one read
 * at a time goes on behind the pages, which fail with what is known already.
 * @throws the errors of the read; ManagementError "unavailable" for the known outage
 */
export async function readUnlessKnownOutage<Result>(read: () => Promise<Result>): Promise<Result> {
	if (tenantHealth().unanswered === null || isActionRequest.get()) return read();
	const now = performance.now();
	const trial = lastTrial.get();
	if (trial && now - trial.startedAt < TRIED_ANEW_AFTER_MS) {
		await isEndedIn(WAIT_MS - (now - trial.startedAt), trial);
		throwKnown();
		return read();
	}
	const reading = read();
	const ended = reading.then(
		() => true as const,
		() => true as const,
	);
	const own = { startedAt: now, ended };
	lastTrial.set(own);
	if (!(await isEndedIn(WAIT_MS, own))) throwKnown();
	return reading;
}

function isEndedIn(milliseconds: number, { ended }: Trial): Promise<boolean> {
	return Promise.race([ended, delay(Math.max(milliseconds, 0), false, { ref: false })]);
}

/** Unless another call was answered meanwhile. */
function throwKnown(): void {
	const { unanswered } = tenantHealth();
	if (unanswered === null) return;
	throw new ManagementError("unavailable", { reference: unanswered, cause: new TransportError("time-out", true) });
}
