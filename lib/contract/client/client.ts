import { z } from "zod";

/** An application in an answer of `GET /clients`. Which properties come depends on `fields`. */
const client = z.looseObject({
	client_id: z.string(),
	name: z.string().nullish(),
	/** `non_interactive`, `regular_web`, `spa`, `native` … */
	app_type: z.string().nullish(),
	is_first_party: z.boolean().nullish(),
	token_endpoint_auth_method: z.string().nullish(),
	grant_types: z.array(z.string()).nullish(),
	callbacks: z.array(z.string()).nullish(),
	refresh_token: z.looseObject({ rotation_type: z.string().nullish() }).nullish(),
	require_proof_of_possession: z.boolean().nullish(),
	/** Of the FAPI profiles; `none` for everyday clients. */
	compliance_level: z.string().nullish(),
});
export type Client = z.infer<typeof client>;

export const clientList = z.array(client);
