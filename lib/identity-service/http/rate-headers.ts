import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER } from "@/lib/contract/error";
import type { RateState } from "./rate-limiter";

/** What an answer says about its caller's allowance; nothing where requests are not counted. */
export function rateHeaders(rate: RateState | null): Record<string, string> {
	if (!rate) return {};
	return {
		[RATE_LIMIT_HEADER]: String(rate.limit),
		[RATE_REMAINING_HEADER]: String(rate.remaining),
		[RATE_RESET_HEADER]: String(rate.reset),
	};
}
