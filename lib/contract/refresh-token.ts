import { z } from "zod";
import { device } from "./device";
import { flag, known, number, pageOf, text } from "./lenient";
import { resourceMetadata, storedMetadata } from "./metadata";
import { time } from "./time";

/** Body of `PATCH /refresh-tokens/{id}`. The map is replaced whole; null or `{}` removes all metadata. */
export const updateRefreshTokenRequest = z.strictObject({
	refresh_token_metadata: resourceMetadata.nullable().optional(),
});

/** A refresh token in a response. Any field but the id may be null, missing or of another form on a real tenant. */
export const refreshToken = z.looseObject({
	id: z.string(),
	user_id: text,
	created_at: time,
	idle_expires_at: time,
	expires_at: time,
	device: known(device),
	client_id: text,
	session_id: text,
	rotating: flag,
	resource_servers: known(z.array(z.looseObject({ audience: text, scopes: text }).catch({}))),
	refresh_token_metadata: known(storedMetadata),
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
export const refreshTokenPage = pageOf("refresh_tokens", refreshToken, { next: z.string().nullish() });
export type RefreshTokenPage = z.infer<typeof refreshTokenPage>;

/** `GET /users/{user_id}/refresh-tokens`. `next` may be present on the last page: an empty page is the end. */
export const userRefreshTokenPage = pageOf("tokens", refreshToken, {
	next: z.string().nullish(),
	total: number,
});
export type UserRefreshTokenPage = z.infer<typeof userRefreshTokenPage>;
