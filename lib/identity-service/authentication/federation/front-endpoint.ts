import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, notFound, type Problem, tooManyRequests } from "../../pages/problem";

/** Why a message is not taken: a person reads it, and whoever runs the service finds it in the log. */
export class RefusedMessage extends Error {
	readonly status: 400 | 404 | 413;
	readonly back: Problem["back"];

	/**
	 * @param message one sentence that quotes nothing of what was sent
	 * @param back where a person goes on; the overview where it isn't said
	 */
	constructor(message: string, status: 400 | 404 | 413 = 400, back?: Problem["back"]) {
		super(message);
		this.name = "RefusedMessage";
		this.status = status;
		this.back = back;
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
 * @param title of the page that says why what was sent is refused; what its status says where it isn't said
 */
export async function answerFront(
	service: IdentityService,
	request: Request,
	name: string,
	run: () => Promise<Response>,
	title?: string,
): Promise<Response> {
	const rate = await countRequest(service, `authentication:${name}:${remoteAddress(request)}`);
	const headers = rateHeaders(rate);
	if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers });
	const answer = await run().catch((error: unknown) => {
		if (!(error instanceof RefusedMessage)) throw error;
		logRefused(name, error);
		const { status, message, back } = error;
		if (status === 404) return answerProblem(request, notFound(message));
		const problem = { status, error: "invalid_request", description: message, words: message };
		return answerProblem(request, { ...problem, ...(title ? { title } : {}), ...(back ? { back } : {}) });
	});
	for (const [header, value] of Object.entries(headers)) answer.headers.set(header, value);
	return answer;
}
