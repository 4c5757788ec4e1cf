import { keepSubmittedAnswer } from "../keep-submitted-response";

/** Where the answer to a test of a WS-Federation sign-in is posted to. */
export function POST(request: Request): Promise<Response> {
	return keepSubmittedAnswer(request, "wsfed", { answer: "wresult", state: "wctx" });
}
