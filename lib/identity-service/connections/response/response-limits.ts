/** Maximum age of a response or an assertion, whatever validity it states. */
export const RESPONSE_LIFETIME_SECONDS = 10 * 60;
/** Accepted difference between a provider's clock and this service's. */
export const RESPONSE_CLOCK_SKEW_SECONDS = 3 * 60;

/** Of the XML: far more than one user's attributes take, with all groups. */
export const RESPONSE_BYTES_MAX = 256 * 1024;
/** Of its base64, with line ends. */
export const RESPONSE_BASE64_LENGTH_MAX = Math.ceil(RESPONSE_BYTES_MAX / 3) * 4 + 16 * 1024;

/** SAML core 2.0 section 8.3.7, of persistent identifiers. */
export const NAME_ID_LENGTH_MAX = 256;
export const SESSION_INDEX_LENGTH_MAX = 1024;
export const AUDIENCES_MAX = 100;
export const ATTRIBUTES_MAX = 500;
export const ATTRIBUTE_NAME_LENGTH_MAX = 1024;
/** Of all attributes together. */
export const ATTRIBUTE_VALUES_MAX = 1500;
export const ATTRIBUTE_VALUE_LENGTH_MAX = 32 * 1024;
