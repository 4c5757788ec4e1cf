import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { operations } from "@/lib/contract/operations";
import { clientNames, partOfClients } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { labelOf } from "@/lib/dashboard/management/seen";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { searchUsers, USER_SEARCH_SIZE } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import { printOfRequest } from "@/lib/dashboard/templates/request-print";
import type { Found, JumpResponse } from "./jump";

const TEMPLATES_MAX = 100;

/**
 * What the palette begins with, with one call to the tenant for each resource: the newest templates, the applications by
 * name (none where the tenant does not let this console list them), and the tokens that this admin opened last. What could
 * be read is there even where the rest could not.
 */
export async function readJumpStart(subject: string): Promise<JumpResponse> {
	const [templates, tokens, applications] = await Promise.all([
		outcomeOf(newestTemplates(), "template"),
		outcomeOf(openedTokens(subject), "refresh token"),
		outcomeOf(applicationsByName(), "application"),
	]);
	const unread = templates.problem ?? tokens.problem;
	const found = [templates, tokens, applications].flatMap((outcome) => (outcome.problem ? [] : outcome.value));
	return unread ? { found, unread } : { found };
}

async function newestTemplates(): Promise<Found> {
	const { templates } = await listTemplates(undefined, TEMPLATES_MAX);
	return {
		what: "template",
		are: "newest",
		found: templates.map(({ id, name, presentation }) => ({
			id,
			name: nameOrId(name, id),
			print: printOfRequest({ presentation }),
		})),
	};
}

async function applicationsByName(): Promise<Found> {
	const found = Array.from(await clientNames(), ([id, name]) => ({ id, name }));
	const part = await partOfClients();
	return { what: "application", are: "by name", found, ...(part !== null && { searched: part }) };
}

async function openedTokens(subject: string): Promise<Found> {
	const opened = await listOpenedTokens(subject);
	const found = opened.map(({ tokenId, user, application }) => ({
		id: tokenId,
		name: [user, application].filter(Boolean).join(" · ") || null,
	}));
	return { what: "refresh token", are: "opened recently", found };
}

/** The users with this e-mail address, name or identifier, with one call to the tenant. @throws SessionError, ManagementError */
export async function findJumpUsers(text: string): Promise<JumpResponse> {
	try {
		const { users, unread, unreadable, count } = await searchUsers(text);
		const isWhole = users.length === count && count < USER_SEARCH_SIZE;
		const found = users.map((user) => {
			const name = labelOf(user);
			return { id: user.user_id, name, ...(user.name && user.name !== name && { detail: user.name }) };
		});
		const missing = unread + unreadable;
		const matching = missing === 1 ? "1 user that matches" : `${missing} users that match`;
		return {
			found: [{ what: "user", are: "matching", found, isWhole }],
			...(missing > 0 && { notes: [`${matching} could not be read.`] }),
		};
	} catch (error) {
		if (!(error instanceof ManagementError) || (error.kind !== "scope" && error.kind !== "no-area")) throw error;
		const scopes = operations.get_users.scopes.join(" or ");
		return { found: [], notes: [`Users can't be searched: the tenant has not granted this console ${scopes}.`] };
	}
}
