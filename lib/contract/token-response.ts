import { z } from "zod";

/** Successful response of the token endpoint (RFC 6749 section 5.1). `scope` lists what was granted. */
export const tokenResponse = z.looseObject({
	access_token: z.string().min(1),
	token_type: z.string().regex(/^bearer$/i),
	expires_in: z.number().positive(),
	scope: z.string().optional(),
});
