import "server-only";
import { listUsers, USERS_PAGE_SIZE } from "@/lib/dashboard/management/users";
import { type FoundPlace, findById, placeByForm } from "../refresh-tokens/find-by-id";
import { type UserLine, userLine } from "./user-line";

export type ListedUsers = {
	kind: "users";
	users: UserLine[];
	total: number | null;
	/** Missing, because each alone is too large. */
	unread: number;
	/** Missing, because they could not be read. */
	unreadable: number;
};

/**
 * One page of the users whose name, e-mail address or identifier begins with the text; of all without one. What is a whole
 * identifier of anything, or the address of one user only, leads to its page.
 * @param page from 0
 * @throws SessionError, ManagementError
 */
export async function findUsers(text: string, page: number): Promise<ListedUsers | FoundPlace> {
	const place = placeByForm(text);
	if (place) return place;
	const { users, total, unread, unreadable, count } = await listUsers({ text, page });
	const [only] = users;
	if (only && count === 1 && page === 0) {
		const { user_id: id, email } = only;
		if (id === text || email?.toLowerCase() === text.toLowerCase()) return { kind: "place", resource: "user", id };
	}
	const other = count === 0 ? await findById(text) : null;
	const lines = users.slice(0, USERS_PAGE_SIZE).map(userLine);
	return other ?? { kind: "users", users: lines, total, unread, unreadable };
}
