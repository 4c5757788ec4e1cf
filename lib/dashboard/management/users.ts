import "server-only";
import { type User, user, userPage } from "@/lib/contract/user";
import { callManagement } from "./call/client";

export const USER_SEARCH_SIZE = 10;

export function getUser(userId: string): Promise<User> {
	return callManagement("get_users_by_id", { path: { user_id: userId }, answer: user });
}

/** Users whose e-mail address or name begins with the text, or whose identifier is the text; ten at most. */
export async function searchUsers(text: string): Promise<User[]> {
	const prefix = escapeTerm(text);
	const query = {
		q: `email:${prefix}* OR name:${prefix}* OR user_id:"${escapeQuoted(text)}"`,
		search_engine: "v3",
		per_page: USER_SEARCH_SIZE,
		include_totals: true,
	};
	return (await callManagement("get_users", { query, answer: userPage })).users;
}

/** Lucene: every character with a meaning of its own, and white space, gets a backslash. */
function escapeTerm(text: string): string {
	return text.replace(/[\s+\-!(){}[\]^"~*?:\\/&|<>=]/g, "\\$&");
}

function escapeQuoted(text: string): string {
	return text.replace(/["\\]/g, "\\$&");
}
