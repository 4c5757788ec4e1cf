import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER } from "@/lib/contract/error";
import type { RateState } from "./rate/rate-limiter";

/** A JSON answer with the headers that every answer carries. `body` undefined: no body (202, 204). */
export function respond(
	status: number,
	body: unknown,
	rate: RateState | null,
	extra: Record<string, string> = {},
): Response {
	const headers = new Headers({ "Cache-Control": "no-store", ...extra });
	if (rate) {
		headers.set(RATE_LIMIT_HEADER, String(rate.limit));
		headers.set(RATE_REMAINING_HEADER, String(rate.remaining));
		headers.set(RATE_RESET_HEADER, String(rate.reset));
	}
	if (body === undefined) return new Response(null, { status, headers });
	headers.set("Content-Type", "application/json; charset=utf-8");
	return new Response(JSON.stringify(body), { status, headers });
}
