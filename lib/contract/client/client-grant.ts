import { z } from "zod";
import { uniqueItems } from "../safe-object";

const SCOPES_MAX = 500;
const SCOPE_LENGTH_MAX = 280;
const AUDIENCE_LENGTH_MAX = 600;

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
});

export const clientGrant = z.looseObject({
	id: z.string(),
	client_id: z.string().nullish(),
	audience: z.string().nullish(),
	scope: z.array(z.string()).nullish(),
});
export type ClientGrant = z.infer<typeof clientGrant>;

/** `GET /client-grants?take=…`: `next` goes into `from`. */
export const clientGrantPage = z.looseObject({ client_grants: z.array(clientGrant), next: z.string().nullish() });
