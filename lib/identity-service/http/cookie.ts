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
	/** Without what the address adds to it: `identity-service.retry`. */
	name: string;
	/** Below which the browser brings it. */
	path: string;
	lifetimeSeconds: number;
};

/**
 * What a cookie of the service's own pages is called at its address. Cookies ignore ports: on http, where several
 * installations share "localhost", the port is part of the name.
 */
export function cookieName(issuer: string, name: string): string {
	const { protocol, port } = new URL(issuer);
	return protocol === "https:" ? `__Secure-${name}` : `${name}.${port || "80"}`;
}

/**
 * A cookie that no script reads and no form of another site brings.
 * @param value as it stands there; null takes the cookie away
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
