// The bounds of an application's fields. No imports: the browser uses these without loading a schema library.

export const CLIENT_NAME_LENGTH_MAX = 255;
/** No markup, no control characters, no half of a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that names are kept free of.
export const CLIENT_NAME_PATTERN = /^[^<>\u0000-\u001f\u007f-\u009f\ud800-\udfff]+$/u;
export const CLIENT_DESCRIPTION_LENGTH_MAX = 140;
export const CLIENT_URL_LENGTH_MAX = 2048;
export const CLIENT_URLS_MAX = 100;
export const CLIENT_METADATA_PROPERTIES_MAX = 10;
export const CLIENT_METADATA_TEXT_LENGTH_MAX = 255;
export const CLIENT_CREDENTIALS_MAX = 2;
/** An imported secret: printable ASCII (RFC 6749, A.2), and not so short that it can be guessed. */
export const CLIENT_SECRET_PATTERN = /^[\x20-\x7e]{32,255}$/;

export const APP_TYPES = ["native", "spa", "regular_web", "non_interactive"] as const;
export type AppType = (typeof APP_TYPES)[number];

export const GRANT_TYPES = [
	"authorization_code",
	"implicit",
	"refresh_token",
	"client_credentials",
	"password",
	"http://auth0.com/oauth/grant-type/password-realm",
	"http://auth0.com/oauth/grant-type/passwordless/otp",
] as const;

export const TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_post", "client_secret_basic"] as const;

/**
 * `fapi2_sp_<client authentication>_<what tokens are bound to>`: private_key_jwt or mTLS, DPoP or mTLS. The vendor has no
 * DPoP there, the embedded service no `fapi1_adv_…`.
 */
export const COMPLIANCE_LEVELS = [
	"none",
	"fapi1_adv_pkj_par",
	"fapi1_adv_mtls_par",
	"fapi2_sp_pkj_dpop",
	"fapi2_sp_pkj_mtls",
	"fapi2_sp_mtls_dpop",
	"fapi2_sp_mtls_mtls",
] as const;

/** The vendor's, and ES256, which is the embedded service's for FAPI 2.0. */
export const ID_TOKEN_ALGORITHMS = ["HS256", "RS256", "RS512", "PS256", "ES256"] as const;

const PORT = "(?::(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|[1-9]\\d{0,3}))?";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/** The last label of a name begins with a letter: one that begins with a digit would be read as an address. */
const HOST = `(?:${LABEL}\\.){0,8}[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d{2}|[1-9]?\\d)";
const ADDRESS = `(?:${OCTET}\\.){3}${OCTET}`;
const LOOPBACK = "(?:localhost|127\\.0\\.0\\.1|\\[::1\\])";
/** The characters of a URI (RFC 3986) but the wildcard and the fragment's "#". */
const PATH = "[A-Za-z0-9._~!$&'()+,;=:@%\\/?-]*";
const SECURE_ORIGIN = `https:\\/\\/(?:${HOST}|${ADDRESS})${PORT}`;
const LOOPBACK_ORIGIN = `http:\\/\\/${LOOPBACK}${PORT}`;
/** RFC 8252 section 8.4: a scheme of an application's own is a domain name in reverse, so it has a period. */
const PRIVATE_USE = `[a-z][a-z0-9+-]*(?:\\.[a-z0-9+-]+)+:${PATH}`;

/**
 * A redirect URI: absolute, https, or http on loopback, or a private-use scheme; without fragment, wildcard and user
 * information.
 */
export const CALLBACK_PATTERN = new RegExp(
	`^(?:(?:${SECURE_ORIGIN}|${LOOPBACK_ORIGIN})(?:[\\/?]${PATH})?|${PRIVATE_USE})$`,
);
/** An origin of scripts: https, or http on loopback, without a path. */
export const WEB_ORIGIN_PATTERN = new RegExp(`^(?:${SECURE_ORIGIN}|${LOOPBACK_ORIGIN})$`);
/** The address of a page or an image. */
export const CLIENT_URL_PATTERN = new RegExp(`^(?:${SECURE_ORIGIN}|${LOOPBACK_ORIGIN})(?:[\\/?]${PATH})?$`);

/** Seconds. */
export const JWT_LIFETIME_MAX = 10 * 3600;
export const REFRESH_TOKEN_LIFETIME_MAX = 5 * 365 * 24 * 3600;
export const REFRESH_TOKEN_LEEWAY_MAX = 60;
