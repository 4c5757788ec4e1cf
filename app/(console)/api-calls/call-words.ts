import type { Clock } from "@/components/ui/time-text";

/**
 * The rate limit of a response in words: "98 of 100 left, full again in 12 s (at 14:03:05), asked to wait 3 s".
 * @param headers of the response, their names in lower case; values that aren't numbers are ignored
 * @returns null without such headers
 */
export function rateLimitWords(headers: Record<string, string>, clock: Clock): string | null {
	const limit = countOf(headers["x-ratelimit-limit"]);
	const remaining = countOf(headers["x-ratelimit-remaining"]);
	const reset = countOf(headers["x-ratelimit-reset"]);
	const wait = countOf(headers["retry-after"]);
	const texts = [
		remaining === null ? null : limit === null ? `${remaining} left` : `${remaining} of ${limit} left`,
		reset === null ? null : resetWords(reset, clock),
		wait === null ? null : `asked to wait ${wait} s`,
	].filter((words) => words !== null);
	return texts.length > 0 ? texts.join(", ") : null;
}

/** The last second that a `Date` can represent. */
const SECONDS_MAX = 8_640_000_000_000;

function countOf(text: string | undefined): number | null {
	return text !== undefined && /^\d{1,13}$/.test(text) && Number(text) <= SECONDS_MAX ? Number(text) : null;
}

/** @param reset seconds since 1970 */
function resetWords(reset: number, { now, timeZone }: Clock): string {
	const seconds = Math.ceil(reset - now.getTime() / 1000);
	const at = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" }).format(reset * 1000);
	return seconds > 0 ? `full again in ${seconds} s (at ${at})` : `full again since ${at}`;
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
