import "server-only";
import { clientNames } from "@/lib/dashboard/management/applications/read-applications";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { labelOf, searchUsers } from "@/lib/dashboard/management/users";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import type { JumpApplication, JumpTemplates, JumpToken, JumpUser } from "./jump-option";

const TEMPLATES_MAX = 100;

/** The newest templates, with one call to the tenant. @throws SessionError, ManagementError */
export async function readJumpTemplates(): Promise<JumpTemplates> {
	const { templates, unreadable, next } = await listTemplates(undefined, TEMPLATES_MAX);
	return {
		templates: templates.map(({ id, name }) => ({ id, name: name || id })),
		hasMore: next !== null || unreadable > 0,
	};
}

/** The applications by name; none where the tenant does not let this console list them. @throws SessionError */
export async function readJumpApplications(): Promise<JumpApplication[]> {
	return Array.from(await clientNames(), ([id, name]) => ({ id, name }));
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
export async function findJumpUsers(text: string): Promise<JumpUser[] | null> {
	try {
		return (await searchUsers(text)).map((user) => {
			const label = labelOf(user);
			return { id: user.user_id, label, name: user.name && user.name !== label ? user.name : null };
		});
	} catch (error) {
		if (error instanceof ManagementError && (error.kind === "scope" || error.kind === "no-area")) return null;
		throw error;
	}
}
