import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { User } from "@/lib/contract/user";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { readCheckpointList } from "@/lib/dashboard/management/checkpoint-list";
import { listApplicationRefreshTokens, listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen-names";
import { labelOf } from "@/lib/dashboard/management/seen-users";
import { missingScope } from "@/lib/dashboard/management/tenant-link/missing-scope";
import { searchUsers, USER_SEARCH_SIZE, userLabel } from "@/lib/dashboard/management/users";
import { accessTo } from "@/lib/dashboard/session/admin-role";
import { requirePermission } from "@/lib/dashboard/session/session";
import { isDeviceChanged, timeOf } from "../../_device/flags";
import { tokenName } from "../_token/token-name";
import { findById, placeByForm, unless } from "./find-by-id";
import type { ApplicationFilter, FoundUser, TokenLine, TokenSearchResult } from "./token-search-result";

/**
 * Looks up a text as a token's, session's or application's identifier, a user's identifier, an e-mail address or the
 * beginning of a name. Each lookup is a request to a tenant that may allow two a second, and an unknown identifier is a 404 in the list of calls: the form of the
 * text determines the requests, and users are searched before a text that merely may be an identifier is looked up.
 * @throws SessionError, ManagementError
 */
export async function findTokens(text: string): Promise<TokenSearchResult> {
	const isUserId = /^[^|\s]+\|[^|\s]+$/.test(text);
	const found = isUserId ? await tokensOfUserId(text) : placeByForm(text);
	if (found) return found;
	const matches = await unless(["scope", "no-area"], searchUsers(text));
	const exact = matches?.users.find(({ email }) => email?.toLowerCase() === text.toLowerCase());
	const only = matches?.count === 1 ? matches.users[0] : exact;
	if (only) return tokensOf(foundUser(only));
	if (matches && matches.count > 0) {
		const { users, unread, unreadable, count } = matches;
		return {
			kind: "users",
			users: users.map(foundUser),
			unread,
			unreadable,
			mayBeMore: count === USER_SEARCH_SIZE,
		};
	}
	return (await findById(text)) ?? { kind: "nothing", text, noUserSearch: matches === null };
}

/** One checkpoint page of the tokens of a user. @throws SessionError, ManagementError */
export async function tokensOfUser(userId: string, choice: TokenChoice): Promise<TokenSearchResult> {
	return tokensOf({ id: userId, label: await userLabel(userId), name: null }, choice);
}

/** All tokens of a user, read page by page, up to `REVOKE_TOKENS_MAX`. `isCut`: there are more. */
export async function allTokensOfUser(
	userId: string,
): Promise<{ user: FoundUser; tokens: TokenLine[]; unreadable: number; isCut: boolean }> {
	const user = { id: userId, label: await userLabel(userId), name: null };
	const { items, unreadable, hasMore } = await readCheckpointList(async (from) => {
		const page = await listUserRefreshTokens(userId, from);
		return { ...page, items: page.tokens };
	}, REVOKE_TOKENS_MAX);
	const names = await clientNames(items.map(({ client_id }) => client_id));
	const tokens = items.slice(0, REVOKE_TOKENS_MAX).map((token) => tokenLine(token, names, user.id));
	return { user, tokens, unreadable, isCut: hasMore };
}

async function tokensOfUserId(userId: string): Promise<TokenSearchResult | null> {
	const found = await unless(["not-found", "rejected"], tokensOf({ id: userId, label: userId, name: null }));
	if (found?.kind !== "tokens") return null;
	return { ...found, user: { ...found.user, label: await userLabel(userId) } };
}

async function tokensOf(user: FoundUser, choice: TokenChoice = {}): Promise<TokenSearchResult> {
	const [{ tokens, unreadable, next, loaded, clientIds }] = await Promise.all([
		listTokens(user.id, choice),
		clientNames(),
	]);
	const names = await clientNames(clientIds);
	const lines = tokens.map((token) => tokenLine(token, names, user.id));
	const filter = { ...applications(names, clientIds, choice.clientId), loaded };
	const { role } = await requirePermission("look");
	const access = await accessTo(role, user.id);
	const lacked = {
		edit: missingScope("patch_refresh-tokens_by_id"),
		revoke: missingScope("delete_refresh-tokens_by_id"),
	};
	return { kind: "tokens", user, tokens: lines, unreadable, filter, next, isFirst: !choice.from, access, lacked };
}

function applications(names: ReadonlyMap<string, string>, clientIds: string[], clientId: string | undefined) {
	const application = (id: string) => ({ id, name: names.get(id) ?? id });
	const byName = (ids: Iterable<string>) =>
		[...ids].map(application).sort((one, other) => one.name.localeCompare(other.name, "en"));
	const used = new Set(clientId === undefined ? clientIds : [...clientIds, clientId]);
	const others = [...names.keys()].filter((id) => !used.has(id));
	return {
		chosen: clientId === undefined ? null : application(clientId),
		used: byName(used),
		others: byName(others),
	} satisfies Partial<ApplicationFilter>;
}

/** Notes the token's name for the activity. @param names of applications by identifier */
export function tokenLine(token: RefreshToken, names: ReadonlyMap<string, string>, userId: string): TokenLine {
	const name = tokenName(token, names);
	noteOwnedName(token.id, names.get(token.client_id ?? ""), userId);
	return {
		id: token.id,
		...name,
		isDeviceChanged: isDeviceChanged(token.device),
		createdAt: timeOf(token.created_at),
		lastExchangedAt: token.last_exchanged_at === null ? null : (timeOf(token.last_exchanged_at) ?? undefined),
		idleExpiresAt: timeOf(token.idle_expires_at),
		expiresAt: timeOf(token.expires_at),
		rotating: token.rotating ?? null,
		metadataKeys:
			token.refresh_token_metadata === undefined ? null : Object.keys(token.refresh_token_metadata ?? {}).length,
	};
}

function foundUser(user: User): FoundUser {
	const label = labelOf(user);
	return { id: user.user_id, label, name: user.name && user.name !== label ? user.name : null };
}

/** Selects a user's tokens: from a checkpoint on, of one application. */
type TokenChoice = { from?: string | undefined; clientId?: string | undefined };

type ChosenTokens = {
	tokens: RefreshToken[];
	unreadable: number;
	next: string | null;
	/** The applications of all loaded tokens. */
	clientIds: string[];
	/** Where the tenant does not filter: how many tokens were loaded and filtered here. */
	loaded: number | null;
};

/**
 * One checkpoint page of a user's tokens. Not every tenant filters by application: where one refuses, or has no such
 * endpoint, the plain list is requested and filtered here.
 * @throws SessionError, ManagementError
 */
async function listTokens(userId: string, { from, clientId }: TokenChoice): Promise<ChosenTokens> {
	if (clientId === undefined) return { ...(await plain(userId, from)), loaded: null };
	try {
		return { ...page(await listApplicationRefreshTokens(userId, clientId, from)), loaded: null };
	} catch (error) {
		if (!(error instanceof ManagementError && REFUSALS.includes(error.kind))) throw error;
		const all = await plain(userId, from);
		const tokens = all.tokens.filter((token) => token.client_id === clientId);
		return { ...all, tokens, loaded: all.tokens.length };
	}
}

const REFUSALS: readonly string[] = ["scope", "forbidden", "not-found", "no-area"];

async function plain(userId: string, from: string | undefined) {
	return page(await listUserRefreshTokens(userId, from));
}

function page({ tokens, unreadable, next }: Omit<ChosenTokens, "clientIds" | "loaded">) {
	const clientIds = [...new Set(tokens.flatMap(({ client_id }) => client_id ?? []))];
	return { tokens, unreadable, next, clientIds };
}

/** The most tokens that are revoked from one page. */
export const REVOKE_TOKENS_MAX = 500;
