import { z } from "zod";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "./limits";
import { textsByKey } from "./safe-object";

/** String values under arbitrary keys; `__proto__` is a key like any other. */
export type RefreshTokenMetadata = Record<string, string>;

export const refreshTokenMetadata = textsByKey({
	propertiesMax: METADATA_PROPERTIES_MAX,
	valueLengthMax: METADATA_VALUE_LENGTH_MAX,
});

/** Body of `PATCH /refresh-tokens/{id}`. The map is replaced whole; null or `{}` removes all metadata. */
export const updateRefreshTokenRequest = z.strictObject({
	refresh_token_metadata: refreshTokenMetadata.nullable().optional(),
});

/** A time in a response: text, absent, null, or (on a real tenant) an object without a usable value. */
const time = z.union([z.string(), z.looseObject({})]).nullish();
const text = z.string().nullish();

/** Metadata in a response: without limits, so that a tenant's metadata is always shown. */
const storedMetadata = textsByKey({});

export const refreshTokenDevice = z.looseObject({
	initial_ip: text,
	initial_asn: text,
	initial_user_agent: text,
	last_ip: text,
	last_asn: text,
	last_user_agent: text,
});
export type RefreshTokenDevice = z.infer<typeof refreshTokenDevice>;

/** A refresh token in a response. Any field but the id may be null or missing on a real tenant. */
export const refreshToken = z.looseObject({
	id: z.string(),
	user_id: text,
	created_at: time,
	idle_expires_at: time,
	expires_at: time,
	device: refreshTokenDevice.nullish(),
	client_id: text,
	session_id: text,
	rotating: z.boolean().nullish(),
	resource_servers: z.array(z.looseObject({ audience: text, scopes: text })).nullish(),
	refresh_token_metadata: storedMetadata.nullish(),
	last_exchanged_at: time,
});
export type RefreshToken = z.infer<typeof refreshToken>;

/** `GET /refresh-tokens?user_id=…`. */
export const refreshTokenPage = z.looseObject({ refresh_tokens: z.array(refreshToken), next: text });
export type RefreshTokenPage = z.infer<typeof refreshTokenPage>;

/** `GET /users/{user_id}/refresh-tokens`. `next` may be present on the last page: an empty page is the end. */
export const userRefreshTokenPage = z.looseObject({
	tokens: z.array(refreshToken),
	next: text,
	total: z.number().nullish(),
});
export type UserRefreshTokenPage = z.infer<typeof userRefreshTokenPage>;
