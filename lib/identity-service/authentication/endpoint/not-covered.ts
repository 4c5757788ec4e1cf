import { currentService } from "../../current";
import { countRequest } from "../../http/rate/count-request";
import { remoteAddress } from "../../http/rate/remote-address";
import { respond } from "../../http/respond";

/**
 * SAML, WS-Federation and the legacy delegation: parts of the authentication interface that this service does not have.
 * Counted and answered like its other endpoints.
 */
export async function answerNotCovered(request: Request): Promise<Response> {
	const service = currentService();
	const rate =
		service && (await countRequest(service, `authentication:none:${remoteAddress(request, service.config)}`));
	const description = "SAML, WS-Federation and delegation are not covered by this service.";
	return respond(404, { error: "not_found", error_description: description }, rate);
}
