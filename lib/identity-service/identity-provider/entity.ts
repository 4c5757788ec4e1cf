import { randomBytes } from "node:crypto";
import type { IdentityServiceConfig } from "../context/config";
import { PAGE_HEADERS } from "../pages/page";
import type { ClientRow } from "../store/clients";

// Names and metadata of the parties of SAML and WS-Federation.

/** How long service providers may cache metadata: shorter than a new key is published before it signs. */
export const METADATA_CACHE_SECONDS = 300;

export function entityId({ issuer }: Pick<IdentityServiceConfig, "issuer">): string {
	return `urn:${new URL(issuer).host}`;
}

export const CLIENT_REALM = "urn:";

/** The name of a client, beside its aliases. */
export function clientRealm({ client_id }: Pick<ClientRow, "client_id">): string {
	return CLIENT_REALM + client_id;
}

/** An xs:ID, which must not begin with a digit. */
export function newMessageId(): string {
	return `_${randomBytes(20).toString("hex")}`;
}

export function metadataResponse(document: string, fileName: string): Response {
	return new Response(document, {
		headers: {
			...PAGE_HEADERS,
			"content-type": "application/xml; charset=utf-8",
			"content-disposition": `inline; filename="${fileName}"`,
			"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
			"cache-control": "no-cache",
		},
	});
}
