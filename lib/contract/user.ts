import { z } from "zod";
import { flag, known, number, pageOf, text } from "./lenient";
import { time } from "./time";

/** A user in a response; a real tenant adds many more properties and guarantees only the id. */
export const user = z.looseObject({
	user_id: z.string(),
	email: text,
	email_verified: flag,
	name: text,
	nickname: text,
	given_name: text,
	family_name: text,
	picture: text,
	created_at: time,
	updated_at: time,
	/** A blocked user can't sign in, and can't exchange refresh tokens. Absent: not known. */
	blocked: flag,
	last_login: time,
	last_ip: text,
	logins_count: number,
	/** The first names the connection that the user signs in through. */
	identities: known(z.array(z.looseObject({ connection: text, provider: text }).catch({}))),
});
export type User = z.infer<typeof user>;

/** Body of `PATCH /users/{user_id}`: of a user's properties this interface changes one. */
export const updateUserRequest = z.strictObject({ blocked: z.boolean().optional() });

/** `GET /users?include_totals=true`. */
export const userPage = pageOf("users", user, { total: number });
export type UserPage = z.infer<typeof userPage>;

/**
 * Body of `POST /users/{user_id}/revoke-access`: ends one session, or all of them without `session_id`, and their refresh
 * tokens unless these are preserved.
 */
export const revokeAccessRequest = z.strictObject({
	session_id: z.string().min(1).max(255).optional(),
	preserve_refresh_tokens: z.boolean().optional(),
});

/** `GET /user-blocks/{user_id}`: the blocks of brute-force protection, which `blocked` does not include. */
export const userBlocks = z.looseObject({
	/** Absent: not known. */
	blocked_for: known(
		// One of another form is a block all the same.
		z.array(z.looseObject({ identifier: text, ip: text, connection: text }).catch({})),
	),
});
export type UserBlocks = z.infer<typeof userBlocks>;
