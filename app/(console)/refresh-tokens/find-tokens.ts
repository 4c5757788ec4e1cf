import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { User } from "@/lib/contract/user";
import { isDeviceChanged, timeOf } from "@/lib/dashboard/devices/flags";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import type { ManagementErrorKind } from "@/lib/dashboard/management/call/errors";
import { readCheckpointList } from "@/lib/dashboard/management/list-pages";
import { listApplicationRefreshTokens, listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { labelOf, noteOwnedName } from "@/lib/dashboard/management/seen";
import { searchUsers, USER_SEARCH_SIZE, userLabel } from "@/lib/dashboard/management/users";
import { resourceOfId } from "@/lib/dashboard/resources/resources";
import { findWords } from "@/lib/dashboard/search-text";
import { accessTo, requirePermission } from "@/lib/dashboard/session/session";
import { findById, placeByForm, unless } from "./find-by-id";

export type FoundUser = { id: string; label: string; name: string | null };
export type Application = { id: string; name: string };
export type TokenLine = ReturnType<typeof tokenLine>;
export type TokensOfUser = Awaited<ReturnType<typeof tokensOf>>;
export type TokenSearchResult = Awaited<ReturnType<typeof findTokens>>;

/**
 * Looks up a text as a token's, session's or application's identifier, a user's identifier, an e-mail address or the
 * beginning of a name. Each lookup is a request to a tenant that may allow two a second, and an unknown identifier is a 404 in
 * the list of calls: the form of the text determines the requests, and users are searched before a text that merely may be an
 * identifier is looked up.
 * @returns missing among the users: `unread` that are too large alone, `unreadable` that could not be read; `noUserSearch`:
 * the tenant does not let this console search users, so only identifiers can be found
 * @throws SessionError, ManagementError
 */
export async function findTokens(text: string) {
	const found = resourceOfId(text) === "user" ? await tokensOfUserId(text) : placeByForm(text);
	if (found) return found;
	const matches = await unless(["scope", "no-area"], searchUsers(text));
	const only = matches && meantBy(text, matches);
	if (only) return tokensOf(foundUser(only));
	if (matches && matches.count > 0) {
		const { unread, unreadable, count } = matches;
		const users = matches.users.map(foundUser);
		return { kind: "users" as const, users, unread, unreadable, mayBeMore: count === USER_SEARCH_SIZE };
	}
	return (await findById(text)) ?? { kind: "nothing" as const, text, noUserSearch: matches === null };
}

/**
 * The user that a text means: the one with that address, the only one found, or of all that are found the only one in whom
 * words begin with it.
 */
function meantBy(text: string, { users, count }: Awaited<ReturnType<typeof searchUsers>>): User | undefined {
	if (count === 1) return users[0];
	const exact = users.find(({ email }) => email?.toLowerCase() === text.toLowerCase());
	const begun = users.filter(({ email, name }) => findWords(text, [email, name]) === "at the beginning");
	const isWhole = users.length === count && count < USER_SEARCH_SIZE;
	return exact ?? (isWhole && begun.length === 1 ? begun[0] : undefined);
}

/** One checkpoint page of the tokens of a user. @throws SessionError, ManagementError */
export async function tokensOfUser(userId: string, choice: TokenChoice) {
	return tokensOf({ id: userId, label: await userLabel(userId), name: null }, choice);
}

/** The most tokens that are revoked from one page. */
export const REVOKE_TOKENS_MAX = 500;

/** All tokens of a user, read page by page, up to `REVOKE_TOKENS_MAX`. `isCut`: there are more. */
export async function allTokensOfUser(userId: string) {
	const label = await userLabel(userId);
	const list = (from: string | undefined) => listUserRefreshTokens(userId, from);
	const { items, unreadable, hasMore } = await readCheckpointList(list, REVOKE_TOKENS_MAX);
	const names = await clientNames(items.map(({ client_id }) => client_id));
	const tokens = items.slice(0, REVOKE_TOKENS_MAX).map((token) => tokenLine(token, names, userId));
	return { label, tokens, unreadable, isCut: hasMore };
}

async function tokensOfUserId(userId: string) {
	const found = await unless(["not-found", "rejected"], tokensOf({ id: userId, label: userId, name: null }));
	return found && { ...found, user: { ...found.user, label: await userLabel(userId) } };
}

async function tokensOf(user: FoundUser, choice: TokenChoice = {}) {
	const [{ items, unreadable, next, loaded }] = await Promise.all([listTokens(user.id, choice), clientNames()]);
	const clientIds = items.flatMap(({ client_id }) => client_id ?? []);
	const names = await clientNames(clientIds);
	const { role } = await requirePermission("look");
	return {
		kind: "tokens" as const,
		user,
		tokens: items.map((token) => tokenLine(token, names, user.id)),
		/** How many others of the page could not be read. */
		unreadable,
		/** Whether those of one application are shown. `loaded`: where the tenant does not filter, of how many. */
		filter: { ...applications(names, clientIds, choice.clientId), loaded },
		next,
		isFirst: !choice.from,
		access: await accessTo(role, user.id),
	};
}

/** The applications of the loaded tokens, and the tenant's others; both by name. */
function applications(names: ReadonlyMap<string, string>, clientIds: string[], clientId: string | undefined) {
	const application = (id: string): Application => ({ id, name: names.get(id) ?? id });
	const byName = (ids: Iterable<string>) =>
		[...ids].map(application).sort((one, other) => one.name.localeCompare(other.name, "en"));
	const used = new Set(clientId === undefined ? clientIds : [...clientIds, clientId]);
	return {
		chosen: clientId === undefined ? null : application(clientId),
		used: byName(used),
		others: byName([...names.keys()].filter((id) => !used.has(id))),
	};
}

/** Notes the token's name for the activity. @param names of applications by identifier */
export function tokenLine(token: RefreshToken, names: ReadonlyMap<string, string>, userId: string) {
	const { id, client_id, device, refresh_token_metadata, last_exchanged_at } = token;
	noteOwnedName(id, names.get(client_id ?? ""), userId);
	return {
		id,
		application: client_id ? (names.get(client_id) ?? client_id) : "not reported",
		device: lastDeviceName(device),
		/** The latest exchange came from another IP address or user agent than the first. */
		isDeviceChanged: isDeviceChanged(device),
		createdAt: timeOf(token.created_at),
		/** Null: never; undefined: the tenant does not report it. */
		lastExchangedAt: last_exchanged_at === null ? null : (timeOf(last_exchanged_at) ?? undefined),
		idleExpiresAt: timeOf(token.idle_expires_at),
		expiresAt: timeOf(token.expires_at),
		rotating: token.rotating ?? null,
		/** Null where the tenant does not report its metadata. */
		metadataKeys: refresh_token_metadata === undefined ? null : Object.keys(refresh_token_metadata ?? {}).length,
	};
}

function foundUser(user: Parameters<typeof labelOf>[0]): FoundUser {
	const label = labelOf(user);
	return { id: user.user_id, label, name: user.name && user.name !== label ? user.name : null };
}

/** Selects a user's tokens: from a checkpoint on, of one application. */
type TokenChoice = { from?: string | undefined; clientId?: string | undefined };

/**
 * One checkpoint page of a user's tokens. Not every tenant filters by application: where one refuses, or has no such
 * endpoint, the plain list is requested and filtered here.
 * @throws SessionError, ManagementError
 */
async function listTokens(userId: string, { from, clientId }: TokenChoice) {
	const filtered =
		clientId === undefined ? null : await unless(REFUSALS, listApplicationRefreshTokens(userId, clientId, from));
	if (filtered) return { ...filtered, loaded: null };
	const all = await listUserRefreshTokens(userId, from);
	if (clientId === undefined) return { ...all, loaded: null };
	return { ...all, items: all.items.filter(({ client_id }) => client_id === clientId), loaded: all.items.length };
}

const REFUSALS: ManagementErrorKind[] = ["scope", "forbidden", "not-found", "no-area"];
