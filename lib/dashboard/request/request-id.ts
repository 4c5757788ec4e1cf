import "server-only";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import { logger } from "../logger";

const REQUEST_ID_HEADER = "x-request-id";

/** The identifier of the browser's request, from the proxy or the server; null outside of any request. */
export async function requestId(): Promise<string | null> {
	try {
		return (await headers()).get(REQUEST_ID_HEADER);
	} catch (error) {
		// What the framework throws for itself, while it renders.
		unstable_rethrow(error);
		return null;
	}
}

/** Logs with the identifier of the current request. Not awaited. */
export function logInRequest(level: "info" | "warn" | "error", details: object, message: string): void {
	requestId().then(
		(id) => logger[level]({ requestId: id, ...details }, message),
		() => logger[level](details, message),
	);
}
