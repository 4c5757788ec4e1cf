import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { respond } from "../http/respond";
import { deadLinkPage } from "../login/account-pages";
import { formRefusal, type LoginProblem, readRetry, retryCookie } from "../login/login-retry";
import { answerPage, type Page } from "../pages/page";
import { ticketLink } from "./ticket";

/** Null where the link leads to nothing any more. */
type ShownPage = Page | null;
type Show = (
	service: IdentityService,
	request: ServiceRequest,
	ticket: string,
	problem: LoginProblem | null,
) => Promise<ShownPage>;

type LinkForm = {
	/** Of the page. */
	path: string;
	show: Show;
	/** @returns a page, or where the browser goes on @throws Refusal with the code of a problem: the form is shown again */
	run: (
		service: IdentityService,
		request: ServiceRequest,
		ticket: string,
		form: URLSearchParams,
	) => Promise<ShownPage | { returnTo: string; cookie: string }>;
};

/** Answers with the page of a link. Opening it changes nothing. */
export function linkPage(show: Show) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
		const { problem } = readRetry(service.config.issuer, request.headers.get("cookie"));
		return answerShown(request, await show(service, request, request.url.searchParams.get("ticket") ?? "", problem));
	};
}

/** Answers the form on the page of a link. */
export function linkForm({ path, show, run }: LinkForm) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
		const { form } = request;
		if (!form) throw new Error("The form was not read.");
		const ticket = form.get("ticket") ?? "";
		try {
			const result = await run(service, request, ticket, form);
			if (!result || !("returnTo" in result)) return answerShown(request, result);
			return respond(303, undefined, { Location: result.returnTo, "Set-Cookie": result.cookie });
		} catch (error) {
			const { problem, headers } = formRefusal(error);
			if (headers) return answerShown(request, await show(service, request, ticket, problem), headers, 429);
			const cookie = retryCookie(service.config.issuer, path, { problem, email: "", codeSent: false });
			return respond(303, undefined, { Location: ticketLink(service, path, ticket), "Set-Cookie": cookie });
		}
	};
}

function answerShown(
	request: ServiceRequest,
	page: ShownPage,
	headers: Record<string, string> = {},
	status = 200,
): Response {
	return page
		? answerPage(request, page, { status, headers })
		: answerPage(request, deadLinkPage, { status: 404, headers });
}
