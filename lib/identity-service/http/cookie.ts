/**
 * The value of a cookie, percent-decoded.
 * @param header a request's Cookie header
 * @returns null where the cookie is missing or cannot be decoded
 */
export function readCookie(header: string | null, name: string): string | null {
	const pair = header?.split(";").find((part) => part.trim().startsWith(`${name}=`));
	if (pair === undefined) return null;
	try {
		return decodeURIComponent(pair.slice(pair.indexOf("=") + 1).trim());
	} catch {
		return null;
	}
}
