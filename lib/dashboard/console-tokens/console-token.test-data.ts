import { addConsoleToken, type NewToken } from "./console-tokens";
import { daysOfNewToken } from "./token-days";

/** A new token of the admin who is signed in. */
export function newToken(name: string, stated: Partial<NewToken> = {}): Promise<string> {
	return addConsoleToken({ name, rights: "read", until: daysOfNewToken().proposed, stays: false, ...stated });
}

/** The header with it. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
