import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import type { User } from "@/lib/contract/user";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { listUsers, USERS_PAGE_SIZE } from "@/lib/dashboard/management/users";
import { type FoundPlace, findById, placeByForm } from "../refresh-tokens/find-by-id";

export type ListedUsers = Exclude<Awaited<ReturnType<typeof findUsers>>, FoundPlace>;

/**
 * One page of the users whose name, e-mail address or identifier begins with the text; of all without one. What is a whole
 * identifier of anything, or the address of one user only, leads to its page.
 * @param page from 0
 * @returns missing among the users: `unread` that are too large alone, `unreadable` that could not be read
 * @throws SessionError, ManagementError
 */
export async function findUsers(text: string, page: number) {
	const place = placeByForm(text);
	if (place) return place;
	const { users, total, unread, unreadable, count } = await listUsers({ text, page });
	const [only] = users;
	if (only && count === 1 && page === 0) {
		const { user_id: id, email } = only;
		if (id === text || email?.toLowerCase() === text.toLowerCase())
			return { kind: "place" as const, resource: "user" as const, id };
	}
	const other = count === 0 ? await findById(text) : null;
	const lines = users.slice(0, USERS_PAGE_SIZE).map(userLine);
	return other ?? { kind: "users" as const, users: lines, total, unread, unreadable };
}

export type UserLine = ReturnType<typeof userLine>;

function userLine(user: User) {
	const { user_id: id, email, identities, last_login, logins_count, blocked } = user;
	return {
		id,
		name: personName(user),
		email: email || null,
		connection: identities?.[0]?.connection || null,
		lastLogin: timeOf(last_login),
		logins: logins_count ?? null,
		/** Null where the tenant does not report it. */
		isBlocked: blocked ?? null,
	};
}

/** How a page names a person: the name, which a tenant may fill with the e-mail address, else that, else the identifier. */
export function personName({ name, email, user_id }: User): string {
	return nameOrId(name || email, user_id);
}
