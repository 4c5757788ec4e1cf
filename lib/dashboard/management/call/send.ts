import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "@/lib/process/process-wide";
import { requestWide } from "@/lib/process/request-context";
import { recordExchange } from "../../exchanges/exchanges";
import { request, type ServiceRequest, type ServiceResponse, TransportError } from "../../http/request";
import { orderedId } from "../../store/dashboard-database";
import { currentCall, newReference, referenceOfCall } from "./call-context";
import { kindOfTransport, ManagementError } from "./errors";
import { noteRateGauge, secondsUntilReset } from "./response";

/** For a look-up after a write whose response was lost. */
export const LOOK_UP_WITHIN_MS = 3_000;

/** The end of a call's time, on the monotonic clock. */
export type Deadline = { at: number };

const REQUEST_WITHIN_MS = 10_000;

/** For all calls of one request of the browser: an action, its look-ups and the page after it. */
export const requestDeadline = requestWide("management-deadline", () => deadlineIn(REQUEST_WITHIN_MS));

export function deadlineIn(milliseconds: number): Deadline {
	return { at: performance.now() + milliseconds };
}

/** The deadline of a call, within that of its request. @param keptMs reserved of the request's time, for the work after the call */
export function deadlineOfCall(milliseconds: number = REQUEST_WITHIN_MS, keptMs = 0): Deadline {
	return { at: Math.min(performance.now() + milliseconds, requestDeadline.get().at - keptMs) };
}

export function hasTimeFor(milliseconds: number, { at }: Deadline): boolean {
	return performance.now() + milliseconds < at;
}

/** Milliseconds that are left. @throws ManagementError where none are */
export function timeLeft({ at }: Deadline): number {
	const left = Math.floor(at - performance.now());
	if (left <= 0) throw new ManagementError("unavailable");
	return left;
}

/** Awaits a shared promise until this caller's deadline. @throws ManagementError "unavailable" at the deadline */
export async function waitWithin<Value>(shared: Promise<Value>, deadline: Deadline): Promise<Value> {
	// Without a caller left its rejection would be unhandled.
	shared.catch(() => {});
	const settled = new AbortController();
	const late = delay(timeLeft(deadline), null, { signal: settled.signal }).then(() => {
		throw new ManagementError("unavailable");
	});
	return Promise.race([shared, late]).finally(() => settled.abort());
}

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
	let waitedMs = 0;
	const sentAt = Date.now();
	try {
		waitedMs = timeLeft(deadline);
		const response = await sendRecorded(operation, { ...wire, deadlineMs: waitedMs });
		operations.get().set(operation, { respondedAt: Date.now(), unanswered: null });
		if (response.status >= 500) noteFailing(sentAt, null);
		else health.set({ respondedAt: Date.now(), failingSince: null, unanswered: null });
		limiter.isLimited = response.status === 429;
		if (limiter.isLimited) limiter.blockedUntil = performance.now() + secondsUntilReset(response.headers) * 1000;
		if (area === "management") noteRateGauge(response.headers);
		return response;
	} catch (error) {
		if (error instanceof TransportError) {
			const unanswered = isUnanswered(error, waitedMs) ? referenceOfCall() : null;
			if (unanswered !== null) noteUnanswered(operation, sentAt, unanswered);
			noteFailing(sentAt, unanswered);
		}
		throw error;
	} finally {
		done();
	}
}

/** Records the exchange for the admin whose call it belongs to. @throws TransportError */
async function sendRecorded(operation: string, wire: ServiceRequest): Promise<ServiceResponse> {
	const call = currentCall();
	if (!call) return request(wire);
	const at = new Date().toISOString();
	const sent = { id: orderedId(at, newReference()), at, start: performance.now(), call, operation, wire };
	try {
		const response = await request(wire);
		recordExchange(sent, response, null);
		return response;
	} catch (error) {
		recordExchange(sent, null, error);
		throw error;
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

/** When the tenant last responded, and since when it does not: milliseconds since the epoch; null: neither yet. */
type TenantHealth = {
	respondedAt: number | null;
	failingSince: number | null;
	/** The reference of the last call, of any operation, where it was waited for in vain. */
	unanswered: string | null;
};

const health = processWide<TenantHealth>("tenant-health", () => ({
	respondedAt: null,
	failingSince: null,
	unanswered: null,
}));

/** The tenant's health as seen by the calls of this process, for any admin. */
export function tenantHealth(): TenantHealth {
	return health.get();
}

/** Of an operation: when it was last responded to, and its last call where that was waited for in vain. */
type OperationHealth = { respondedAt: number; unanswered: { reference: string; notedAt: number } | null };

/** Others may be responded to all the while. */
const operations = processWide("operation-health", () => new Map<string, OperationHealth>());

/** For this long one that was waited for in vain is not waited for again: later the tenant may be well. */
const UNANSWERED_FOR_MS = 60_000;

/** @returns the reference of the last call of an operation, where it was waited for in vain within the last minute; else null */
export function unansweredCallOf(operation: string): string | null {
	const { reference, notedAt } = operations.get().get(operation)?.unanswered ?? {};
	return reference && Date.now() - (notedAt ?? 0) < UNANSWERED_FOR_MS ? reference : null;
}

function noteUnanswered(operation: string, sentAt: number, reference: string): void {
	const respondedAt = operations.get().get(operation)?.respondedAt ?? 0;
	// Calls go on behind pages: a later one may have been responded to since.
	if (sentAt < respondedAt) return;
	operations.get().set(operation, { respondedAt, unanswered: { reference, notedAt: Date.now() } });
}

/** No response, or an error of the tenant's own. The first one after a response sets the time. */
function noteFailing(sentAt: number, unanswered: string | null): void {
	const { respondedAt, failingSince } = health.get();
	// Another call was answered since: this one tells nothing about the tenant as it is now.
	if (respondedAt !== null && sentAt < respondedAt) return;
	health.set({ respondedAt, failingSince: failingSince ?? Date.now(), unanswered });
}

/** A call with less time tells nothing: the tenant may only be slow. */
const TELLS_AFTER_MS = 2_000;

function isUnanswered({ kind }: TransportError, waitedMs: number): boolean {
	return kind === "time-out" && waitedMs >= TELLS_AFTER_MS;
}
