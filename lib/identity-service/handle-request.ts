import { failureAnswer, logFailure } from "./authentication/endpoint/failures";
import { type Endpoint, endpointAt } from "./endpoints";
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
	const response = await answer(service, request, pathname);
	if (request.method !== "HEAD") return response;
	const { status, headers } = response;
	return new Response(null, { status, headers });
}

async function answer(service: IdentityService, request: Request, pathname: string): Promise<Response> {
	if (isManagementPath(pathname) && !pathname.startsWith(OPENAPI_PATH))
		return handleManagementRequest(service, request);
	const { endpoint, name, uid } = endpointAt(pathname);
	try {
		return await answerByMethod(endpoint, service, request, uid);
	} catch (error) {
		logFailure(name, error);
		const { status, error: code, description } = failureAnswer(error);
		return answerProblem(request, { status, error: code, description }, endpoint.answersInJson);
	}
}

async function answerByMethod(endpoint: Endpoint, service: IdentityService, request: Request, uid: string) {
	const { methods, handle, answersInJson } = endpoint;
	if (methods === "any" || methods.includes(request.method)) return handle(service, request, uid);
	// HEAD is GET; the answer loses its body in the end.
	if (request.method === "HEAD" && methods.includes("GET")) {
		return handle(service, new Request(request, { method: "GET" }), uid);
	}
	const allowed = new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
	const headers = { allow: [...allowed].sort().join(", ") };
	if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
	return answerProblem(request, { ...methodNotAllowed(request.method, headers.allow), headers }, answersInJson);
}
