import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "@/lib/process/process-wide";
import { recordedRequest } from "../../exchanges/exchanges";
import { type ServiceRequest, type ServiceResponse, TransportError } from "../../http/request";
import { type Deadline, timeLeft, waitWithin } from "./deadline";
import { kindOfTransport, ManagementError } from "./errors";
import { lastRateGauge, noteRateGauge, secondsUntilReset } from "./rate-limit";

/**
 * The state of the rate limit of one interface in this process. After a 429 nothing is sent until the reset; then one call
 * probes while the others wait for its result, so that one request meets a lasting limit, not all of them.
 */
type Limiter = { blockedUntil: number; isLimited: boolean; probe: Promise<void> | null };

const limiters = processWide("rate-limiters", () => new Map<string, Limiter>());

function limiterOf(area: string): Limiter {
	const limiter = limiters.get().get(area) ?? { blockedUntil: 0, isLimited: false, probe: null };
	limiters.get().set(area, limiter);
	return limiter;
}

/**
 * Waits until a request may be sent.
 * @returns a function to be called after the request
 * @throws ManagementError "rate-limited"; "unavailable" where the deadline is before the result of the probe
 */
async function admit(limiter: Limiter, deadline: Deadline): Promise<() => void> {
	while (limiter.probe !== null) await waitWithin(limiter.probe, deadline);
	const seconds = (limiter.blockedUntil - performance.now()) / 1000;
	if (seconds > 0) throw new ManagementError("rate-limited", { status: 429, retryAfterSeconds: Math.ceil(seconds) });
	if (!limiter.isLimited) return () => {};
	const { promise, resolve } = Promise.withResolvers<void>();
	limiter.probe = promise;
	return () => {
		limiter.probe = null;
		resolve();
	};
}

/**
 * Sends one request to an interface of the tenant, within its rate limit.
 * @throws TransportError; ManagementError "rate-limited" while the limit lasts, "unavailable" where no time is left:
 * nothing was sent then
 */
export async function send(
	area: "management" | "token",
	operation: string,
	wire: ServiceRequest,
	deadline: Deadline,
): Promise<ServiceResponse> {
	const limiter = limiterOf(area);
	const done = await admit(limiter, deadline);
	try {
		const response = await recordedRequest(operation, { ...wire, deadlineMs: timeLeft(deadline) });
		if (response.status >= 500) noteFailing();
		else health.set({ respondedAt: Date.now(), failingSince: null });
		limiter.isLimited = response.status === 429;
		if (limiter.isLimited) limiter.blockedUntil = performance.now() + secondsUntilReset(response.headers) * 1000;
		if (area === "management") noteRateGauge(response.headers);
		return response;
	} catch (error) {
		if (error instanceof TransportError) noteFailing();
		throw error;
	} finally {
		done();
	}
}

/** `send` to the tenant's authentication interface. @throws ManagementError */
export async function sendForSignIn(
	operation: string,
	wire: ServiceRequest,
	deadline: Deadline,
): Promise<ServiceResponse> {
	try {
		return await send("token", operation, wire, deadline);
	} catch (cause) {
		if (!(cause instanceof TransportError)) throw cause;
		throw new ManagementError(kindOfTransport(cause), { cause, area: "token" });
	}
}

const WAIT_MS_MAX = 2_000;

/** Before a write: waits for the reset where the request's reads have used up the limit, because a write is never repeated. */
export async function waitForRateLimit(now: number = Date.now()): Promise<void> {
	const gauge = lastRateGauge();
	if (!gauge || gauge.remaining > 0 || gauge.resetsAt === null) return;
	const left = gauge.resetsAt - now;
	if (left > 0 && left <= WAIT_MS_MAX) await delay(left);
}

/** When the tenant last responded, and since when it does not: milliseconds since the epoch; null: neither yet. */
type TenantHealth = { respondedAt: number | null; failingSince: number | null };

const health = processWide<TenantHealth>("tenant-health", () => ({ respondedAt: null, failingSince: null }));

/** The tenant's health as seen by the calls of this process, for any admin. */
export function tenantHealth(): TenantHealth {
	return health.get();
}

/** No response, or an error of the tenant's own. The first one after a response sets the time. */
function noteFailing(): void {
	const { respondedAt, failingSince } = health.get();
	health.set({ respondedAt, failingSince: failingSince ?? Date.now() });
}
