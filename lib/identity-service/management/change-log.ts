import type { IdentityService } from "../context/identity-service";
import type { Caller, ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import type { Requester } from "../log/endings";

// Requests of the management interface in the log.

export function requesterOf(request: ServiceRequest, { clientId, name }: Caller): Requester {
	return { request, client: { clientId, name } };
}

/** Without what its path was sent with, and without its body. */
export function changeEntry(
	{ method, url, headers }: ServiceRequest,
	requester: Requester,
	type: "sapi" | "fapi",
	statusCode: number,
) {
	const id = headers.get("x-correlation-id") ?? "";
	const sent = { method, path: url.pathname, ...(CORRELATION_ID.test(id) && { correlation_id: id }) };
	return { ...requester, type, details: { request: sent, response: { statusCode } } };
}

/** By which the caller finds the entry of its request. */
const CORRELATION_ID = /^[\w.*~@+/:-]{1,64}$/;

/**
 * Logs what is refused to a known caller: not what is not there to read, nor what is refused for the number of requests or
 * for the token, whose caller is not known.
 */
export function logRefusals<Result>(
	method: string,
	step: (service: IdentityService, request: ServiceRequest) => Result | Promise<Result>,
) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Result> => {
		try {
			return await step(service, request);
		} catch (error) {
			const { caller } = request;
			if (error instanceof Refusal && caller && "clientId" in caller && isLogged(method, error.status)) {
				const entry = changeEntry(request, requesterOf(request, caller), "fapi", error.status);
				service.log.add({ ...entry, description: error.message });
			}
			throw error;
		}
	};
}

function isLogged(method: string, status: number): boolean {
	return status < 500 && ![401, 429].includes(status) && !(status === 404 && method === "GET");
}
