import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "@/lib/process/process-wide";
import { recordedRequest } from "../../exchanges/record-exchange";
import { type ServiceAnswer, type ServiceRequest, TransportError } from "../../http/request";
import { type Deadline, timeLeft, waitWithin } from "./deadline";
import { ManagementError } from "./errors";
import { type RateGauge, rateGaugeOf, secondsUntilReset } from "./rate-limit";

/** Who may pass: everybody; nobody for some seconds; or the one caller that finds out whether the limit is over. */
type Passage = { kind: "open" } | { kind: "closed"; seconds: number } | { kind: "probe"; done: () => void };

type Gate = { closedUntil: number; isLimited: boolean; probe: Promise<void> | null };

const gates = processWide("rate-gates", () => new Map<string, Gate>());

function gateOf(name: string): Gate {
	const gate = gates.get().get(name) ?? { closedUntil: 0, isLimited: false, probe: null };
	gates.get().set(name, gate);
	return gate;
}

/**
 * Asks for passage to an interface. After a 429 the gate is closed for the whole process until the reset; then one
 * caller probes while the others wait for what it learns, so that a limit is met by one request, not by a storm.
 * @throws ManagementError "unavailable" when the caller's deadline comes before what the probe learns
 */
async function passGate(name: string, deadline: Deadline): Promise<Passage> {
	const gate = gateOf(name);
	while (gate.probe !== null) await waitWithin(gate.probe, deadline);
	const seconds = (gate.closedUntil - performance.now()) / 1000;
	if (seconds > 0) return { kind: "closed", seconds: Math.ceil(seconds) };
	if (!gate.isLimited) return { kind: "open" };
	let done = () => {};
	gate.probe = new Promise((resolve) => {
		done = () => {
			gate.probe = null;
			resolve();
		};
	});
	return { kind: "probe", done };
}

/** The interface answered 429: nobody passes for that long. */
function closeGate(name: string, seconds: number): void {
	const gate = gateOf(name);
	gate.closedUntil = performance.now() + seconds * 1000;
	gate.isLimited = true;
}

/** The interface answered something else: the limit is over. */
function openGate(name: string): void {
	gateOf(name).isLimited = false;
}

const gauge = processWide<RateGauge | null>("rate-gauge", () => null);

/** What the management interface last said of its limit, or null before it said anything. */
export function lastRateGauge(): RateGauge | null {
	return gauge.get();
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
): Promise<ServiceAnswer> {
	const passage = await passGate(area, deadline);
	if (passage.kind === "closed") {
		throw new ManagementError("rate-limited", { status: 429, retryAfterSeconds: passage.seconds });
	}
	try {
		const answer = await recordedRequest(operation, { ...wire, deadlineMs: timeLeft(deadline) });
		if (answer.status >= 500) noteFailing();
		else noteAnswered();
		if (answer.status === 429) closeGate(area, secondsUntilReset(answer.headers));
		else openGate(area);
		if (area === "management") gauge.set(rateGaugeOf(answer.headers) ?? gauge.get());
		return answer;
	} catch (error) {
		if (error instanceof TransportError) noteFailing();
		throw error;
	} finally {
		if (passage.kind === "probe") passage.done();
	}
}

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

/** When the tenant last gave an answer, and since when it gives none: milliseconds since the epoch; null: neither yet. */
export type TenantHealth = { answeredAt: number | null; failingSince: number | null };

const health = processWide<TenantHealth>("tenant-health", () => ({ answeredAt: null, failingSince: null }));

/** What this process has learnt of the tenant from its calls, whoever they were for. */
export function tenantHealth(): TenantHealth {
	return health.get();
}

function noteAnswered(now: number = Date.now()): void {
	health.set({ answeredAt: now, failingSince: null });
}

/** No answer came, or one of a tenant that is out of order. The first one after an answer says since when. */
function noteFailing(now: number = Date.now()): void {
	const { answeredAt, failingSince } = health.get();
	health.set({ answeredAt, failingSince: failingSince ?? now });
}
