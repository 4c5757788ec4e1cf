import { Refusal } from "./http/refusal";
import { respond } from "./http/respond";
import { answerProblem, notFound } from "./pages/problem";
import { isManagementPath, isServicePath } from "./service-paths";

/**
 * Answers the service's paths while it is off, because the dashboard works with a real tenant: 404, in the shapes of
 * the service.
 * @returns null for a path that is not the service's
 */
export function handleRequestWithoutService(request: Request): Response | null {
	const { pathname } = new URL(request.url);
	if (!isServicePath(pathname)) return null;
	if (isManagementPath(pathname)) return respond(404, new Refusal(404, "Not Found").body, null);
	return answerProblem(request, notFound());
}
