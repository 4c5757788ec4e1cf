import { z } from "zod";
import { flag, pageOf, text, texts } from "../lenient";
import { uniqueItems } from "../safe-object";

const SCOPES_MAX = 500;
const SCOPE_LENGTH_MAX = 280;
const AUDIENCE_LENGTH_MAX = 600;

/** `client`: the application in its own name; `user`: for the people who sign in to it. It may have a grant of each. */
export const GRANT_SUBJECTS = ["client", "user"] as const;
export type GrantSubject = (typeof GRANT_SUBJECTS)[number];

/** RFC 6749 section 3.3: no space, no quote, no backslash. */
const scope = z
	.string()
	.min(1)
	.max(SCOPE_LENGTH_MAX)
	.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/);

/** Body of `POST /client-grants`. */
export const createClientGrantRequest = z.strictObject({
	client_id: z.string().min(1).max(64),
	audience: z.string().min(1).max(AUDIENCE_LENGTH_MAX),
	scope: uniqueItems(scope, SCOPES_MAX).optional(),
	/** All scopes of the API, those that it gets later as well. Excludes `scope`. */
	allow_all_scopes: z.boolean().optional(),
	subject_type: z.enum(GRANT_SUBJECTS).optional(),
});

/** Body of `PATCH /client-grants/{id}`: what is sent is replaced. */
export const updateClientGrantRequest = z.strictObject({
	scope: uniqueItems(scope, SCOPES_MAX).nullable().optional(),
	allow_all_scopes: z.boolean().nullable().optional(),
});

export const clientGrant = z.looseObject({
	id: z.string(),
	client_id: text,
	audience: text,
	/** Absent beside `allow_all_scopes`. */
	scope: texts,
	allow_all_scopes: flag,
	/** Of `GRANT_SUBJECTS`; absent: `client`. */
	subject_type: text,
	/** Made by the tenant itself: it can't be changed. */
	is_system: flag,
});
export type ClientGrant = z.infer<typeof clientGrant>;

/** `GET /client-grants?take=…`: `next` goes into `from`. */
export const clientGrantPage = pageOf("client_grants", clientGrant, { next: z.string().nullish() });
