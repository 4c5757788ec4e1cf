import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { waitForTenant } from "@/lib/process/request-context";
import { ManagementError } from "../management/call/errors";
import { secondsUntilRoomFor } from "../management/call/rate-pause";
import { deadlineIn, hasTimeFor, requestDeadline } from "../management/call/send";
import type { StoredTemplate } from "./plan-templates";
import { readAllTemplates } from "./template-access";

/** Less than most proxies wait for a response; at two requests a second the list of 3,000 templates needs 15 s. */
const READ_ALL_WITHIN_MS = 50_000;

/**
 * Reads all templates of the tenant for one request, which gets the time that this needs within the rate limit.
 * @throws SessionError, ManagementError where not all could be read
 */
export function readStoredTemplates(): Promise<StoredTemplate[]> {
	requestDeadline.set(deadlineIn(READ_ALL_WITHIN_MS));
	return readAllTemplates(withinLimit, () => {});
}

/** Sends a read once it fits into the rate limit, and again after a refusal by it, as long as the request has time. */
async function withinLimit<Result>(read: () => Promise<Result>): Promise<Result> {
	for (;;) {
		await pause(secondsUntilRoomFor(1));
		try {
			return await read();
		} catch (error) {
			if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
			await pause(error.retryAfterSeconds ?? 1);
		}
	}
}

async function pause(seconds: number): Promise<void> {
	if (seconds === 0) return;
	const limited = () => new ManagementError("rate-limited", { status: 429, retryAfterSeconds: seconds });
	if (!hasTimeFor(seconds * 1000, requestDeadline.get())) throw limited();
	await waitForTenant(() => delay(seconds * 1000), limited);
}
