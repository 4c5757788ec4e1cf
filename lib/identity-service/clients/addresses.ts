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
