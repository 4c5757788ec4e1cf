import type { Account, FindAccount } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { findUser } from "../store/users";
import { pictureOf } from "./avatar";

/** Claims that each scope of OpenID Connect Core 1.0 (section 5.4) opens. */
export const CLAIMS_BY_SCOPE = {
	// `sid` is the session's identifier, the same as a refresh token's session_id in the management interface.
	openid: ["sub", "sid", "auth_time", "amr"],
	profile: ["name", "given_name", "family_name", "nickname", "picture", "updated_at"],
	email: ["email", "email_verified"],
};

/** Looks a user up as an OpenID Connect account; claims without a value are left out. */
export function findAccountOf(service: IdentityService): FindAccount {
	return async (_ctx, userId, token): Promise<Account | undefined> => {
		const user = await findUser(service.database, userId);
		if (!user) return undefined;
		const sessionUid = token && "sessionUid" in token ? token.sessionUid : undefined;
		return {
			accountId: user.user_id,
			async claims(use) {
				return {
					sub: user.user_id,
					sid: use === "id_token" ? sessionUid : undefined,
					name: user.name,
					given_name: user.given_name ?? undefined,
					family_name: user.family_name ?? undefined,
					nickname: user.nickname ?? undefined,
					picture: pictureOf(service, user),
					updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
					...(user.email === null ? {} : { email: user.email, email_verified: user.email_verified === 1 }),
				};
			},
		};
	};
}
