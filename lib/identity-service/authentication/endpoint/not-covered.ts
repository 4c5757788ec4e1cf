import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, notFound } from "../../pages/problem";

/**
 * SAML, WS-Federation and the legacy delegation: parts of the authentication interface that this service does not have.
 * Counted and answered like its other endpoints.
 */
export function answerNotCovered(service: IdentityService, request: Request): Promise<Response> {
	return answerNotFound(service, request, "SAML, WS-Federation and delegation are not covered by this service.");
}

/** A path below the service's own at which nothing is. */
export function answerUnknown(service: IdentityService, request: Request): Promise<Response> {
	return answerNotFound(service, request);
}

async function answerNotFound(service: IdentityService, request: Request, words?: string): Promise<Response> {
	const rate = await countRequest(service, `authentication:none:${remoteAddress(request, service.config)}`);
	return answerProblem(request, { ...notFound(words), headers: rateHeaders(rate) });
}
