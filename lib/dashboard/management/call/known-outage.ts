import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { OperationName } from "@/lib/contract/operations";
import { TransportError } from "../../http/request";
import { isActionRequest } from "../../session/session";
import { ManagementError } from "./errors";
import { tenantHealth, unansweredCallOf } from "./send";

/** How long a page waits for an operation that was waited for in vain: less than a page waits for a slow one. */
const WAIT_MS = 300;
/** For another operation while the tenant as a whole seems not to answer: the first one may have failed alone. */
const WAIT_FOR_ANOTHER_MS = 600;

/**
 * A read for a page; one of an action waits however long the tenant takes. Where the operation, or the tenant's last call, is
 * known to have been waited for in vain, the page waits for a moment only and then fails with what is known, while the read
 * goes on behind it. The answer to any call ends what is known of the tenant, and that to its own what is known of an operation.
 * @throws the errors of the read; ManagementError "unavailable" for the known outage
 */
export async function readUnlessKnownOutage<Result>(
	operation: OperationName,
	read: () => Promise<Result>,
): Promise<Result> {
	if (knownOutage(operation) === null || isActionRequest.get()) return read();
	const wait = unansweredCallOf(operation) === null ? WAIT_FOR_ANOTHER_MS : WAIT_MS;
	const reading = read();
	const isAnswered = await Promise.race([reading.then(() => true), delay(wait, false, { ref: false })]);
	const reference = isAnswered ? null : knownOutage(operation);
	if (reference === null) return reading;
	// It goes on without anyone who waits for it.
	reading.catch(() => {});
	throw unansweredError(reference);
}

/** @param reference of the call that was waited for in vain */
export function unansweredError(reference: string): ManagementError {
	return new ManagementError("unavailable", { reference, cause: new TransportError("time-out", true) });
}

function knownOutage(operation: OperationName): string | null {
	return unansweredCallOf(operation) ?? tenantHealth().unanswered;
}
