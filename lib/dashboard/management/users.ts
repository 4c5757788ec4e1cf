import "server-only";
import { type User, user, userBlocks, userPage } from "@/lib/contract/user";
import { processWide } from "@/lib/process/process-wide";
import { requirePermission } from "../session/session";
import { callManagement, LOOK_UP_WITHIN_MS } from "./call/client";
import { ManagementError, noArea } from "./call/errors";
import { writeOrLookUp } from "./look-up";
import { noteName } from "./seen-names";
import { readNumberedPage } from "./smaller-pages";

export const USER_SEARCH_SIZE = 10;
export const USERS_PAGE_SIZE = 50;
/** A tenant lists no users beyond its first 1,000, and refuses to: https://auth0.com/docs/manage-users/user-search. */
export const LISTED_USERS_MAX = 1000;

/**
 * One page of all users, or of those whose e-mail address, name or identifier begins with the text.
 * @param page from 0; within `LISTED_USERS_MAX`
 * @returns missing: `unread` because each alone is too large, `unreadable` that could not be read; `count` of all
 * @throws SessionError, ManagementError; `no-area` where the tenant has no list of users
 */
export async function listUsers({ text = "", page = 0, size = USERS_PAGE_SIZE }) {
	const search = text === "" ? {} : { q: beginningWith(text), search_engine: "v3" };
	const read = async (numbered: { page: number; per_page: number }) => {
		const query = { ...numbered, include_totals: true, ...search };
		const found = await callManagement("get_users", { query, schema: userPage });
		return { ...found, items: found.users };
	};
	const { items, ...others } = await readNumberedPage({ page, per_page: size }, read).catch(noArea);
	return { users: items, ...others };
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

/**
 * @returns whether the user is blocked now; null where neither the response nor a read says
 * @throws ManagementError; `conflict`: the embedded tenant refuses to block its last editor
 */
export async function setUserBlocked(userId: string, blocked: boolean): Promise<boolean | null> {
	const written = await writeOrLookUp<User>(
		() =>
			callManagement("patch_users_by_id", {
				path: { user_id: userId },
				body: { blocked },
				schema: user,
				// In the trail as a mark that is set or removed.
				audit: blocked ? { before: {}, after: { blocked } } : { before: { blocked: true }, after: {} },
			}),
		async () => {
			const found = await getUser(userId, LOOK_UP_WITHIN_MS).catch(() => null);
			if (typeof found?.blocked !== "boolean") return { outcome: "unknown" };
			return found.blocked === blocked ? { outcome: "done", value: found } : { outcome: "not-done" };
		},
	);
	if (typeof written.blocked === "boolean") return written.blocked;
	const read = await getUser(userId, LOOK_UP_WITHIN_MS).catch(() => null);
	return read?.blocked ?? null;
}

/**
 * The blocks of brute-force protection, which `blocked` does not include. Null where the response omits them.
 * @throws SessionError, ManagementError
 */
export async function listSignInBlocks(userId: string, withinMs?: number) {
	const call = { path: { user_id: userId }, schema: userBlocks, withinMs };
	return (await callManagement("get_user-blocks_by_id", call)).blocked_for ?? null;
}

/** Lifts the blocks of brute-force protection. @throws ManagementError */
export async function liftSignInBlocks(userId: string): Promise<void> {
	await writeOrLookUp(
		() => callManagement("delete_user-blocks_by_id", { path: { user_id: userId } }),
		async () => {
			const left = await listSignInBlocks(userId, LOOK_UP_WITHIN_MS).catch(() => null);
			if (left === null) return { outcome: "unknown" };
			return left.length === 0 ? { outcome: "done", value: undefined } : { outcome: "not-done" };
		},
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
