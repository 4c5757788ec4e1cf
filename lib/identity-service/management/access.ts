import type { IdentityService } from "../context/identity-service";
import type { Caller, ServiceRequest } from "../context/service-request";
import { readBody } from "../http/read-body";
import { Refusal } from "../http/refusal";
import { respond } from "../http/respond";
import { decodePath, decodeQuery } from "./find-route";
import { identifyCaller, unauthorized } from "./identify-caller";
import type { ManagementOperation } from "./operation";

/** A verified client has its own bucket; all others share their address's. Notes who that is, or why it is not known. */
export async function clientBucket(service: IdentityService, request: ServiceRequest): Promise<string> {
	request.caller = await identifyCaller(service, request).catch((refusal: unknown) => ({ refusal }));
	return "refusal" in request.caller ? `address:${request.address}` : `client:${request.caller.clientId}`;
}

/** Token → global client → scope. */
export function requireAccess({ globalClientsOnly, scopes, scopesNamedInRefusal }: ManagementOperation) {
	return (_: IdentityService, request: ServiceRequest): void => {
		const caller = callerOf(request);
		if (globalClientsOnly && !caller.global) throw unauthorized("Client is not global.");
		if (!scopes.some((scope) => caller.scopes.includes(scope))) throw insufficientScope(scopesNamedInRefusal);
	};
}

/** Path, query and body → the operation. */
export function runOperation(operation: ManagementOperation) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
		const result = await operation.run(service, {
			path: decodePath(request.parameters),
			query: decodeQuery(request.url.search),
			body: () => readBody(request, operation.form),
			caller: callerOf(request),
		});
		return respond(operation.status, result);
	};
}

function callerOf({ caller }: ServiceRequest): Caller {
	if (caller === null) throw new Error("Nobody was asked for.");
	if ("refusal" in caller) throw caller.refusal;
	return caller;
}

export function insufficientScope(expected: readonly string[]): Refusal {
	return new Refusal(403, "insufficient_scope", `Insufficient scope, expected any of: ${expected.join(",")}`);
}
