import { DELEGATION, JWT_BEARER_GRANT } from "../clients/grant-types";
import { missingParameter, Refusal, unsupportedGrant } from "../http/refusal";

/** An ID token for another client. All others are for services at which this one has no account. */
const OWN_API_TYPE = "app";

/** The token request behind `POST /delegation`. */
export function delegationRequest(parameters: URLSearchParams): URLSearchParams {
	const grantType = parameters.get("grant_type");
	if (!grantType) throw missingParameter("grant_type");
	if (grantType !== JWT_BEARER_GRANT) throw unsupportedGrant(grantType);
	const apiType = parameters.get("api_type") || OWN_API_TYPE;
	if (apiType !== OWN_API_TYPE) {
		throw new Refusal(400, "invalid_request", `The api_type "${apiType}" is not available on this service`);
	}
	const form = new URLSearchParams(parameters);
	form.set("grant_type", DELEGATION);
	return form;
}
