import { lineMembers, linesOf, type MembersOptions, numberedLines } from "@/app/_editor/kinds/lists";
import {
	CALLBACK_PATTERN,
	CLIENT_URL_LENGTH_MAX,
	CLIENT_URLS_MAX,
	WEB_ORIGIN_PATTERN,
} from "@/lib/contract/client/client-limits";
import { textLength } from "@/lib/contract/limits";
import { someSentences } from "@/lib/dashboard/in-short";

type AddressList = "callbacks" | "logoutUrls" | "webOrigins";

/** The field of one of an application's lists of addresses. */
export function addresses(list: AddressList, stated: MembersOptions<string>) {
	return lineMembers({ ...stated, fault: (_, before = [], typed) => addressListFault(list, typed, before) });
}

export function callbacks(help = "Where sign-ins return to. One a line, no wildcards. Machine to machine needs none.") {
	return addresses("callbacks", { label: "Callback URLs", member: "callback URL", help, wire: "callbacks" });
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/?]|$)/i;

/** The first that applies to an address is the reason that is shown. */
const reasons: [meets: (text: string) => boolean, reason: string][] = [
	[(text) => textLength(text) > CLIENT_URL_LENGTH_MAX, `is longer than ${CLIENT_URL_LENGTH_MAX} characters`],
	[(text) => text.includes("*"), "has a wildcard: write each URL out"],
	[(text) => text.includes("#"), "has a fragment (what begins with #): leave it out"],
	[(text) => !/^[a-z][a-z0-9+.-]*:/i.test(text), "is not absolute: begin with https://"],
	[(text) => /^[a-z][a-z0-9+.-]*:\/\/[^/?]*@/i.test(text), "contains a user name or password: leave it out"],
	[
		(text) => /^http:/i.test(text) && !LOOPBACK.test(text),
		"is http, which works only on this machine (localhost, 127.0.0.1, [::1]): use https",
	],
];

const callbackReasons: typeof reasons = [
	[
		(text) => !/^https?:/i.test(text) && !/^[^:]*\./.test(text),
		"has a scheme without a period: use your domain in reverse, as in com.example.app:/callback",
	],
];

const originReasons: typeof reasons = [
	[(text) => !/^https?:/i.test(text), "is not a web URL: begin with https://"],
	[(text) => /^https?:\/\/[^/?]+[/?]/i.test(text), "is more than an origin: end after the host and its port"],
];

/** Why an address can't be registered, as the end of a sentence; null where it can. */
export function addressFault(list: AddressList, text: string): string | null {
	const isOrigin = list === "webOrigins";
	if (textLength(text) <= CLIENT_URL_LENGTH_MAX && (isOrigin ? WEB_ORIGIN_PATTERN : CALLBACK_PATTERN).test(text)) {
		return null;
	}
	const found = [...reasons, ...(isOrigin ? originReasons : callbackReasons)].find(([meets]) => meets(text));
	return found?.[1] ?? "is not a URL that the tenant accepts";
}

/**
 * The faults of the addresses in a text area, each with its line number; null where there are none.
 * @param stored addresses that are stored already: they are not checked again
 */
export function addressListFault(list: AddressList, text: string, stored: readonly string[]): string | null {
	const known = new Set(stored);
	const faults = numberedLines(text).flatMap(({ line, text: address }) => {
		const reason = known.has(address) ? null : addressFault(list, address);
		return reason ? [`Line ${line} ${reason}.`] : [];
	});
	const count = linesOf(text).length;
	if (count > CLIENT_URLS_MAX) faults.push(`${count} URLs; at most ${CLIENT_URLS_MAX} fit.`);
	return faults.length > 0 ? someSentences(faults).join(" ") : null;
}
