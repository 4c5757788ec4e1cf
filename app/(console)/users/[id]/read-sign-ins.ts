import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { actorNames, sessionName } from "@/lib/dashboard/devices/opened-by";
import { clientLogouts, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { noArea } from "@/lib/dashboard/management/call/errors";
import { readCheckpointList } from "@/lib/dashboard/management/checkpoint-list";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen-names";
import { clientIdsOf, listUserSessions } from "@/lib/dashboard/management/sessions";
import { type Outcome, outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { presenceOfEach } from "../../_revocation/presence";
import { tokenLine } from "../../refresh-tokens/find-tokens";
import { sessionLine, tokensBySession, unlistedSessions } from "./session-lines";

const PAGE_SIZE = 50;
export const PAGES_MAX = 10;

/** How many checkpoint pages of each list are shown. */
export type ShownPages = { sessions: number; tokens: number };

export function readShownPages({ sessions, tokens }: Record<string, string | string[] | undefined>): ShownPages {
	const pages = (text: unknown) => (typeof text === "string" && /^[1-9]\d?$/.test(text) ? Number(text) : 1);
	return { sessions: Math.min(pages(sessions), PAGES_MAX), tokens: Math.min(pages(tokens), PAGES_MAX) };
}

/** How many there are; `isAtLeast`: or more. */
export type CountOfAll = { count: number; isAtLeast: boolean };

/** A user's sessions with the refresh tokens that they gave rise to, and the tokens apart. Each part may be refused alone. */
export type SignIns = Awaited<ReturnType<typeof readSignIns>>;
export type ReadSessions = NonNullable<SignIns["sessions"]["value"]>;
export type ReadTokens = NonNullable<SignIns["tokens"]["value"]>;

/**
 * One call each for the first page of both lists.
 * @param user is waited for: the names of sessions and tokens in the activity contain the user's
 */
export async function readSignIns(userId: string, user: Promise<unknown>, pages: ShownPages) {
	let total: number | null = null;
	const [sessions, tokens] = await Promise.all([
		outcomeOf(
			readCheckpointList((from) => listUserSessions(userId, from).catch(noArea), pages.sessions * PAGE_SIZE),
			"user",
		),
		outcomeOf(
			readCheckpointList(async (from) => {
				const page = await listUserRefreshTokens(userId, from, from === undefined).catch(noArea);
				total ??= page.total ?? null;
				return page;
			}, pages.tokens * PAGE_SIZE),
			"user",
		),
		clientNames(),
		user,
	]);
	const names = await clientNames([
		...(sessions.value?.items ?? []).flatMap(clientIdsOf),
		...(tokens.value?.items ?? []).map(({ client_id }) => client_id),
	]);
	const logouts = await clientLogouts();
	const actorName = await actorNames(sessions.value?.items ?? []);
	const lines = (tokens.value?.items ?? []).map((token) => ({ token, line: tokenLine(token, names, userId) }));
	for (const session of sessions.value?.items ?? []) {
		noteOwnedName(session.id, sessionName(session, actorName), userId);
	}
	const listed = sessions.value
		? { items: sessions.value.items, hasMore: sessions.value.hasMore || sessions.value.unreadable > 0 }
		: null;
	const presence = await presenceOfEach("session", unlistedSessions(lines, listed));
	const { under, apart } = tokensBySession(lines, listed, presence);
	return {
		sessions: shownIn(sessions, ({ items, unreadable, hasMore }) => ({
			shown: items.map((session) => ({
				...sessionLine(session, names, actorName),
				tokens: under.get(session.id) ?? [],
			})),
			/** How many others could not be read. */
			unreadable,
			hasMore,
		})),
		tokens: shownIn(tokens, ({ items, unreadable, hasMore }) => ({
			apart,
			shown: lines.map(({ line }) => line),
			unreadable,
			all: { count: total ?? lines.length + unreadable, isAtLeast: total === null && hasMore },
			hasMore,
			ofSession: countBySession(items),
		})),
		logouts,
	};
}

function shownIn<Read, Shown>(outcome: Outcome<Read>, shownOf: (read: Read) => Shown): Outcome<Shown> {
	return outcome.problem ? outcome : { value: shownOf(outcome.value) };
}

/** The identifiers of the sessions and tokens, as far as they were read. */
export function idsIn({ sessions, tokens }: SignIns): string[] {
	const ofSessions = sessions.value?.shown.flatMap(({ id, tokens }) => [id, ...tokens.map(({ id }) => id)]) ?? [];
	return [...ofSessions, ...(tokens.value?.apart ?? []).map(({ id }) => id)];
}

function countBySession(tokens: readonly RefreshToken[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { session_id } of tokens) if (session_id) counts.set(session_id, (counts.get(session_id) ?? 0) + 1);
	return counts;
}
