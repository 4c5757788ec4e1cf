import { z } from "zod";
import { LOCAL_ADDRESS } from "../context/service-request";
import { signInNames } from "../store/users";
import { operation } from "./operation";
import { booleanText, lookupText } from "./resource";
import { requireUser } from "./users";

const path = z.strictObject({ user_id: lookupText });

/** The blocks of brute-force protection: from too many failed sign-ins. They are no part of a user's `blocked`. */
export const userBlockOperations = [
	operation("get_user-blocks_by_id", {
		path,
		// Brute-force protection is always on here.
		query: z.strictObject({ consider_brute_force_enablement: booleanText.optional() }),
		response: z.strictObject({
			blocked_for: z.array(z.strictObject({ identifier: z.string(), ip: z.string().optional() })),
		}),
		refusals: [404],
		description:
			"The identifiers that the user can't sign in with after failed attempts: from the network address `ip` (of IPv6, its /64), or without `ip` from all addresses, or from one that is not known.",
		async run(service, { path: { user_id: userId } }) {
			const blocked_for = [];
			for (const identifier of await signInNames(service.database, await requireUser(service, userId))) {
				const blocks = await service.throttles.logins.blocksOf(identifier);
				const known = blocks.map(({ address }) =>
					address === null || address === LOCAL_ADDRESS ? {} : { ip: address },
				);
				blocked_for.push(...known.map((block) => ({ identifier, ...block })));
			}
			return { blocked_for };
		},
	}),
	operation("delete_user-blocks_by_id", {
		path,
		refusals: [404],
		description:
			"Removes the blocks of the user, from all network addresses. A user whom an admin has blocked stays blocked.",
		async run(service, { path: { user_id: userId } }) {
			for (const identifier of await signInNames(service.database, await requireUser(service, userId))) {
				await service.throttles.logins.lift(identifier);
			}
		},
	}),
];
