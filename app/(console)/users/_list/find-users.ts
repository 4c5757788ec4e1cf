import "server-only";
import { listUsers, USERS_PAGE_SIZE } from "@/lib/dashboard/management/users";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { type UserLine, userLine } from "./user-line";

export type ListedUsers = { kind: "users"; users: UserLine[]; total: number | null };

/**
 * One page of the users whose name, e-mail address or identifier begins with the text; of all without one. A whole
 * identifier or address that only one user has leads to that user.
 * @param page from 0
 * @throws SessionError, ManagementError
 */
export async function findUsers(text: string, page: number): Promise<ListedUsers | { kind: "place"; href: string }> {
	const { users, total } = await listUsers({ text, page });
	const [only] = users;
	const isWhole = [only?.user_id, only?.email?.toLowerCase()].includes(text.toLowerCase()) || only?.user_id === text;
	if (only && users.length === 1 && page === 0 && isWhole) return { kind: "place", href: pageOf("user", only.user_id) };
	return { kind: "users", users: users.slice(0, USERS_PAGE_SIZE).map(userLine), total: total ?? null };
}
