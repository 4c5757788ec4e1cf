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

type ServiceCookie = {
	/** Without what the issuer adds to it: `identity-service.retry`. */
	name: string;
	/** The browser sends it to paths below this one. */
	path: string;
	lifetimeSeconds: number;
};

/**
 * The full name of a cookie. On https browsers accept it over https alone, and one for all paths from this host alone (RFC
 * 6265bis, section 4.1.3). Cookies ignore ports: on http, where several installations share "localhost", the port is part
 * of the name: `identity-service.session.3000`.
 * @param path "/" for a cookie that is sent with every request
 */
export function cookieName(issuer: string, name: string, path?: "/"): string {
	const { protocol, port } = new URL(issuer);
	if (protocol !== "https:") return `${name}.${port || "80"}`;
	return path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * A cookie that no script can read and no form of another site sends.
 * @param value written as it is; null deletes the cookie
 * @returns a Set-Cookie line
 */
export function cookieLine(
	issuer: string,
	{ name, path, lifetimeSeconds }: ServiceCookie,
	value: string | null,
): string {
	return [
		`${cookieName(issuer, name)}=${value ?? ""}`,
		`Path=${path}`,
		`Max-Age=${value === null ? 0 : lifetimeSeconds}`,
		"HttpOnly",
		"SameSite=Lax",
		...(issuer.startsWith("https:") ? ["Secure"] : []),
	].join("; ");
}
