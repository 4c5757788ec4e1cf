import "server-only";
import { type User, type UserPage, user, userPage } from "@/lib/contract/user";
import { requirePermission } from "../session/session";
import { callManagement } from "./call/client";
import { ManagementError } from "./call/errors";
import { lookUpChanged, writeOrLookUp } from "./look-up";

export const USER_SEARCH_SIZE = 10;
export const USERS_PAGE_SIZE = 50;

/** Users whose e-mail address or name begins with the text, or whose identifier is the text; ten at most. */
export async function searchUsers(text: string): Promise<User[]> {
	// Lucene: every special character, and white space, is escaped with a backslash.
	const prefix = text.replace(/[\s+\-!(){}[\]^"~*?:\\/&|<>=]/g, "\\$&");
	const quoted = text.replace(/["\\]/g, "\\$&");
	const query = {
		q: `email:${prefix}* OR name:${prefix}* OR user_id:"${quoted}"`,
		search_engine: "v3",
		per_page: USER_SEARCH_SIZE,
		include_totals: true,
	};
	return (await callManagement("get_users", { query, schema: userPage })).users;
}

/** @param page from 0 */
export function listUsers(page: number, q?: string): Promise<UserPage> {
	return callManagement("get_users", {
		query: { q, page, per_page: USERS_PAGE_SIZE, include_totals: true, search_engine: q && "v3" },
		schema: userPage,
	});
}

export function getUser(userId: string, withinMs?: number): Promise<User> {
	return callManagement("get_users_by_id", { path: { user_id: userId }, schema: user, withinMs });
}

/** @throws ManagementError; `conflict`: the embedded tenant's last editor can't be blocked */
export async function setUserBlocked(userId: string, blocked: boolean): Promise<User> {
	return writeOrLookUp(
		() =>
			callManagement("patch_users_by_id", {
				path: { user_id: userId },
				body: { blocked },
				schema: user,
				audit: { before: { blocked: !blocked }, after: { blocked } },
			}),
		() =>
			lookUpChanged(
				(withinMs) => getUser(userId, withinMs),
				(found) => (found.blocked ?? false) === blocked,
			),
	);
}

const LABEL_LIFETIME_MS = 60_000;
const LABELS_MAX = 500;

const cached = new Map<string, { label: string; until: number }>();

export function labelOf({ user_id, email, name }: User): string {
	return email || name || user_id;
}

/** A user's label, cached for a minute; the identifier where the user can't be read. */
export async function userLabel(userId: string): Promise<string> {
	await requirePermission("look");
	const known = cached.get(userId);
	if (known && Date.now() < known.until) return known.label;
	const call = { path: { user_id: userId }, schema: user };
	const label = await callManagement("get_users_by_id", call).then(labelOf, (error: unknown) => {
		if (error instanceof ManagementError) return userId;
		throw error;
	});
	if (cached.size >= LABELS_MAX) cached.clear();
	cached.set(userId, { label, until: Date.now() + LABEL_LIFETIME_MS });
	return label;
}
