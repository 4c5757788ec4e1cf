import "server-only";
import { headers } from "next/headers";
import { logger } from "../logger";

const REQUEST_ID_HEADER = "x-request-id";

/** The identifier of the browser's request, which the proxy has checked or made; null outside of any request. */
export async function requestId(): Promise<string | null> {
	return (await headers()).get(REQUEST_ID_HEADER);
}

/** Writes a line of the log with the request that it belongs to. Nobody has to wait for it. */
export function logInRequest(level: "info" | "warn" | "error", details: object, message: string): void {
	requestId().then(
		(id) => logger[level]({ requestId: id, ...details }, message),
		() => logger[level](details, message),
	);
}
