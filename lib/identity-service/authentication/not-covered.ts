import { currentService } from "../current";
import { remoteAddress } from "../http/remote-address";
import { respond } from "../http/respond";

/**
 * SAML, WS-Federation and the legacy delegation: parts of the authentication interface that this service does not have.
 * Counted and answered like its other endpoints.
 */
export function answerNotCovered(request: Request): Response {
	const service = currentService();
	const rate = service?.rateLimiter?.take(`authentication:none:${remoteAddress(request, service.config)}`) ?? null;
	const description = "SAML, WS-Federation and delegation are not covered by this service.";
	return respond(404, { error: "not_found", error_description: description }, rate);
}
