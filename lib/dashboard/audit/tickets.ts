/** Numbers of tickets in a reason, and where one leads. */
export type TicketRule = {
	/** Texts in which `#` stands for 1 to 12 digits: `SUP-#`. */
	patterns: readonly string[];
	/** On https, with `{ticket}` once behind the host. */
	url: string;
};

/** A part of a reason: text, or the number of a ticket with the URL of its page. */
export type ReasonPart = { text: string; href?: string };

const PLACEHOLDER = "{ticket}";
const PATTERNS_MAX = 20;
const PATTERN_LENGTH_MAX = 40;

/**
 * A reason with its tickets as parts of their own, each a whole word.
 * @param rule null: nothing is a ticket
 */
export function reasonParts(reason: string, rule: TicketRule | null): ReasonPart[] {
	if (!rule) return [{ text: reason }];
	const parts: ReasonPart[] = [];
	let end = 0;
	for (const { 0: ticket, index } of reason.matchAll(expressionOf(rule.patterns))) {
		if (index > end) parts.push({ text: reason.slice(end, index) });
		end = index + ticket.length;
		parts.push({ text: ticket, href: rule.url.replace(PLACEHOLDER, () => encodeURIComponent(ticket)) });
	}
	if (end < reason.length) parts.push({ text: reason.slice(end) });
	return parts;
}

/** Its parts have bounded lengths, so that it takes linear time. */
function expressionOf(patterns: readonly string[]): RegExp {
	const texts = patterns.map((pattern) => pattern.replaceAll(".", "\\.").replaceAll("#", "\\d{1,12}"));
	return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${texts.join("|")})(?!-?[\\p{L}\\p{M}\\p{N}_])`, "gu");
}

/** What is wrong with the patterns of the setting; null: nothing. */
export function patternFault(patterns: readonly string[]): string | null {
	if (patterns.length === 0) return "has no text";
	if (patterns.length > PATTERNS_MAX) return `has more than ${PATTERNS_MAX} texts`;
	const wrong = patterns.findIndex(
		(pattern) =>
			pattern.length > PATTERN_LENGTH_MAX ||
			!/^[A-Za-z\d#]([\w./:#-]*[A-Za-z\d#])?$/.test(pattern) ||
			!/[A-Za-z]/.test(pattern) ||
			!pattern.includes("#") ||
			/#[\d#]|\d#/.test(pattern),
	);
	if (wrong === -1) return null;
	return `has a text that can't be used (number ${wrong + 1}): write texts such as SUP-# or INC#, separated by spaces, each with letters, and # for the digits`;
}

/** What is wrong with the URL of the setting; null: nothing. */
export function ticketUrlFault(text: string): string | null {
	const [before = "", after, ...others] = text.split(PLACEHOLDER);
	if (after === undefined || others.length > 0) return "must have {ticket} exactly once";
	if (/^https:\/\/[^/?#]*@/.test(text))
		return "must not contain a user name or a password: everyone who sees a reason sees it";
	if (!/^https:\/\/[^/?#\\\s]+[/?#]/.test(before))
		return "must begin with https:// and a host, and have {ticket} only behind that";
	const isUrl = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text);
	return isUrl ? null : "must be a URL such as https://tickets.example.com/{ticket}";
}
