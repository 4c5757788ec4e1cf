import { z } from "zod";
import { device } from "./device";
import { resourceMetadata, storedMetadata } from "./metadata";
import { time } from "./time";

/** Body of `PATCH /refresh-tokens/{id}`. The map is replaced whole; null or `{}` removes all metadata. */
export const updateRefreshTokenRequest = z.strictObject({
	refresh_token_metadata: resourceMetadata.nullable().optional(),
});

const text = z.string().nullish();

/** A refresh token in a response. Any field but the id may be null or missing on a real tenant. */
export const refreshToken = z.looseObject({
	id: z.string(),
	user_id: text,
	created_at: time,
	idle_expires_at: time,
	expires_at: time,
	device: device.nullish(),
	client_id: text,
	session_id: text,
	rotating: z.boolean().nullish(),
	resource_servers: z.array(z.looseObject({ audience: text, scopes: text })).nullish(),
	refresh_token_metadata: storedMetadata.nullish(),
	last_exchanged_at: time,
});
export type RefreshToken = z.infer<typeof refreshToken>;

export const REVOKED_TOKENS_MAX = 100;

const identifier = z.string().min(1).max(255);

/** Body of `POST /refresh-tokens/revoke`: tokens by their ids, or those of a user, also with one application alone. */
export const revokeRefreshTokensRequest = z.strictObject({
	ids: z.array(identifier).min(1).max(REVOKED_TOKENS_MAX).optional(),
	user_id: identifier.optional(),
	client_id: identifier.optional(),
	audience: z.string().min(1).max(600).optional(),
});

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
