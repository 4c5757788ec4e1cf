import type { IdentityServiceConfig } from "../context/config";

/** What this service is called in SAML and WS-Federation. */
export function entityId({ issuer }: Pick<IdentityServiceConfig, "issuer">): string {
	return `urn:${new URL(issuer).host}`;
}
