import { type ErrorAnswer, missingParameter, unsupportedGrant } from "../endpoint/token-errors";
import { DELEGATION, JWT_BEARER_GRANT } from "../grants/grant-types";

/** An ID token for another client. All others are for services at which this one has no account. */
const OWN_API_TYPE = "app";

/** The token request behind a request at the delegation endpoint. */
export function delegationToTokenRequest(parameters: URLSearchParams): { form: URLSearchParams } | ErrorAnswer {
	const grantType = parameters.get("grant_type");
	if (!grantType) return missingParameter("grant_type");
	if (grantType !== JWT_BEARER_GRANT) return unsupportedGrant(grantType);
	const apiType = parameters.get("api_type") || OWN_API_TYPE;
	if (apiType !== OWN_API_TYPE) {
		const description = `The api_type "${apiType}" is not available on this service`;
		return { status: 400, error: "invalid_request", description };
	}
	const form = new URLSearchParams(parameters);
	form.set("grant_type", DELEGATION);
	return { form };
}
