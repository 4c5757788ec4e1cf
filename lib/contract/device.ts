import { z } from "zod";
import { text } from "./lenient";

/** Where a refresh token was issued and last exchanged, or where a session began and was last used, in a response. */
export const device = z.looseObject({
	initial_ip: text,
	initial_asn: text,
	initial_user_agent: text,
	last_ip: text,
	last_asn: text,
	last_user_agent: text,
});
export type Device = z.infer<typeof device>;
