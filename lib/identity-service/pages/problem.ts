import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";
import { html } from "./html";
import { answerPage } from "./page";

/** A request that leads nowhere: what a program is told, and where a person goes from there. */
export type Problem = {
	status: number;
	/** Code and sentence in the shape of RFC 6749 section 5.2. */
	error: string;
	description: string;
	/** What a person reads of this one; else what its status says. */
	words?: string;
	/** What stands above that; else what its status says. */
	title?: string;
	headers?: Record<string, string>;
	back?: { href: string; label: string };
};

/** What a person reads; the description where there are no words. */
type Words = { title: string; words?: string };
const pages: Record<number, Words> = {
	400: { title: "This request cannot be read" },
	403: { title: "This form was refused" },
	404: { title: "Page not found" },
	405: {
		title: "This page cannot be opened directly",
		words: "Its address only takes what a form or a program sends to it. Nothing was changed.",
	},
	413: { title: "This form is too large", words: "It holds more than the service takes. Nothing was changed." },
	429: {
		title: "Too many requests",
		words: "Too many came from your network address. Wait a moment, then try again.",
	},
	503: { title: "The service cannot answer now", words: "It cannot use its store. Try again in a moment." },
};
const unexpected: Words = {
	title: "Something went wrong",
	words: "The service could not answer. Try again in a moment.",
};

/**
 * Answers a browser with a page, everybody else in JSON.
 * @param inJson answers browsers in JSON too
 */
export function answerProblem(request: Request, problem: Problem, inJson = false): Response {
	const { status, error, description, headers = {} } = problem;
	if (inJson || !wantsPage(request)) {
		const answer = { error, error_description: description };
		return Response.json(answer, { status, headers: { "cache-control": "no-store", ...headers } });
	}
	const { href, label } = problem.back ?? { href: "/", label: "Back to the overview" };
	const page = pages[status] ?? unexpected;
	const title = problem.title ?? page.title;
	const words = problem.words ?? page.words ?? description;
	const body = html`<p>${words}</p>
<p><a href="${href}">${label}</a></p>`;
	return answerPage(request, { title, body }, { status, headers });
}

/** Browsers name the type when they open an address or send a form; programs take anything. */
function wantsPage(request: Request): boolean {
	return request.headers.get("accept")?.includes("text/html") ?? false;
}

export function notFound(description = "Nothing is at this address."): Problem {
	return { status: 404, error: "not_found", description };
}

/** @param allow the methods that the address takes, separated by commas */
export function methodNotAllowed(method: string, allow: string): Problem {
	const description = `The method ${method} is not allowed here. Allowed: ${allow}.`;
	return { status: 405, error: "invalid_request", description, headers: { allow } };
}

export function tooManyRequests(): Problem {
	return { status: 429, error: "too_many_requests", description: TOO_MANY_REQUESTS_MESSAGE };
}
