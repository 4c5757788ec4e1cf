// The bounds of a connection's fields. No schema library: the browser uses these without loading one.

import { NAME_FORMATS } from "../client/addon-limits";

/** Letters and digits of ASCII, and hyphens between them. The name can't change: it is part of the users' identifiers. */
export const CONNECTION_NAME_PATTERN = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
export const CONNECTION_NAME_LENGTH_MAX = 128;
export const CONNECTION_DISPLAY_NAME_LENGTH_MAX = 128;
export const CONNECTION_CLIENTS_MAX = 1000;
/** In one request that switches a connection on or off for applications. */
export const CHANGED_CONNECTION_CLIENTS_MAX = 50;
/** Identity providers renew their certificates: the previous one, the current one, the next one, and some to spare. */
export const CONNECTION_CERTIFICATES_MAX = 10;
/** Of all certificates together, as PEM or as that in base64. */
export const CONNECTION_CERTIFICATES_LENGTH_MAX = 100_000;
/** Of a provider's metadata, in bytes. */
export const PROVIDER_METADATA_BYTES_MAX = 256 * 1024;
export const AUTHORIZE_QUERY_LENGTH_MAX = 2048;

/** The one strategy of connections to outside identity providers. */
export const SAML_STRATEGY = "samlp";

/** The name identifier format of requests where no other is set. */
export const NAME_FORMAT_DEFAULT = NAME_FORMATS.persistent;

/** The best of those that a provider supports; null where it names none that is known. */
export function bestNameFormat(offered: readonly string[]): string | null {
	return Object.values(NAME_FORMATS).find((format) => offered.includes(format)) ?? null;
}

/** Fields of a user's profile that attributes of a Response are mapped to. */
export const MAPPED_FIELDS = [
	"user_id",
	"email",
	"email_verified",
	"name",
	"given_name",
	"family_name",
	"nickname",
	"picture",
	"username",
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
export const MAPPED_NAMES_MAX = 20;

/** The protocol of the default application, for the response to an IdP-initiated sign-in. `saml` is `samlp`. */
export const CLIENT_PROTOCOLS = ["oidc", "samlp", "saml", "wsfed"] as const;
