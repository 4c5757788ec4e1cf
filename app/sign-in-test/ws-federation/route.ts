import { keepSubmittedResponse } from "../keep-submitted-response";

/** Receives the response to a test of a WS-Federation sign-in. */
export function POST(request: Request): Promise<Response> {
	return keepSubmittedResponse(request, "wsfed", { response: "wresult", state: "wctx" });
}
