import { z } from "zod";
import { operation } from "../../http/operation";
import { rotateSigningKeys } from "../../signing-keys";
import { noParameters, timeText } from "../parameters";

/** Adds new signing keys; the old ones stay published until the last token signed with them is dead. */
export const rotateSigningKeysOperation = operation("post_signing_keys", {
	path: noParameters,
	query: noParameters,
	status: 201,
	answer: z.array(z.strictObject({ kid: z.string(), alg: z.string(), active_at: timeText })),
	async run({ database, secrets, now }) {
		const keys = await rotateSigningKeys({ database, secrets, now });
		return keys.map(({ kid, alg, activeAt }) => ({ kid, alg, active_at: activeAt.toISOString() }));
	},
});
