import { rateHeaders } from "./rate/rate-headers";
import type { RateState } from "./rate/rate-limiter";

/** A JSON answer with the headers that every answer carries. `body` undefined: no body (202, 204). */
export function respond(
	status: number,
	body: unknown,
	rate: RateState | null,
	extra: Record<string, string> = {},
): Response {
	const headers = { "Cache-Control": "no-store", ...extra, ...rateHeaders(rate) };
	if (body === undefined) return new Response(null, { status, headers });
	return new Response(JSON.stringify(body), {
		status,
		headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
	});
}
