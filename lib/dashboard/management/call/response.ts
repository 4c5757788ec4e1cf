import "server-only";
import { authenticationErrorBody, managementErrorBody } from "@/lib/contract/error";
import { isGranted, type OperationName, operations, scopesInWords } from "@/lib/contract/operations";
import { jsonIn, type ServiceResponse } from "../../http/request";
import { writeEntry } from "../../resources/writes";
import { ManagementError, type ManagementErrorKind } from "./errors";
import { secondsUntilReset } from "./rate-limit";

const SERVICE_MESSAGE_LENGTH_MAX = 1000;

/** The message of an error response of either interface; undefined for any other. */
export function messageIn(response: Pick<ServiceResponse, "text">): string | undefined {
	const json = jsonIn(response);
	const management = managementErrorBody.safeParse(json);
	if (management.success) return management.data.message.slice(0, SERVICE_MESSAGE_LENGTH_MAX);
	const authentication = authenticationErrorBody.safeParse(json);
	if (!authentication.success) return undefined;
	const { error, error_description } = authentication.data;
	return (error_description ?? error).slice(0, SERVICE_MESSAGE_LENGTH_MAX);
}

const KINDS: Readonly<Record<number, ManagementErrorKind>> = {
	...{ 400: "rejected", 413: "rejected", 414: "rejected", 415: "rejected", 422: "rejected", 431: "rejected" },
	...{ 401: "credentials", 403: "forbidden", 404: "not-found", 409: "conflict", 429: "rate-limited" },
	...{ 300: "redirected", 301: "redirected", 302: "redirected", 303: "redirected" },
	...{ 305: "redirected", 307: "redirected", 308: "redirected" },
};

/**
 * The error of a response that is not a success. Only 4xx means that a write was not carried out: redirects and 5xx may
 * follow a completed write.
 * @param granted the scopes of the access token; null where they are not known
 */
export function errorOf(
	response: ServiceResponse,
	name: OperationName,
	granted: readonly string[] | null,
): ManagementError {
	const { status } = response;
	const isWrite = operations[name].method !== "GET";
	const serviceMessage = messageIn(response);
	const errorCode = managementErrorBody.safeParse(jsonIn(response)).data?.errorCode;
	const isScope = status === 403 && errorCode === "insufficient_scope";
	const scopes = isScope ? missingScopes(serviceMessage, name, granted) : null;
	const kind = scopes === null ? (KINDS[status] ?? (status >= 500 ? "unavailable" : "not-understood")) : "scope";
	return new ManagementError(kind, {
		status,
		serviceMessage,
		errorCode,
		outcomeUnknown: isWrite && !(status >= 400 && status < 500),
		...(scopes !== null && { scopes }),
		...(kind === "conflict" && { isNameTaken: isNameTaken(name, serviceMessage) }),
		...(kind === "rate-limited" && { retryAfterSeconds: secondsUntilReset(response.headers) }),
	});
}

/** The sentence of the one 403 that a scope would prevent; others have the same code, and many another one. */
const SCOPE_REFUSAL = /^Insufficient scope[,;] expected(?: (any|all) of)?: *(\S.*?)\.?$/;

/**
 * The scopes that a 403 is about, in words: those of the operation, because the message may name another one; those of the
 * message where the token has the operation's, so that the content of the request needs more. Null: none is missing.
 */
function missingScopes(message = "", name: OperationName, granted: readonly string[] | null): string | null {
	const [, quantity, named] = SCOPE_REFUSAL.exec(message) ?? [];
	if (named === undefined) return null;
	if (!granted || !isGranted(name, granted)) return scopesInWords(name);
	return named.split(/[,\s]+/).join(quantity === "all" ? " and " : " or ");
}

/** Whether a 409 is about the name that a write gives. A name stands in words of its own in each of these sentences. */
function isNameTaken(name: OperationName, message = ""): boolean {
	const entry = writeEntry(name);
	return !!(entry?.isCreate || entry?.namePart) && /\bname\b/i.test(message) && /already exists/i.test(message);
}
