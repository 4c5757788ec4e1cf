import type { IncomingMessage } from "node:http";

// Counts what a parser would return as parameters, in one pass and no further than the limit.

/** What is empty between two separators is no parameter. */
const PAIR = /[^&]+/g;
const COOKIE = /[^;\s]+[^;]*/g;
/** Each part of a form has one such header (RFC 7578 section 4.2); parsers pass over white space before its name. */
const PART = /^[\t ]*content-disposition/gim;

/** @param target a path, with its query if it has one */
export function hasMoreParameters(target: string, max: number): boolean {
	const start = target.indexOf("?");
	return start !== -1 && hasMore(target.slice(start + 1), PAIR, max);
}

/** @param header `Cookie`, if there is one */
export function hasMoreCookies(header: string | undefined, max: number): boolean {
	return header !== undefined && hasMore(header, COOKIE, max);
}

/** Whether a form, in either encoding, has more fields. False for a body of another type. */
export function hasMoreFields({ headers }: IncomingMessage, body: Buffer, max: number): boolean {
	const [, encoding] =
		/^\s*(application\/x-www-form-urlencoded|multipart\/)/i.exec(headers["content-type"] ?? "") ?? [];
	if (encoding === undefined) return false;
	return hasMore(body.toString("latin1"), encoding.endsWith("/") ? PART : PAIR, max);
}

function hasMore(text: string, what: RegExp, max: number): boolean {
	let count = 0;
	for (const _ of text.matchAll(what)) {
		count += 1;
		if (count > max) return true;
	}
	return false;
}
