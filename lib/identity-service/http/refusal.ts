import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";

/** The link that a page continues with. */
export type Link = { href: string; label: string };

/** How a page shows a refusal: a title and a text in place of those of its status, a link in place of the overview's. */
type RefusalPage = { title?: string | undefined; text?: string | undefined; back?: Link | undefined };

export type Fact = { label: string; values: readonly string[] };

type RefusalDetails = {
	headers?: Record<string, string>;
	page?: RefusalPage;
	/** Its name on the pages of a login, where that is another one than the code. */
	problem?: string;
	/** The sentence of the tenant's log in place of the message: without what the caller sent, or how long to wait. */
	inLog?: string;
	/** The body in place of code and message, where the vendor's interface has a shape of its own there. */
	body?: object;
	/** For the operators of both parties, in the log and in the page's details. Texts of the other party are bounded. */
	facts?: readonly Fact[];
	/** A message between parties is refused: the reason is logged, for questions of the other party's operator. */
	isMessage?: true;
	cause?: unknown;
};

/** Why a request is refused. Thrown by any step, rendered in the endpoint's format. */
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

	/** The same with more for its page. */
	withPage(page: RefusalPage): Refusal {
		const { status, code, message, details, cause } = this;
		return new Refusal(status, code, message, { ...details, page: { ...details.page, ...page }, cause });
	}
}

/** For a message that a browser delivers between parties. @param message shown on the page; quotes nothing of the request */
export function messageRefusal(message: string, status: 400 | 404 | 413 = 400, back?: Link): Refusal {
	const code = status === 404 ? "not_found" : "invalid_request";
	return new Refusal(status, code, message, { isMessage: true, page: { text: message, back } });
}

const FACT_LENGTH_MAX = 200;
const FACT_VALUES_MAX = 10;
/** They would make two names look alike, or another line of a log. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * For a message under a name that is not registered, which its page and the log state beside those that are.
 * @param message as of `messageRefusal`
 * @param name what it is, as "Issuer"
 */
export function unregisteredRefusal(
	message: string,
	name: string,
	{ came, registered }: { came: string; registered: readonly string[] },
	status: 400 | 404 = 400,
): Refusal {
	const { code, details } = messageRefusal(message, status);
	const facts = [
		{ label: `${name} received`, values: [factText(came)] },
		{ label: `${name} registered here`, values: [...new Set(registered)].slice(0, FACT_VALUES_MAX).map(factText) },
	];
	return new Refusal(status, code, message, { ...details, facts: facts.filter(({ values }) => values.length > 0) });
}

function factText(text: string): string {
	const seen = [...text.replace(UNSEEN, "\ufffd")];
	if (seen.length === 0) return "(empty)";
	return seen.length > FACT_LENGTH_MAX ? `${seen.slice(0, FACT_LENGTH_MAX).join("")}…` : seen.join("");
}

export function notFound(message = "There is nothing at this URL."): Refusal {
	return new Refusal(404, "not_found", message);
}

/** @param allow the methods of the path */
export function methodNotAllowed(method: string, allow: readonly string[]): Refusal {
	const allowed = allow.toSorted().join(", ");
	const message = `The method ${method} is not allowed here. Allowed: ${allowed}.`;
	return new Refusal(405, "invalid_request", message, { headers: { allow: allowed } });
}

export function missingParameter(name: string): Refusal {
	return new Refusal(400, "invalid_request", `Missing required parameter: ${name}`);
}

/** The same for an unknown client and for a wrong secret, so that the two are indistinguishable. */
export function clientRefusal(): Refusal {
	return new Refusal(401, "access_denied", "Unauthorized");
}

export function unsupportedGrant(grantType: unknown): Refusal {
	return new Refusal(400, "unsupported_grant_type", `Unsupported grant type: ${grantType}`);
}

/** @param grantType of the request, which the client is not registered with */
export function grantNotAllowed(grantType: string): Refusal {
	return new Refusal(403, "unauthorized_client", `Grant type '${grantType}' not allowed for the client.`);
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

/** The code of a refused token (RFC 6750 section 3.1). The real service writes its message twice in place of it. */
export const INVALID_TOKEN_CODE = "invalid_token";

/** `{ statusCode, error, message, errorCode?, attributes? }` */
export function managementBody({ status, code, message }: Refusal): z.infer<typeof managementError> {
	return {
		statusCode: status,
		error: STATUS_CODES[status] ?? "Error",
		message,
		...(code === null || code === INVALID_TOKEN_CODE ? {} : { errorCode: code }),
		...(code === INVALID_TOKEN_CODE ? { attributes: { error: message } } : {}),
	};
}

/** RFC 6749 section 5.2. */
export function oauthBody({ code, message, details }: Refusal): object {
	return details.body ?? { error: code ?? "server_error", error_description: message };
}
