import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "./limits";
import { textsByKey } from "./safe-object";

/** The metadata of a refresh token or a session: string values under arbitrary keys; `__proto__` is a key like any other. */
export type ResourceMetadata = Record<string, string>;

/** In a request. The map is replaced whole; null or `{}` removes all metadata. */
export const resourceMetadata = textsByKey({
	propertiesMax: METADATA_PROPERTIES_MAX,
	valueLengthMax: METADATA_VALUE_LENGTH_MAX,
});

/** In a response: without limits, so that a tenant's metadata is always shown. */
export const storedMetadata = textsByKey({});
