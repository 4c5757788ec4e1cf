import { z } from "zod";

const text = z.string().nullish();

/** A user in a response; a real tenant adds many more properties and guarantees only the id. */
export const user = z.looseObject({
	user_id: z.string(),
	email: text,
	email_verified: z.boolean().nullish(),
	name: text,
	nickname: text,
	given_name: text,
	family_name: text,
	picture: text,
	created_at: z.unknown(),
	updated_at: z.unknown(),
});
export type User = z.infer<typeof user>;

/** `GET /users?include_totals=true`. */
export const userPage = z.looseObject({
	start: z.number().nullish(),
	limit: z.number().nullish(),
	length: z.number().nullish(),
	total: z.number().nullish(),
	users: z.array(user),
});
export type UserPage = z.infer<typeof userPage>;
