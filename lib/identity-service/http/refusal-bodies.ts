import { STATUS_CODES } from "node:http";
import { z } from "zod";
import type { Refusal } from "./refusal";

/** The error object of the management interface. */
export const managementError = z.strictObject({
	statusCode: z.int(),
	error: z.string(),
	message: z.string(),
	errorCode: z.string().optional(),
	attributes: z.strictObject({ error: z.string() }).optional(),
});

/** The code of a token that is refused (RFC 6750 section 3.1), whose message the real service writes twice instead. */
export const INVALID_TOKEN = "invalid_token";

/** `{ statusCode, error, message, errorCode?, attributes? }` */
export function managementBody({ status, code, message }: Refusal): z.infer<typeof managementError> {
	return {
		...{ statusCode: status, error: STATUS_CODES[status] ?? "Error", message },
		...(code === null || code === INVALID_TOKEN ? {} : { errorCode: code }),
		...(code === INVALID_TOKEN ? { attributes: { error: message } } : {}),
	};
}

/** RFC 6749 section 5.2. */
export function oauthBody({ code, message, details }: Refusal): object {
	return details.body ?? { error: code ?? "server_error", error_description: message };
}
