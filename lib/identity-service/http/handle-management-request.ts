import { databaseErrorCode } from "@/lib/database/error-codes";
import type { IdentityService } from "../identity-service";
import { managementOperations } from "../management/operations";
import { readBody } from "./body/read-body";
import { type Caller, identifyCaller } from "./caller/identify-caller";
import { decodePath, decodeQuery, findRoute } from "./find-route";
import type { ManagementOperation } from "./operation";
import { countRequest } from "./rate/count-request";
import type { RateState } from "./rate/rate-limiter";
import { remoteAddress } from "./rate/remote-address";
import { insufficientScope, Refusal, routeNotFound, tooManyRequests, unauthorized } from "./refusal";
import { respond } from "./respond";
import { internalRefusal } from "./store-failure";

/**
 * Answers a request to the management interface. The order of the steps stands here and nowhere else: token → rate
 * limit → route → global client → scope → path, query and body → the operation. Never throws.
 * @param request its path is `{base_url}`'s path and what follows
 */
export async function handleManagementRequest(service: IdentityService, request: Request): Promise<Response> {
	const url = new URL(request.url);
	const address = remoteAddress(request);
	const path = url.pathname.slice(new URL(service.config.baseUrl).pathname.length);
	const route = findRoute(managementOperations, request.method, path);
	let rate: RateState | null = null;
	try {
		const caller = await identifyCaller(service, request);
		// A verified client has its own bucket; everybody else shares their address's.
		const bucket = "refusal" in caller ? `address:${address}` : `client:${caller.clientId}`;
		rate = await countRequest(service, bucket);
		if (rate && !rate.allowed) throw tooManyRequests();
		if (!route) throw routeNotFound();
		if ("refusal" in caller) throw caller.refusal;
		requirePermission(route.operation, caller);
		const result = await route.operation.run(service, {
			path: decodePath(route.parameters),
			query: decodeQuery(url.search),
			body: () => readBody(request, route.operation.form),
			caller,
		});
		return respond(route.operation.status, result, rate);
	} catch (error) {
		rate ??= await countRequest(service, `address:${address}`);
		if (!(error instanceof Refusal)) logFailure(route?.operation.name ?? "unknown operation", error);
		const refusal = error instanceof Refusal ? error : internalRefusal(error);
		return respond(refusal.status, refusal.body, rate, refusal.details.headers);
	}
}

function requirePermission(operation: ManagementOperation, caller: Caller): void {
	if (operation.globalClientsOnly && !caller.global) throw unauthorized("Client is not global.");
	if (!operation.scopes.some((scope) => caller.scopes.includes(scope))) {
		throw insufficientScope(operation.scopesNamedInRefusal);
	}
}

/** One line with the kind of the error and where it arose. Its message may quote what the caller sent: left out. */
function logFailure(operationName: string, error: unknown): void {
	const kind = error instanceof Error ? error.name : typeof error;
	const place =
		error instanceof Error
			? error.stack
					?.split("\n")
					.find((line) => /^\s+at /.test(line))
					?.trim()
			: "";
	const code = databaseErrorCode(error);
	process.stderr.write(`identity-service: ${operationName} failed: ${kind} ${code ?? ""} ${place ?? ""}\n`);
}
