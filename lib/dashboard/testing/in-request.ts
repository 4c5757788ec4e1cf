import { runRequest } from "@/lib/process/request-context";

/** Calls an action or a handler as the server does: what lives once per request is its own. */
export function inRequest<Result>(call: () => Promise<Result>): Promise<Result> {
	return runRequest(call);
}
