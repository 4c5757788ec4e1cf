import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";
import { html } from "./html";
import { answerPage } from "./page";

/** A request that leads nowhere: what a program is told, and where a person goes from there. */
export type Problem = {
	status: number;
	/** Code and sentence in the shape of RFC 6749 section 5.2. */
	error: string;
	description: string;
	/** What a person reads instead of `description`. */
	words?: string;
	headers?: Record<string, string>;
	back?: { href: string; label: string };
};

const titles: Record<number, string> = {
	400: "This request cannot be read",
	403: "This form was refused",
	404: "Page not found",
	405: "This address cannot be opened like that",
	413: "This form is too large",
	429: "Too many requests",
	503: "The service cannot answer now",
};

/**
 * Answers a browser with a page, everybody else in JSON.
 * @param inJson answers browsers in JSON too
 */
export function answerProblem(request: Request, problem: Problem, inJson = false): Response {
	const { status, error, description, words = description, headers = {} } = problem;
	if (inJson || !wantsPage(request)) {
		const answer = { error, error_description: description };
		return Response.json(answer, { status, headers: { "cache-control": "no-store", ...headers } });
	}
	const { href, label } = problem.back ?? { href: "/", label: "Back to the overview" };
	const body = html`<p>${words}</p>
<p><a href="${href}">${label}</a></p>`;
	return answerPage(request, { title: titles[status] ?? "Something went wrong", body }, { status, headers });
}

/** Browsers name the type when they open an address or send a form; programs take anything. */
function wantsPage(request: Request): boolean {
	return request.headers.get("accept")?.includes("text/html") ?? false;
}

export function notFound(words = "Nothing is at this address."): Problem {
	return { status: 404, error: "not_found", description: words };
}

/** @param allow the methods that the address takes, separated by commas */
export function methodNotAllowed(method: string, allow: string): Problem {
	return {
		status: 405,
		error: "invalid_request",
		description: `The method ${method} is not allowed here. Allowed: ${allow}.`,
		words: "Only a form or a program can send something here. Nothing was changed.",
	};
}

export function tooManyRequests(): Problem {
	return {
		status: 429,
		error: "too_many_requests",
		description: TOO_MANY_REQUESTS_MESSAGE,
		words: "Too many came from your network address. Wait a moment, then try again.",
	};
}
