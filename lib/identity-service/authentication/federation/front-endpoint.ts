import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, notFound, tooManyRequests } from "../../pages/problem";

/** Why a message is not taken: a person reads it, and whoever runs the service finds it in the log. */
export class RefusedMessage extends Error {
	readonly status: 400 | 404 | 413;

	/** @param message one sentence that quotes nothing of what was sent */
	constructor(message: string, status: 400 | 404 | 413 = 400) {
		super(message);
		this.name = "RefusedMessage";
		this.status = status;
	}
}

/** @param name of the endpoint or the protocol */
export function logRefused(name: string, { message }: RefusedMessage): void {
	process.stderr.write(`identity-service: ${name} refused: ${message}\n`);
}

/**
 * Answers a request of SAML or WS-Federation that a browser carries, or one for what partners have to know: it is counted
 * by endpoint and address, and a refusal is a page and one line in the log.
 * @param name of the endpoint
 */
export async function answerFront(
	service: IdentityService,
	request: Request,
	name: string,
	run: () => Promise<Response>,
): Promise<Response> {
	const rate = await countRequest(service, `authentication:${name}:${remoteAddress(request, service.config)}`);
	const headers = rateHeaders(rate);
	if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers });
	const answer = await run().catch((error: unknown) => {
		if (!(error instanceof RefusedMessage)) throw error;
		logRefused(name, error);
		const { status, message } = error;
		return answerProblem(
			request,
			status === 404 ? notFound(message) : { status, error: "invalid_request", description: message, words: message },
		);
	});
	for (const [header, value] of Object.entries(headers)) answer.headers.set(header, value);
	return answer;
}
