import { type OperationName, operations } from "@/lib/contract/operations";
import type { IdentityService } from "../context/identity-service";
import type { Caller, ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import type { Requester } from "../log/endings";

// Requests of the management interface in the log.

export function requesterOf(request: ServiceRequest, { clientId, name }: Caller): Requester {
	const id = request.headers.get("x-correlation-id") ?? "";
	return { request, client: { clientId, name }, correlationId: CORRELATION_ID.test(id) ? id : undefined };
}

type Outcome = {
	type: "sapi" | "fapi";
	statusCode: number;
	/** Whether there is what the path names. */
	isFound: boolean;
};

/** Without the query and the body. */
export function changeEntry(
	{ config }: Pick<IdentityService, "config">,
	name: OperationName,
	request: ServiceRequest,
	requester: Requester,
	{ type, statusCode, isFound }: Outcome,
) {
	const { method, path } = operations[name];
	const { pathname } = new URL(config.baseUrl);
	// A caller may have sent a secret in place of an ID, such as a token's value.
	const named = path.replace(/\{(\w+)\}/g, (parameter, key) => {
		const sent = request.parameters[key] ?? "";
		return isFound || ID.test(decoded(sent)) ? sent : parameter;
	});
	const { correlationId } = requester;
	const sent = { method, path: `${pathname}${named}`, ...(correlationId && { correlation_id: correlationId }) };
	return { ...requester, type, details: { request: sent, response: { statusCode } } };
}

const USER_ID = /^[a-z][\w-]{0,99}\|.{1,300}$/s;
/** Those of users, of applications, and of connections, grants, refresh tokens and templates. */
const ID = new RegExp(`${USER_ID.source}|^[A-Za-z0-9]{32}$|^(con|cgr|dcr|vct)_[A-Za-z0-9]{16}$`, "s");

/** By which the caller finds the entry of its request. */
const CORRELATION_ID = /^[\w.*~@+/:-]{1,64}$/;

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return "";
	}
}

/**
 * Logs what is refused to a known caller: not what is not there to read, nor what is refused for the number of requests or
 * for the token, whose caller is not known.
 */
export function logRefusals<Result>(
	name: OperationName,
	step: (service: IdentityService, request: ServiceRequest) => Result | Promise<Result>,
) {
	const { method } = operations[name];
	return async (service: IdentityService, request: ServiceRequest): Promise<Result> => {
		try {
			return await step(service, request);
		} catch (error) {
			const { caller } = request;
			if (error instanceof Refusal && caller && "clientId" in caller && isLogged(method, error.status)) {
				const outcome = { type: "fapi", statusCode: error.status, isFound: false } as const;
				const entry = changeEntry(service, name, request, requesterOf(request, caller), outcome);
				const userId = decoded(request.parameters.user_id ?? "");
				service.log.add({
					...entry,
					...(USER_ID.test(userId) && { userId }),
					description: error.details.inLog ?? (error.status === 400 ? INVALID : error.message),
				});
			}
			throw error;
		}
	};
}

/** Of other messages about what was sent, some of which quote it. */
const INVALID = "The request is invalid.";

function isLogged(method: string, status: number): boolean {
	return status < 500 && ![401, 429].includes(status) && !(status === 404 && method === "GET");
}
