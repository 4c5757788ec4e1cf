import "server-only";
import { clientNames, partOfClients } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { labelOf } from "@/lib/dashboard/management/seen-users";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { searchUsers } from "@/lib/dashboard/management/users";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import type { JumpApplication, JumpTemplates, JumpToken, JumpUser, JumpUsersResponse } from "./jump-option";

const TEMPLATES_MAX = 100;

/** The newest templates, with one call to the tenant. @throws SessionError, ManagementError */
export async function readJumpTemplates(): Promise<JumpTemplates> {
	const { templates, unreadable, next } = await listTemplates(undefined, TEMPLATES_MAX);
	return {
		templates: templates.map(({ id, name }) => ({ id, name: name || id })),
		hasMore: next !== null || unreadable > 0,
	};
}

/**
 * The applications by name; none where the tenant does not let this console list them.
 * `applicationsRead`: their number, where the tenant has more.
 * @throws SessionError
 */
export async function readJumpApplications(): Promise<{ applications: JumpApplication[]; applicationsRead?: number }> {
	const applications = Array.from(await clientNames(), ([id, name]) => ({ id, name }));
	const part = await partOfClients();
	return { applications, ...(part !== null && { applicationsRead: part }) };
}

/** The tokens that an admin opened last, from the console's own store. */
export async function readJumpTokens(subject: string): Promise<JumpToken[]> {
	const opened = await listOpenedTokens(subject);
	return opened.map(({ tokenId, user, application }) => ({ id: tokenId, user, application }));
}

/**
 * Users by e-mail address, name or identifier, with one call to the tenant; null where it does not let this console
 * search them. @throws SessionError, ManagementError
 */
export async function findJumpUsers(
	text: string,
): Promise<Pick<JumpUsersResponse, "unreadableUsers"> & { users: JumpUser[] | null }> {
	try {
		const { users, unread, unreadable } = await searchUsers(text);
		const found = users.map((user) => {
			const label = labelOf(user);
			return { id: user.user_id, label, name: user.name && user.name !== label ? user.name : null };
		});
		const missing = unread + unreadable;
		return { users: found, ...(missing > 0 && { unreadableUsers: missing }) };
	} catch (error) {
		if (error instanceof ManagementError && (error.kind === "scope" || error.kind === "no-area"))
			return { users: null };
		throw error;
	}
}
