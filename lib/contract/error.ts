import { z } from "zod";

/** The management interface's error object. The specification guarantees only that there is one. */
export const managementErrorBody = z.looseObject({
	statusCode: z.number().optional(),
	error: z.string().optional(),
	message: z.string(),
	errorCode: z.string().optional(),
});

/** The authentication interface's error object (RFC 6749 section 5.2). */
export const authenticationErrorBody = z.looseObject({
	error: z.string(),
	error_description: z.string().optional(),
	error_uri: z.string().optional(),
});

/** Specification, "General conventions": the message of every 429. */
export const TOO_MANY_REQUESTS_MESSAGE =
	"Too many requests. Check the X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset headers.";

export const RATE_LIMIT_HEADER = "X-RateLimit-Limit";
export const RATE_REMAINING_HEADER = "X-RateLimit-Remaining";
export const RATE_RESET_HEADER = "X-RateLimit-Reset";
