import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";

/** The error object. */
export const refusalAnswer = z.strictObject({
	statusCode: z.int(),
	error: z.string(),
	message: z.string(),
	errorCode: z.string().optional(),
	attributes: z.strictObject({ error: z.string() }).optional(),
});

type RefusalDetails = {
	errorCode?: string;
	/** The real service repeats the text of a refused token here. */
	attributes?: { error: string };
	headers?: Record<string, string>;
};

/** A request that is answered with an error object. Thrown by any step; the handler turns it into the response. */
export class Refusal extends Error {
	override name = "Refusal";
	readonly status: number;
	readonly details: RefusalDetails;

	constructor(status: number, message: string, details: RefusalDetails = {}) {
		super(message);
		this.status = status;
		this.details = details;
	}

	/** `{ statusCode, error, message, errorCode?, attributes? }`. */
	get body(): z.infer<typeof refusalAnswer> {
		const { errorCode, attributes } = this.details;
		return {
			statusCode: this.status,
			error: STATUS_CODES[this.status] ?? "Error",
			message: this.message,
			...(errorCode === undefined ? {} : { errorCode }),
			...(attributes === undefined ? {} : { attributes }),
		};
	}
}

/** 401 for a token that is there but not good; the challenge carries the same text (RFC 6750 section 3). */
export function unauthorized(message: string): Refusal {
	const quotable = message.replace(/[^\x20-\x7e]|["\\]/g, "");
	return new Refusal(401, message, {
		attributes: { error: message },
		headers: { "WWW-Authenticate": `Bearer error="${quotable}"` },
	});
}

export function missingAuthentication(): Refusal {
	return new Refusal(401, "Missing authentication", { headers: { "WWW-Authenticate": "Bearer" } });
}

export function malformedAuthorization(): Refusal {
	return new Refusal(400, "Bad HTTP authentication header format", { errorCode: "Bearer" });
}

export function insufficientScope(expected: readonly string[]): Refusal {
	return new Refusal(403, `Insufficient scope, expected any of: ${expected.join(",")}`, {
		errorCode: "insufficient_scope",
	});
}

export function tooManyRequests(): Refusal {
	return new Refusal(429, TOO_MANY_REQUESTS_MESSAGE, { errorCode: "too_many_requests" });
}

export function routeNotFound(): Refusal {
	return new Refusal(404, "Not Found");
}
