import { keepSubmittedResponse } from "../keep-submitted-response";

/** Where the answer to a test of a WS-Federation sign-in is posted to. */
export function POST(request: Request): Promise<Response> {
	return keepSubmittedResponse(request, "wsfed", { answer: "wresult", state: "wctx" });
}
