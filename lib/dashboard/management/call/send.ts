import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "@/lib/process/process-wide";
import { recordedRequest } from "../../exchanges/record-exchange";
import type { ServiceAnswer, ServiceRequest } from "../../http/request";
import { ManagementError } from "./errors";
import { closeGate, openGate, passGate } from "./rate-gate";
import { type RateGauge, rateGaugeOf, secondsUntilReset } from "./rate-limit";

const gauge = processWide<RateGauge | null>("rate-gauge", () => null);

/** What the management interface last said of its limit, or null before it said anything. */
export function lastRateGauge(): RateGauge | null {
	return gauge.get();
}

/** When a call has to be over, on the clock that cannot be set. */
export type Deadline = { at: number };

export function deadlineIn(milliseconds: number): Deadline {
	return { at: performance.now() + milliseconds };
}

/** Milliseconds that are left. @throws ManagementError where none are: nothing is sent then */
function timeLeft({ at }: Deadline): number {
	const left = Math.floor(at - performance.now());
	if (left <= 0) throw new ManagementError("unavailable");
	return left;
}

/**
 * Waits for something that several callers share, at most until this caller's deadline.
 * @throws ManagementError "unavailable" when that has come
 */
export async function waitWithin<Value>(shared: Promise<Value>, deadline: Deadline): Promise<Value> {
	const settled = new AbortController();
	const late = delay(timeLeft(deadline), null, { signal: settled.signal }).then(() => {
		throw new ManagementError("unavailable");
	});
	return Promise.race([shared, late]).finally(() => settled.abort());
}

/**
 * Sends one request to an interface of the tenant, within its rate limit.
 * @throws TransportError; ManagementError "rate-limited" without sending anything while the limit lasts
 */
export async function send(
	area: "management" | "token",
	operation: string,
	wire: ServiceRequest,
	deadline: Deadline,
): Promise<ServiceAnswer> {
	const passage = await passGate(area);
	if (passage.kind === "closed") {
		throw new ManagementError("rate-limited", { status: 429, retryAfterSeconds: passage.seconds });
	}
	try {
		const answer = await recordedRequest(operation, { ...wire, deadlineMs: timeLeft(deadline) });
		if (answer.status === 429) closeGate(area, secondsUntilReset(answer.headers));
		else openGate(area);
		if (area === "management") gauge.set(rateGaugeOf(answer.headers) ?? gauge.get());
		return answer;
	} finally {
		if (passage.kind === "probe") passage.done();
	}
}
