// The bounds of the settings of SAML and WS-Federation. No imports: the browser uses these without loading a schema
// library.

/** Names of entities, algorithms and formats: URIs, most of them (SAML core 2.0 section 8.3.6 bounds an entity's). */
export const ADDON_URI_LENGTH_MAX = 1024;
export const ADDON_ADDRESS_LENGTH_MAX = 2048;
export const ADDON_MAPPINGS_MAX = 100;
export const ADDON_MAPPING_NAMES_MAX = 20;
export const ADDON_MAPPING_KEY_LENGTH_MAX = 255;
/** A certificate in PEM. */
export const ADDON_CERTIFICATE_LENGTH_MAX = 16384;

/** Seconds that an assertion is valid for. */
export const ASSERTION_LIFETIME_MAX = 24 * 3600;
export const SAML_LIFETIME_SECONDS = 3600;
export const WS_FEDERATION_LIFETIME_SECONDS = 8 * 3600;

/** SHA-1 is broken: nothing here is signed with it (RFC 9155, NIST SP 800-131A). */
export const SIGNATURE_ALGORITHMS = ["rsa-sha256", "rsa-sha512"] as const;
export const DIGEST_ALGORITHMS = ["sha256", "sha512"] as const;

export const HTTP_POST_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
export const HTTP_REDIRECT_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
/** Kinds of name identifiers (SAML core 2.0 section 8.3), the ones that identify a user best before the others. */
export const NAME_FORMATS = {
	persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
	emailAddress: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
	unspecified: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
	transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
} as const;

export const LOGOUT_BINDINGS = [HTTP_POST_BINDING, HTTP_REDIRECT_BINDING] as const;

/** No control characters, no half of a surrogate pair: XML can't represent them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that are kept out.
export const ADDON_TEXT_PATTERN = /^[^\u0000-\u001f\u007f-\u009f\ufffe\uffff\ud800-\udfff]+$/u;
