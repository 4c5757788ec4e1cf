import { keepSubmittedResponse } from "../keep-submitted-response";

/** Where the answer to a test of a SAML sign-in is posted to. */
export function POST(request: Request): Promise<Response> {
	return keepSubmittedResponse(request, "samlp", { answer: "SAMLResponse", state: "RelayState" });
}
