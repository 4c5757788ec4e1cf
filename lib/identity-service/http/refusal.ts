import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";

/** Where a person goes on from a page. */
export type Link = { href: string; label: string };

/** What a page says of a refusal: a title and a text in place of those of its status, a link in place of the overview's. */
type RefusalPage = { title?: string | undefined; text?: string | undefined; back?: Link | undefined };

type RefusalDetails = {
	/** Property or field that the refusal is about. */
	field?: string | undefined;
	headers?: Record<string, string>;
	page?: RefusalPage;
	/** Its name on the pages of a login, where that is another one than the code. */
	problem?: string;
	/** What programs read in place of code and message, where the vendor's interface has a shape of its own there. */
	body?: object;
	/** A message between parties is refused: the log says why, for the operator whom the other party's asks. */
	isMessage?: true;
	cause?: unknown;
};

/** Why a request is refused. Thrown by any step; the endpoint's format decides how it is written. */
export class Refusal extends Error {
	override name = "Refusal";
	readonly status: number;
	/** Of OAuth 2.0 (RFC 6749 section 5.2), or `errorCode` of the management interface; null where that has none. */
	readonly code: string | null;
	readonly details: Omit<RefusalDetails, "cause">;

	/** @param message one sentence for the caller that quotes no secret */
	constructor(status: number, code: string | null, message: string, { cause, ...details }: RefusalDetails = {}) {
		super(message, { cause });
		this.status = status;
		this.code = code;
		this.details = details;
	}

	/** The same where its page is to say more. */
	withPage(page: RefusalPage): Refusal {
		const { status, code, message, details, cause } = this;
		return new Refusal(status, code, message, { ...details, page: { ...details.page, ...page }, cause });
	}
}

/** For a message that a browser carries between parties. @param message the page shows it; it quotes nothing that was sent */
export function messageRefusal(message: string, status: 400 | 404 | 413 = 400, back?: Link): Refusal {
	const code = status === 404 ? "not_found" : "invalid_request";
	return new Refusal(status, code, message, { isMessage: true, page: { text: message, back } });
}

export function notFound(message = "Nothing is at this address."): Refusal {
	return new Refusal(404, "not_found", message);
}

/** @param allow the methods that the address answers */
export function methodNotAllowed(method: string, allow: readonly string[]): Refusal {
	const allowed = allow.toSorted().join(", ");
	const message = `The method ${method} is not allowed here. Allowed: ${allowed}.`;
	return new Refusal(405, "invalid_request", message, { headers: { allow: allowed } });
}

export function missingParameter(name: string): Refusal {
	return new Refusal(400, "invalid_request", `Missing required parameter: ${name}`, { field: name });
}

/** The same for an unknown client and for a wrong secret, so that nothing can be told from it. */
export function clientRefusal(): Refusal {
	return new Refusal(401, "access_denied", "Unauthorized");
}

export function unsupportedGrant(grantType: unknown): Refusal {
	return new Refusal(400, "unsupported_grant_type", `Unsupported grant type: ${grantType}`);
}

export function tooManyRequests(): Refusal {
	return new Refusal(429, "too_many_requests", TOO_MANY_REQUESTS_MESSAGE);
}

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
