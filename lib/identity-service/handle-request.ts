import { failureAnswer, logFailure } from "./authentication/endpoint/failures";
import { toSignIn } from "./authentication/login/login-forms";
import { type EndpointAt, endpointAt } from "./endpoints";
import { handleManagementRequest } from "./http/handle-management-request";
import type { IdentityService } from "./identity-service";
import { answerProblem, methodNotAllowed } from "./pages/problem";

/** The management interface; its description is for anyone. */
const OPERATIONS_PATH = /^\/api\/v2(?!\/openapi\.json\/?$)(\/|$)/;

/**
 * Answers a request for the service: both interfaces and the pages, 404 where nothing is. Never throws. HEAD is answered
 * as GET; the server leaves the body out.
 */
export async function handleServiceRequest(service: IdentityService, request: Request): Promise<Response> {
	const { pathname } = new URL(request.url);
	if (OPERATIONS_PATH.test(pathname)) return handleManagementRequest(service, request);
	const found = endpointAt(pathname);
	try {
		return await answerByMethod(service, request, found);
	} catch (error) {
		logFailure(found.name, error);
		const problem = failureAnswer(error);
		const back = found.uid ? { back: toSignIn(found.uid) } : {};
		return answerProblem(request, { ...problem, ...back }, found.endpoint.answersInJson);
	}
}

async function answerByMethod(service: IdentityService, request: Request, { endpoint, uid, subject }: EndpointAt) {
	const { methods, handle, answersInJson } = endpoint;
	const { method } = request;
	if (methods === "any" || methods.includes(method)) return handle(service, request, subject);
	if (method === "HEAD" && methods.includes("GET"))
		return handle(service, new Request(request, { method: "GET" }), subject);
	const allowed = new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
	const allow = [...allowed].sort().join(", ");
	if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
	const problem = methodNotAllowed(method, allow);
	return answerProblem(request, uid ? { ...problem, back: toSignIn(uid) } : problem, answersInJson);
}
