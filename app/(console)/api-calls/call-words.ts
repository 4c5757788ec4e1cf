import type { Clock } from "@/components/ui/time-text";

/**
 * The rate limit of a response in words: "98 of 100 left, full again at 14:03:05, wait 3 s".
 * @param headers of the response, their names in lower case; values that aren't numbers are ignored
 * @returns null without such headers
 */
export function rateLimitWords(headers: Record<string, string>, { timeZone }: Clock): string | null {
	const [limit, remaining, reset, wait] = RATE_HEADERS.map((name) => countOf(headers[name]));
	const time = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" });
	const texts = [
		remaining && `${limit ? `${remaining} of ${limit}` : remaining} left`,
		reset && `full again at ${time.format(Number(reset) * 1000)}`,
		wait && `wait ${wait} s`,
	];
	return texts.filter(Boolean).join(", ") || null;
}

const RATE_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"];

/** The last second that a `Date` can represent. */
const SECONDS_MAX = 8_640_000_000_000;

function countOf(text = ""): string | null {
	return /^\d{1,13}$/.test(text) && Number(text) <= SECONDS_MAX ? text : null;
}

/** "GET /users/auth0|1": method and path of a request, without the query. */
export function callName({ method, url }: { method: string; url: string }): string {
	return `${method} ${pathWords(url).path}`;
}

/** The decoded path under the interface's `/api/v2`, and the decoded query (empty: none). */
export function pathWords(url: string): { path: string; query: string } {
	const { pathname, search } = new URL(url);
	const segments = pathname.replace(/^\/api\/v2(?=\/)/, "").split("/");
	return { path: segments.map(decoded).join("/"), query: decoded(search.replaceAll("+", " ")) };
}

/** An encoded slash, or a text that can't be decoded, stays as it was sent. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replace(/%2f/gi, "%252F"));
	} catch {
		return text;
	}
}

const PATH_LENGTH_MAX = 30;

/** Shortens a path that is too long for a list to its end: "…/templates/vct_1234567890123456". */
export function shortPath(path: string): string {
	const segments = path.split("/");
	if (path.length <= PATH_LENGTH_MAX || segments.length <= 3) return path;
	return `…/${segments.slice(-2).join("/")}`;
}
