import type { ReceivedRequest } from "@/lib/process/started-app";
import { allowScripts } from "./clients/across-origins";
import type { IdentityService } from "./context/identity-service";
import { ServiceRequest } from "./context/service-request";
import { type Endpoint, endpointAt } from "./endpoints";
import { failureRefusal, logFailure, logRefusal, managementFailure } from "./http/failure";
import { countRequest, rateHeaders } from "./http/rate-limiter";
import { managementBody, Refusal, tooManyRequests } from "./http/refusal";
import { respond } from "./http/respond";
import { toSignIn } from "./login/login-address";
import { oauthError, refusalPage } from "./pages/refusal-page";
import { addReplaced, replaceOldCookies } from "./sessions/old-cookie-names";

/**
 * Handles a request for the service; 404 without an endpoint. Never throws. The order of the steps is defined here alone:
 * endpoint → identify → count → 429 → read → authenticate → run → errors → headers. HEAD is handled as GET; the server
 * drops the body.
 */
export async function handleServiceRequest(service: IdentityService, sent: ReceivedRequest): Promise<Response> {
	const request = new ServiceRequest(sent, service.secrets);
	const endpoint = endpointAt(request);
	// Scripts of other origins send cookies along with every call; none is read or set there.
	if (endpoint.scripts) request.headers.delete("cookie");
	let replacedCookies: string[] = [];
	let response: Response;
	try {
		await endpoint.identify(service, request);
		if (endpoint.limit !== null) await count(service, request, endpoint.limit);
		await service.keys.ready();
		if (endpoint.errors === "page") replacedCookies = await replaceOldCookies(service, request);
		await endpoint.read(service, request);
		await endpoint.authenticate(service, request);
		response = await endpoint.handle(service, request);
	} catch (error) {
		response = writeRefusal[endpoint.errors](request, refusalOf(service, request, endpoint, error));
	}
	addReplaced(response, replacedCookies);
	if (endpoint.scripts) await allowScripts(service, request, response);
	return withHeaders(response, request);
}

/** Counts a request by its client where that is identified, else by endpoint and address. @throws Refusal 429 */
async function count(service: IdentityService, request: ServiceRequest, limit: string): Promise<void> {
	const { caller, address } = request;
	const bucket = caller && "clientId" in caller ? `client:${caller.clientId}` : `${limit}:${address}`;
	request.rate = await countRequest(service.rateLimiter, bucket);
	if (request.rate && !request.rate.allowed) throw tooManyRequests();
}

/** Of single logout, by the names of their limits. */
const SIGN_OUTS: readonly Endpoint["limit"][] = ["logout", "samlp-logout"];

function refusalOf(service: IdentityService, request: ServiceRequest, endpoint: Endpoint, error: unknown): Refusal {
	if (!(error instanceof Refusal)) {
		logFailure(endpoint.name, error);
		return endpoint.errors === "management" ? managementFailure(error) : failureRefusal(error);
	}
	if (error.details.isMessage) logRefusal(String(endpoint.limit), error);
	if (error.details.isMessage && SIGN_OUTS.includes(endpoint.limit)) {
		service.log.add({ request, type: "flo", description: error.message });
	}
	return error;
}

/** One way to write a refusal for each format. */
const writeRefusal: Record<Endpoint["errors"], (request: ServiceRequest, refusal: Refusal) => Response> = {
	management: (_, refusal) => respond(refusal.status, managementBody(refusal), refusal.details.headers),
	oauth: (_, refusal) => oauthError(refusal),
	page(request, refusal) {
		const { uid } = request.parameters;
		const linksBack = uid !== undefined && !refusal.details.isMessage && !refusal.details.page?.back;
		return refusalPage(request, linksBack ? refusal.withPage({ back: toSignIn(uid) }) : refusal);
	},
};

/** Adds the caller's allowance, and forbids caches to store the response where it has no policy of its own. */
function withHeaders(response: Response, { rate }: ServiceRequest): Response {
	if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
	for (const [name, value] of Object.entries(rateHeaders(rate))) response.headers.set(name, value);
	return response;
}
