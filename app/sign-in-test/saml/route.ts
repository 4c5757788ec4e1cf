import { keepSubmittedResponse } from "../keep-submitted-response";

/** The assertion consumer service for tests of a SAML sign-in. */
export function POST(request: Request): Promise<Response> {
	return keepSubmittedResponse(request, "samlp", { response: "SAMLResponse", state: "RelayState" });
}
