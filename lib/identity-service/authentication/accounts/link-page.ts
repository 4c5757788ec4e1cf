import { countRequest } from "../../http/rate/count-request";
import { rateHeaders } from "../../http/rate/rate-headers";
import { remoteAddress } from "../../http/rate/remote-address";
import { respond } from "../../http/respond";
import type { IdentityService } from "../../identity-service";
import { deadLinkPage } from "../../pages/account-pages";
import { answerPage, type Page } from "../../pages/page";
import { answerProblem, tooManyRequests } from "../../pages/problem";
import { type LoginRetry, readRetry, retryCookie } from "../login/login-retry";
import { readOwnForm } from "../login/own-form";
import { PASSWORD_RETRY_SECONDS } from "../login/password-check";
import { ticketLink } from "./ticket";

type Problem = LoginRetry["problem"];
/** Null where the link leads to nothing any more. */
type ShownPage = Page | null;
/** A page, where the browser goes on, or why the form is shown again. */
export type LinkOutcome = { page: ShownPage } | { returnTo: string; cookie: string } | { problem: Problem };

/** Answers with the page of a link. Opening it changes nothing. */
export async function answerLinkPage(
	service: IdentityService,
	request: Request,
	show: (ticket: string, problem: Problem) => Promise<ShownPage>,
): Promise<Response> {
	const rate = await countRequest(service, `authentication:${countedAs(request)}:${remoteAddress(request)}`);
	const headers = rateHeaders(rate);
	if (rate && !rate.allowed) return answerProblem(request, { ...tooManyRequests(), headers });
	const { problem } = readRetry(service.config.issuer, request.headers.get("cookie"));
	const ticket = new URL(request.url).searchParams.get("ticket") ?? "";
	return answerShown(request, await show(ticket, problem), headers);
}

/**
 * Answers the form on the page of a link.
 * @param path of the page; `show` draws it again where too many others wait
 */
export async function answerLinkForm(
	service: IdentityService,
	request: Request,
	{
		path,
		show,
		run,
	}: {
		path: string;
		show: (ticket: string, problem: Problem) => Promise<ShownPage>;
		run: (ticket: string, form: URLSearchParams) => Promise<LinkOutcome>;
	},
): Promise<Response> {
	const { issuer } = service.config;
	const read = await readOwnForm(service, request, countedAs(request), {});
	if ("refusal" in read) return read.refusal;
	const { form, rate } = read;
	const ticket = form.get("ticket") ?? "";
	const outcome = await run(ticket, form);
	const headers = rateHeaders(rate);
	if ("page" in outcome) return answerShown(request, outcome.page, headers);
	if ("returnTo" in outcome) {
		return respond(303, undefined, rate, { Location: outcome.returnTo, "Set-Cookie": outcome.cookie });
	}
	const { problem } = outcome;
	if (problem === "busy-account") {
		const later = { ...headers, "retry-after": String(PASSWORD_RETRY_SECONDS) };
		return answerShown(request, await show(ticket, problem), later, 429);
	}
	const cookie = retryCookie(issuer, path, { problem, email: "", codeSent: false });
	return respond(303, undefined, rate, { Location: ticketLink(service, path, ticket), "Set-Cookie": cookie });
}

function answerShown(request: Request, page: ShownPage, headers: Record<string, string>, status = 200): Response {
	return page
		? answerPage(request, page, { status, headers })
		: answerPage(request, deadLinkPage, { status: 404, headers });
}

/** A page and its form have one address. */
function countedAs(request: Request): string {
	return new URL(request.url).pathname.replace(/^\/|\/$/g, "");
}
