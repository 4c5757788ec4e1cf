import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, notFound, tooManyRequests } from "../../pages/problem";

/** What is at the callback of outside providers while every connection is off. */
export function answerNotCovered(service: IdentityService, request: Request): Promise<Response> {
	return answerNotFound(service, request, "Nobody signs in here through another identity provider.");
}

/**
 * A path below the service's own at which nothing is. A browser that opened it is shown a page with the way back;
 * whatever is sent there comes from a program.
 */
export function answerUnknown(service: IdentityService, request: Request): Promise<Response> {
	return answerNotFound(service, request, undefined, !["GET", "HEAD"].includes(request.method));
}

/** The same where only programs ask. */
export function answerUnknownInJson(service: IdentityService, request: Request): Promise<Response> {
	return answerNotFound(service, request, undefined, true);
}

async function answerNotFound(service: IdentityService, request: Request, words?: string, inJson = false) {
	const rate = await countRequest(service, `authentication:none:${remoteAddress(request)}`);
	const problem = rate && !rate.allowed ? tooManyRequests() : notFound(words);
	return answerProblem(request, { ...problem, headers: rateHeaders(rate) }, inJson);
}
