import "server-only";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { actorNames, sessionName } from "@/lib/dashboard/devices/opened-by";
import { clientLogouts, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { noArea } from "@/lib/dashboard/management/call/errors";
import { clientIdsOf } from "@/lib/dashboard/management/held-by-users";
import { readCheckpointList } from "@/lib/dashboard/management/list-pages";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen";
import { listUserSessions } from "@/lib/dashboard/management/sessions";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { type Presence, presenceOfEach } from "../../_revocation/presence";
import { tokenLine } from "../../refresh-tokens/find-tokens";

const PAGE_SIZE = 50;

/** How many there are; `isAtLeast`: or more. */
export type CountOfAll = { count: number; isAtLeast: boolean };

/**
 * A user's sessions and refresh tokens, each of which may be refused alone; the tokens as `lines` of tables, of which those
 * `apart` stand under none of the sessions; the names of applications, and what these are notified of.
 */
export type SignIns = Awaited<ReturnType<typeof readSignIns>>;
export type TokenApart = SignIns["apart"][number];

/**
 * One call each for the first page of both lists.
 * @param user is waited for: the names of sessions and tokens in the activity contain the user's
 * @param pages how many checkpoint pages of each list are read
 */
export async function readSignIns(userId: string, user: Promise<unknown>, pages: number) {
	const atLeast = pages * PAGE_SIZE;
	const [sessions, tokens] = await Promise.all([
		outcomeOf(
			readCheckpointList((from) => listUserSessions(userId, from).catch(noArea), atLeast),
			"user",
		),
		outcomeOf(readTokens(userId, atLeast), "user"),
		clientNames(),
		user,
	]);
	const [listed, issued] = [sessions.value?.items ?? [], tokens.value?.items ?? []];
	const names = await clientNames([...listed.flatMap(clientIdsOf), ...issued.map(({ client_id }) => client_id)]);
	const actorName = await actorNames(listed);
	for (const session of listed) noteOwnedName(session.id, sessionName(session, actorName), userId);
	const lines = issued.map((token) => ({ ...tokenLine(token, names, userId), sessionId: token.session_id }));
	const ids = new Set(listed.map(({ id }) => id));
	const apart = lines.filter(({ sessionId }) => !sessionId || !ids.has(sessionId));
	const isWhole = sessions.value && !sessions.value.hasMore && sessions.value.unreadable === 0;
	const presence = await presenceOfEach(isWhole ? apart.flatMap(({ sessionId }) => sessionId ?? []) : []);
	return {
		sessions,
		tokens,
		lines,
		apart: apart.map((line) => ({ ...line, reason: reasonApart(line.sessionId, presence) })),
		names,
		actorName,
		logouts: await clientLogouts(),
	};
}

async function readTokens(userId: string, atLeast: number) {
	let total: number | null = null;
	const read = await readCheckpointList(async (from) => {
		const page = await listUserRefreshTokens(userId, from, from === undefined).catch(noArea);
		total ??= page.total ?? null;
		return page;
	}, atLeast);
	const all: CountOfAll = {
		count: total ?? read.items.length + read.unreadable,
		isAtLeast: total === null && read.hasMore,
	};
	return { ...read, all };
}

/** Why a token stands under no session. That one has ended is decided by a read of it, not by a list without it. */
function reasonApart(sessionId: string | null | undefined, presence: ReadonlyMap<string, Presence>): string {
	if (!sessionId) return sessionId === undefined ? "Session not reported" : "Without a session";
	return presence.get(sessionId) === "ended" ? "Session has ended" : "Session not listed here";
}

/** The identifiers of the sessions and tokens, as far as they were read. */
export function idsIn({ sessions, lines }: SignIns): string[] {
	return [...(sessions.value?.items ?? []), ...lines].map(({ id }) => id);
}

/** The latest of which the profile, or a session of the user's own, says when it was. */
export function lastSignIn(lastLogin: unknown, signIns: SignIns | null): string | null {
	const own = (signIns?.sessions.value?.items ?? []).filter(({ actor }) => !actor);
	const times = [lastLogin, ...own.map(({ authenticated_at }) => authenticated_at)].flatMap(
		(time) => timeOf(time) ?? [],
	);
	return times.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null;
}
