import "server-only";
import { headers } from "next/headers";
import { logger } from "../logger";

const REQUEST_ID_HEADER = "x-request-id";

/** The identifier of the browser's request, from the proxy or the server; null outside of any request. */
export async function requestId(): Promise<string | null> {
	return (await headers()).get(REQUEST_ID_HEADER);
}

/** Logs with the identifier of the current request. Not awaited. */
export function logInRequest(level: "info" | "warn" | "error", details: object, message: string): void {
	requestId().then(
		(id) => logger[level]({ requestId: id, ...details }, message),
		() => logger[level](details, message),
	);
}
