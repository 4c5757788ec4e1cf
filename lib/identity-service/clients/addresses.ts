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
