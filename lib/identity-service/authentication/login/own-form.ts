import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import type { RateState } from "../../http/rate/rate-limiter";
import { remoteAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import { answerProblem, type Problem, tooManyRequests } from "../../pages/problem";
import { readParameters, UnreadableBody } from "../endpoint/request-parameters";

/**
 * Reads a form of the service's own pages. Anyone can call what answers one: its origin is looked at, and it is counted.
 * @param counted what it is counted as, by address; `back` leads from a refusal to the page
 */
export async function readOwnForm(
	service: IdentityService,
	request: Request,
	counted: string,
	back: Pick<Problem, "back">,
): Promise<{ refusal: Response } | { form: URLSearchParams; rate: RateState | null }> {
	const refuse = (problem: Problem) => ({ refusal: answerProblem(request, { ...problem, ...back }) });
	if (request.headers.get("origin") !== new URL(service.config.issuer).origin) {
		const description = "The form did not come from this service's own pages. Nothing was changed.";
		return refuse({ status: 403, error: "access_denied", description });
	}
	const rate = await countRequest(service, `authentication:${counted}:${remoteAddress(request)}`);
	if (rate && !rate.allowed) return refuse({ ...tooManyRequests(), headers: rateHeaders(rate) });
	try {
		return { form: await readParameters(request), rate };
	} catch (error) {
		if (!(error instanceof UnreadableBody)) throw error;
		return refuse({ status: error.status, error: "invalid_request", description: error.message });
	}
}
