import { isServicePath } from "../contract/service-paths.ts";
import { TARGET_LENGTH_MAX } from "./limits.ts";

/** A list, whose address holds what is searched for. */
const LIST = /^\/[a-z-]+$/;
/** A parameter with a text that is searched for: in lists, the activity and the API calls. */
const SEARCH = /^(q|person|subject|path)=/;
/** More than the longest search takes in any script, so that the page can say that it is too long. */
const SEARCH_LENGTH_MAX = 4_000;
const PARAMETERS_MAX = 10;

/**
 * The address of a list without the end of what is searched for, for an address that is too long: a browser is redirected
 * to it, and the page says on its field that the search is too long.
 * @returns undefined for any other address
 */
export function shortAddress(target: string): string | undefined {
	if (target.length <= TARGET_LENGTH_MAX) return undefined;
	const start = target.indexOf("?");
	const path = target.slice(0, start);
	if (start < 0 || !LIST.test(path) || isServicePath(path)) return undefined;
	const parameters = target.slice(start + 1).split("&", PARAMETERS_MAX);
	// A cut may leave a part of an encoded byte.
	const short = parameters.map((each) =>
		SEARCH.test(each) ? each.slice(0, SEARCH_LENGTH_MAX).replace(/%[\dA-Fa-f]?$/, "") : each,
	);
	const address = `${path}?${short.join("&")}`;
	return address.length <= TARGET_LENGTH_MAX ? address : undefined;
}
