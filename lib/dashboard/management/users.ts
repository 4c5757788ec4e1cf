import "server-only";
import { type User, user, userPage } from "@/lib/contract/user";
import { processWide } from "@/lib/process/process-wide";
import { requirePermission } from "../session/session";
import { callManagement } from "./call/client";
import { ManagementError, noArea } from "./call/errors";
import { lookUpChanged, writeOrLookUp } from "./look-up";
import { noteName } from "./seen-names";
import { readNumberedPage } from "./smaller-pages";

export const USER_SEARCH_SIZE = 10;
export const USERS_PAGE_SIZE = 50;
/** A tenant lists no users beyond its first 1,000, and refuses to: https://auth0.com/docs/manage-users/user-search. */
export const LISTED_USERS_MAX = 1000;

/**
 * One page of all users, or of those whose e-mail address, name or identifier begins with the text.
 * @param page from 0; within `LISTED_USERS_MAX`
 * @returns `unread`: those that are missing because each alone is too large
 * @throws SessionError, ManagementError; `no-area` where the tenant has no list of users
 */
export async function listUsers({ text = "", page = 0, size = USERS_PAGE_SIZE }) {
	const search = text === "" ? {} : { q: beginningWith(text), search_engine: "v3" };
	const read = async (numbered: { page: number; per_page: number }) => {
		const query = { ...numbered, include_totals: true, ...search };
		const { users, total } = await callManagement("get_users", { query, schema: userPage });
		return { items: users, total };
	};
	const { items, total, unread } = await readNumberedPage({ page, per_page: size }, read).catch(noArea);
	return { users: items, total, unread };
}

/** The first users that match a text. @throws SessionError, ManagementError */
export async function searchUsers(text: string): Promise<User[]> {
	return (await listUsers({ text, size: USER_SEARCH_SIZE })).users;
}

/** In Lucene's syntax, where every special character, and white space, is escaped with a backslash. */
function beginningWith(text: string): string {
	const prefix = text.replace(/[\s+\-!(){}[\]^"~*?:\\/&|<>=]/g, "\\$&");
	return ["email", "name", "user_id"].map((field) => `${field}:${prefix}*`).join(" OR ");
}

export async function getUser(userId: string, withinMs?: number): Promise<User> {
	const found = await callManagement("get_users_by_id", { path: { user_id: userId }, schema: user, withinMs });
	noteName(userId, labelOf(found));
	return found;
}

/** @throws ManagementError; `conflict`: the embedded tenant's last editor can't be blocked */
export async function setUserBlocked(userId: string, blocked: boolean): Promise<User> {
	return writeOrLookUp(
		() =>
			callManagement("patch_users_by_id", {
				path: { user_id: userId },
				body: { blocked },
				schema: user,
				// In the trail as a mark that is set or removed.
				audit: blocked ? { before: {}, after: { blocked } } : { before: { blocked: true }, after: {} },
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

const cached = processWide("user-labels", () => new Map<string, { label: string; until: number }>());

export function labelOf({ user_id, email, name }: User): string {
	return email || name || user_id;
}

/** A user's label, cached for a minute; the identifier where the user can't be read. */
export async function userLabel(userId: string): Promise<string> {
	await requirePermission("look");
	const labels = cached.get();
	const known = labels.get(userId);
	if (known && Date.now() < known.until) return known.label;
	const label = await getUser(userId).then(labelOf, (error: unknown) => {
		if (error instanceof ManagementError) return userId;
		throw error;
	});
	if (labels.size >= LABELS_MAX) labels.clear();
	labels.set(userId, { label, until: Date.now() + LABEL_LIFETIME_MS });
	return label;
}
