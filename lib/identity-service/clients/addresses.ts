import type { IdentityService } from "../context/identity-service";

type Service = Pick<IdentityService, "config">;

/** @param stored JSON of addresses as a client's row holds them */
export function absoluteUris(service: Service, stored: string): string[] {
	return (JSON.parse(stored) as string[]).map((uri) => absoluteUri(service, uri));
}

/** A URI that starts with "/" is stored relative to the issuer. */
export function absoluteUri({ config }: Service, uri: string): string {
	return uri.startsWith("/") ? new URL(uri, config.issuer).href : uri;
}

/** The audience of the user info endpoint. */
export function userInfoAudience({ issuer }: Pick<IdentityService["config"], "issuer">): string {
	return new URL("userinfo", issuer).href;
}

/**
 * Whether the response to an authorization request may be sent to an address: a registered one, exactly.
 * @param mayVary the port of one on the loopback, which the operating system of a native application's user chooses (RFC
 * 8252 section 7.3); not on `localhost`, which may be another machine (section 8.3)
 */
export function isCallback(registered: readonly string[], requested: string, mayVary: boolean): boolean {
	if (registered.includes(requested)) return true;
	const bare = mayVary && URL.canParse(requested) ? withoutLoopbackPort(requested) : null;
	return bare !== null && registered.some((uri) => withoutLoopbackPort(uri) === bare);
}

const LOOPBACK_ORIGIN = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Null for an address that is not on the loopback. The text is compared, not what it is equivalent to. */
function withoutLoopbackPort(uri: string): string | null {
	return LOOPBACK_ORIGIN.test(uri) ? uri.replace(LOOPBACK_ORIGIN, "$1") : null;
}

/**
 * Whether a browser may be redirected to an address after signing out: a registered one, with or without the slash at its
 * end, which people and libraries add and omit (`window.location.origin` has none). Addresses are otherwise compared
 * exactly (RFC 9700 section 2.1).
 */
export function isReturnAddress(registered: readonly string[], requested: string): boolean {
	return registered.some((uri) => withoutLastSlash(uri) === withoutLastSlash(requested));
}

/** A slash in a query or a fragment is part of a value. */
function withoutLastSlash(uri: string): string {
	return /[?#]/.test(uri) ? uri : uri.replace(/\/$/, "");
}
