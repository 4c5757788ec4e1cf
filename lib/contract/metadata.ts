import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "./limits";
import { type JsonObject, objectOfEntries, textsByKey } from "./safe-object";

/** The metadata of a refresh token or a session as it is sent: string values under arbitrary keys; `__proto__` is a key like any other. */
export type ResourceMetadata = Record<string, string>;

/** In a request. The map is replaced whole; null or `{}` removes all metadata. */
export const resourceMetadata = textsByKey({
	propertiesMax: METADATA_PROPERTIES_MAX,
	valueLengthMax: METADATA_VALUE_LENGTH_MAX,
});

/**
 * In a response: without limits, so that a tenant's metadata is always shown. Values that are no texts, which this interface
 * accepts in no request, are kept as they are.
 */
export const storedMetadata = objectOfEntries<JsonObject>();

/** A value that is no text, as its JSON text: a response may hold one, no request can. */
export type NotText = { json: string };

/** A value of the metadata as it is stored. */
export type StoredValue = string | NotText;

/** A key of the metadata with its value; in an edit with its previous key, where it is renamed. */
export type MetadataEntry = [key: string, value: StoredValue, from?: string];
