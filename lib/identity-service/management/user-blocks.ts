import { z } from "zod";
import { CHANNELS } from "../context/identity-service";
import { LOCAL_ADDRESS } from "../context/service-request";
import { nameInLog } from "../log/sign-ins";
import { isAccount, signInNames } from "../store/users";
import { operation } from "./operation";
import { booleanText, lookupText } from "./resource";
import { requireUser } from "./users";

const path = z.strictObject({ user_id: lookupText });
const userBlock = z.strictObject({
	identifier: z.string(),
	ip: z.string().optional(),
	connection: z.enum(CHANNELS).optional(),
});

/** The blocks of brute-force protection: from too many failed sign-ins. They are no part of a user's `blocked`. */
export const userBlockOperations = [
	operation("get_user-blocks_by_id", {
		path,
		// Brute-force protection is always on here.
		query: z.strictObject({ consider_brute_force_enablement: booleanText.optional() }),
		response: z.strictObject({ blocked_for: z.array(userBlock) }),
		refusals: [404],
		description:
			"What the user can't sign in with after failed attempts: with a password from one IP address `ip` (of IPv6, its /64), or without `ip` from all, or from one that is not known; with `connection`, by codes sent to it, from all IP addresses.",
		async run(service, { path: { user_id: userId } }) {
			const { logins, codes } = service.throttles;
			const user = await requireUser(service, userId);
			const blocked_for: z.infer<typeof userBlock>[] = [];
			if (isAccount(user)) {
				const identifier = user.email_key;
				for (const { address } of await logins.blocksOf(identifier)) {
					const isKnown = address !== null && address !== LOCAL_ADDRESS;
					blocked_for.push(isKnown ? { identifier, ip: address } : { identifier });
				}
			}
			// All of a user's wrong codes are counted together.
			if ((await codes.blocksOf(userId)).length > 0) {
				blocked_for.push(...(await signInNames(service.database, user)));
			}
			return { blocked_for };
		},
	}),
	operation("delete_user-blocks_by_id", {
		action: "Unblock a user",
		path,
		refusals: [404],
		description:
			"Removes the user's blocks, of passwords and of codes, from all IP addresses. A user whom an admin has blocked stays blocked.",
		async run(service, { path: { user_id: userId }, requester }) {
			const { database, log, throttles } = service;
			const user = await requireUser(service, userId);
			const ofPasswords = isAccount(user) && (await throttles.logins.lift(user.email_key, database));
			const ofCodes = await throttles.codes.lift(userId, database);
			if (!ofPasswords && !ofCodes) return;
			await log.record(database, { ...requester, type: "ublkdu", userId, userName: nameInLog(user) });
		},
	}),
];
