import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { Session } from "@/lib/contract/session";
import { isDeviceOfUserChanged, timeOf } from "@/lib/dashboard/devices/flags";
import { type NameOf, openedBy } from "@/lib/dashboard/devices/opened-by";
import { deviceName } from "@/lib/dashboard/devices/user-agent";
import { hasUnnamedClient } from "@/lib/dashboard/management/sessions";
import type { Presence } from "../../_revocation/presence";
import type { TokenLine } from "../../refresh-tokens/find-tokens";
import { applicationsOf } from "../../sessions/logout-notices";

export type SessionLine = ReturnType<typeof sessionLine>;

/**
 * @param applications names by identifier
 * @param actorName the name of one who opened a session as another
 */
export function sessionLine(session: Session, applications: ReadonlyMap<string, string>, actorName: NameOf) {
	const { id, device, authentication, session_metadata } = session;
	/** What is known of a device: its name as the user agent tells it, and its address. */
	const now = { device: deviceName(device?.last_user_agent), ip: device?.last_ip || null };
	const atStart = { device: deviceName(device?.initial_user_agent), ip: device?.initial_ip || null };
	return {
		id,
		now: { device: now.device ?? atStart.device, ip: now.ip ?? atStart.ip },
		atStart,
		isDeviceChanged: isDeviceOfUserChanged(session),
		/** Who opened it as the user, so that the device is not one of the user's; null: the user. */
		openedBy: openedBy(session, actorName),
		/** Null where the tenant does not report them. */
		applications: applicationsOf(session, applications),
		/** It serves another, without a usable ID; undefined where the tenant does not report them. */
		servesUnnamed: hasUnnamedClient(session),
		/** How the user has signed in, as the tenant names it: "pwd", "mfa". */
		methods: [...new Set((authentication?.methods ?? []).flatMap(({ name }) => name ?? []))],
		startedAt: timeOf(session.authenticated_at) ?? timeOf(session.created_at),
		lastUsedAt: timeOf(session.last_interacted_at) ?? timeOf(session.updated_at),
		idleExpiresAt: timeOf(session.idle_expires_at),
		expiresAt: timeOf(session.expires_at),
		/** Null where the tenant does not report its metadata. */
		metadataKeys: session_metadata === undefined ? null : Object.keys(session_metadata ?? {}).length,
	};
}

/** Why a token stands under no session. */
export type Apart =
	| "Without a session"
	| "Session has ended"
	| "Session not listed here"
	| "Session not known"
	| "Session not reported";

export type TokenApart = TokenLine & { session: Apart };

/** `hasMore`: not all are loaded, or can be read. */
type ListedSessions = { items: readonly Pick<Session, "id">[]; hasMore: boolean };

type LoadedTokens = readonly { token: Pick<RefreshToken, "session_id">; line: TokenLine }[];

/**
 * Puts each token under the session that gave rise to it, by `session_id`.
 * @param sessions null where they can't be read
 * @param presence of those that are not listed, as far as it is known: a list alone doesn't tell that one has ended
 */
export function tokensBySession(
	tokens: LoadedTokens,
	sessions: ListedSessions | null,
	presence: ReadonlyMap<string, Presence>,
): { under: Map<string, TokenLine[]>; apart: TokenApart[] } {
	const under = new Map<string, TokenLine[]>((sessions?.items ?? []).map(({ id }) => [id, []]));
	const apart: TokenApart[] = [];
	for (const { token, line } of tokens) {
		const beside = token.session_id ? under.get(token.session_id) : undefined;
		if (beside) beside.push(line);
		else apart.push({ ...line, session: reasonApart(token.session_id, sessions, presence) });
	}
	return { under, apart };
}

function reasonApart(
	sessionId: string | null | undefined,
	sessions: ListedSessions | null,
	presence: ReadonlyMap<string, Presence>,
): Apart {
	if (!sessionId) return sessionId === undefined ? "Session not reported" : "Without a session";
	if (!sessions) return "Session not known";
	if (presence.get(sessionId) === "ended") return "Session has ended";
	return sessions.hasMore || presence.get(sessionId) === "there" ? "Session not listed here" : "Session not known";
}

/** The sessions that tokens name and that are not listed, where the list is complete. */
export function unlistedSessions(tokens: LoadedTokens, sessions: ListedSessions | null): string[] {
	if (!sessions || sessions.hasMore) return [];
	const listed = new Set(sessions.items.map(({ id }) => id));
	return tokens.flatMap(({ token: { session_id } }) => (session_id && !listed.has(session_id) ? [session_id] : []));
}
