import { failureAnswer, logFailure } from "./authentication/endpoint/failures";
import { toSignIn } from "./authentication/login/login-forms";
import { type EndpointAt, endpointAt } from "./endpoints";
import { handleManagementRequest } from "./http/handle-management-request";
import type { IdentityService } from "./identity-service";
import { OPENAPI_PATH } from "./management/openapi";
import { answerProblem, methodNotAllowed } from "./pages/problem";
import { isManagementPath, isServicePath } from "./service-paths";

/**
 * Answers every request to a path of the service: both interfaces and the pages. Never throws.
 * @returns null for a path that is not the service's (`isServicePath`)
 */
export async function handleServiceRequest(service: IdentityService, request: Request): Promise<Response | null> {
	const { pathname } = new URL(request.url);
	if (!isServicePath(pathname)) return null;
	const isOperation = isManagementPath(pathname) && !pathname.startsWith(OPENAPI_PATH);
	const response = isOperation
		? await handleManagementRequest(service, request)
		: await answerSafely(service, request, endpointAt(pathname));
	if (request.method !== "HEAD") return response;
	const { status, headers } = response;
	return new Response(null, { status, headers });
}

async function answerSafely(service: IdentityService, request: Request, found: EndpointAt): Promise<Response> {
	try {
		return await answerByMethod(service, request, found);
	} catch (error) {
		logFailure(found.name, error);
		return answerProblem(request, failureAnswer(error), found.endpoint.answersInJson);
	}
}

async function answerByMethod(service: IdentityService, request: Request, { endpoint, uid }: EndpointAt) {
	const { methods, handle, answersInJson } = endpoint;
	const { method } = request;
	if (methods === "any" || methods.includes(method)) return handle(service, request, uid);
	// HEAD is GET; the answer loses its body in the end.
	if (method === "HEAD" && methods.includes("GET"))
		return handle(service, new Request(request, { method: "GET" }), uid);
	const allowed = new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
	const allow = [...allowed].sort().join(", ");
	if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
	const problem = methodNotAllowed(method, allow);
	return answerProblem(request, uid ? { ...problem, back: toSignIn(uid) } : problem, answersInJson);
}
