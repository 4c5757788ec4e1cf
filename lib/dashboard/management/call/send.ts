import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { recordedRequest } from "../../exchanges/record-exchange";
import { type ServiceAnswer, type ServiceRequest, TransportError } from "../../http/request";
import { type Deadline, timeLeft } from "./deadline";
import { ManagementError } from "./errors";
import { closeGate, openGate, passGate } from "./rate-gate";
import { type RateGauge, rateGaugeOf, secondsUntilReset } from "./rate-limit";
import { noteAnswered, noteFailing } from "./tenant-health";

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
