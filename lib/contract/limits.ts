// The bounds of the specification ("Resources and their fields", "Limits"). Lengths count Unicode code points.
// No imports: the browser uses these without loading a schema library.

export const TEMPLATE_NAME_LENGTH_MAX = 255;
export const TEMPLATE_TYPE_LENGTH_MAX = 255;
export const TEMPLATE_DIALECT_LENGTH_MAX = 255;
export const TRUSTED_ISSUERS_LENGTH_MAX = 255;
export const CERTIFICATE_AUTHORITY_LENGTH_MAX = 4096;
export const PRESENTATION_ATTRIBUTES_MIN = 1;
export const METADATA_PROPERTIES_MAX = 25;
export const METADATA_VALUE_LENGTH_MAX = 255;

/** A real tenant also bounds the keys; the specification does not, so these two only ever warn. */
export const METADATA_KEY_LENGTH_ADVISED_MAX = 255;
export const METADATA_KEY_PATTERN_ADVISED = /^[A-Za-z0-9_-]+$/;

/** Largest request body the management interface reads. */
export const REQUEST_BODY_BYTES_MAX = 256 * 1024;

export const PAGE_SIZE_MIN = 1;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 50;
export const CHECKPOINT_LIFETIME_HOURS = 24;

// The only or usual values of a template's properties.

export const TEMPLATE_TYPE_DEFAULT = "mdl";
export const TEMPLATE_DIALECT = "simplified/1.0";
export const TRUSTED_ISSUERS = "aamva";
