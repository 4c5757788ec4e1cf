import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import { respond } from "../../http/respond";
import type { IdentityService } from "../../identity-service";
import { answerProblem, tooManyRequests } from "../../pages/problem";
import { readParameters, UnreadableBody } from "../endpoint/request-parameters";
import type { ErrorAnswer } from "../endpoint/token-errors";
import { PASSWORD_RETRY_SECONDS } from "../login/password-check";

export type Call = { service: IdentityService; form: URLSearchParams; address: string };
/** A status with a JSON body, or an answer as it is. */
export type CallAnswer = { status: number; body: object; headers?: Record<string, string> } | Response;

/**
 * Answers a call that programs make about accounts: it is counted by endpoint and address, and its body, JSON or a form,
 * is read. Every answer carries the rate's headers, and none may be stored.
 */
export async function answerCall(
	service: IdentityService,
	request: Request,
	run: (call: Call) => Promise<CallAnswer>,
): Promise<Response> {
	const endpoint = new URL(request.url).pathname.replace(/^\/|\/$/g, "");
	const address = remoteAddress(request);
	const rate = await countRequest(service, `authentication:${endpoint}:${address}`);
	const headers = rateHeaders(rate);
	if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers }, true);
	const form = await readParameters(request, { asJson: ["user_metadata"] }).catch((error: unknown) => {
		if (error instanceof UnreadableBody) return error;
		throw error;
	});
	if (form instanceof UnreadableBody) {
		return answerProblem(
			request,
			{ status: form.status, error: "invalid_request", description: form.message, headers },
			true,
		);
	}
	const answer = await run({ service, form, address });
	if (!(answer instanceof Response)) return respond(answer.status, answer.body, rate, answer.headers);
	for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
	return answer;
}

/** In the shape of RFC 6749 section 5.2. */
export function refused({ status, error, description }: ErrorAnswer, headers: Record<string, string> = {}): CallAnswer {
	return { status, body: { error, error_description: description }, headers };
}

/** To a call that was not looked at because of those before it. */
export function refusedForNow(why: "blocked" | "busy"): CallAnswer {
	if (why === "busy") {
		const description = `Too many passwords are being checked at the moment. Try again in ${PASSWORD_RETRY_SECONDS} seconds.`;
		const headers = { "retry-after": String(PASSWORD_RETRY_SECONDS) };
		return refused({ status: 429, error: "too_many_requests", description }, headers);
	}
	const description = "Too many messages were asked for with this address. Try again in 15 minutes.";
	return refused({ status: 429, error: "too_many_attempts", description });
}
