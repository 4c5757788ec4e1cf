import { cache } from "react";
import "server-only";
import { z } from "zod";
import { type User, user, userBlocks, userPage } from "@/lib/contract/user";
import type { CommandLine } from "../session/command-line";
import { requirePermission } from "../session/session";
import { callManagement } from "./call/client";
import { ManagementError, noArea } from "./call/errors";
import { LOOK_UP_WITHIN_MS } from "./call/send";
import { readNumberedPage } from "./list-pages";
import { lookUpChanged, writeOrLookUp } from "./safe-writes";
import { freshLabel, labelOf, noteName } from "./seen";
import { userQuery } from "./user-query";

export const USER_SEARCH_SIZE = 10;
export const USERS_PAGE_SIZE = 50;
/** A tenant lists no users beyond its first 1,000, and refuses to: https://auth0.com/docs/manage-users/user-search. */
export const LISTED_USERS_MAX = 1000;

/**
 * One page of all users, or of those in whom every word of the text is found.
 * @param page from 0; within `LISTED_USERS_MAX`
 * @returns missing: `unread` because each alone is too large, `unreadable` that could not be read; `count` of all
 * @throws SessionError, ManagementError; `no-area` where the tenant has no list of users
 */
export async function listUsers({ text = "", page = 0, size = USERS_PAGE_SIZE }) {
	const search = text === "" ? {} : { q: userQuery(text), search_engine: "v3" };
	const read = async (numbered: { page: number; per_page: number }) => {
		const query = { ...numbered, include_totals: true, ...search };
		const found = await callManagement("get_users", { query, schema: userPage });
		return { ...found, items: found.users };
	};
	const { items, ...others } = await readNumberedPage({ page, per_page: size }, read).catch(noArea);
	return { users: items, ...others };
}

/** The first users that match a text. @throws SessionError, ManagementError */
export function searchUsers(text: string) {
	return listUsers({ text, size: USER_SEARCH_SIZE });
}

/** @param actor who reads, where it is not the admin of this request */
export async function getUser(userId: string, withinMs?: number, actor?: CommandLine): Promise<User> {
	const found = await callManagement("get_users_by_id", { path: { user_id: userId }, schema: user, withinMs, actor });
	noteName(userId, labelOf(found));
	return found;
}

/** All accounts with an e-mail address, in the case that the tenant compares. @throws SessionError, ManagementError */
export function listUsersByEmail(email: string, actor?: CommandLine): Promise<User[]> {
	return callManagement("get_users-by-email", { query: { email }, schema: z.array(user), actor });
}

/**
 * Blocks a user at the tenant, or lifts that. A block that was not refused is followed by `endConsoleAccess`.
 * @returns whether the user is blocked now; null where neither the response nor a read says
 * @throws ManagementError; `conflict`: the embedded tenant refuses to block its last editor
 */
export async function setUserBlocked(userId: string, blocked: boolean, actor?: CommandLine): Promise<boolean | null> {
	const written = await writeOrLookUp<User>(
		() =>
			callManagement("patch_users_by_id", {
				path: { user_id: userId },
				body: { blocked },
				schema: user,
				actor,
				// In the trail as a mark that is set or removed.
				audit: blocked ? { before: {}, after: { blocked } } : { before: { blocked: true }, after: {} },
			}),
		() =>
			lookUpChanged(
				(withinMs) => getUser(userId, withinMs, actor),
				(found) => (typeof found.blocked === "boolean" ? found.blocked === blocked : null),
			),
	);
	if (typeof written.blocked === "boolean") return written.blocked;
	const read = await getUser(userId, LOOK_UP_WITHIN_MS, actor).catch(() => null);
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
	await writeOrLookUp<unknown>(
		() => callManagement("delete_user-blocks_by_id", { path: { user_id: userId } }),
		() =>
			lookUpChanged(
				(withinMs) => listSignInBlocks(userId, withinMs),
				(left) => left && left.length === 0,
			),
	);
}

/**
 * A user's e-mail address or name, cached for a minute; null where the user can't be read, and then read again next time.
 * A page and its title read it once.
 */
export const knownUserLabel = cache(async (userId: string): Promise<string | null> => {
	await requirePermission("look");
	const known = freshLabel(userId);
	if (known !== null) return known;
	return getUser(userId).then(labelOf, (error: unknown) => {
		if (error instanceof ManagementError) return null;
		throw error;
	});
});

/** The same for what is shown, and stored nowhere: the identifier where the user can't be read. */
export async function userLabel(userId: string): Promise<string> {
	return (await knownUserLabel(userId)) ?? userId;
}
