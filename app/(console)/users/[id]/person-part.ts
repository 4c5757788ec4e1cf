import "server-only";
import type { Clock } from "@/components/ui/time-text";
import { resources } from "@/lib/dashboard/resources/resources";
import type { WriteName } from "@/lib/dashboard/resources/writes";
import type { Role } from "@/lib/dashboard/session/permissions";
import { type Presence, presenceOf } from "../../_revocation/presence";
import { type RequestedRevocation, requestedRevocation } from "../../_revocation/requested-revocation";

export type PersonPart = {
	userId: string;
	/** How the page names the person. */
	person: string;
	role: Role;
	clock: Clock;
	requested: Requested;
	page: string;
};

/** What an address says to look at: the end of a session by its id, or of all; the revocation of all refresh tokens, or that they stay. */
export type Pointers = { ended?: string; revoked?: "all"; kept?: "tokens" };

/** Reads it from the address that an action redirects to. */
export function readPointers({ ended, revoked, kept }: Record<string, string | string[] | undefined>): Pointers {
	return {
		...(typeof ended === "string" && ended !== "" ? { ended } : {}),
		...(revoked === "all" ? { revoked } : {}),
		...(kept === "tokens" ? { kept } : {}),
	};
}

/** What the admin requested of the user's page a short time ago. */
export type Requested = {
	session: ({ id: string; presence: Presence } & RequestedRevocation) | null;
	allSessions: RequestedRevocation | null;
	allTokens: RequestedRevocation | null;
	/** The refresh tokens were to stay. */
	keptTokens: boolean;
};

const { session, "refresh token": token } = resources;
const endsSessionsAlone: WriteName[] = ["delete_user_sessions", "post_user_revoke_access preserve_refresh_tokens"];

/** The part of it that the audit trail confirms. @throws SessionError */
export async function readRequested(userId: string, { ended, revoked, kept }: Pointers): Promise<Requested> {
	const isAll = ended === "all";
	const [one, allSessions, allTokens, alone] = await Promise.all([
		ended && !isAll ? requestedRevocation(session.ends.one, ended, userId) : null,
		isAll ? requestedRevocation(session.ends.all, userId) : null,
		revoked ? requestedRevocation(token.ends.all, userId) : null,
		isAll && kept ? requestedRevocation(endsSessionsAlone, userId) : null,
	]);
	return {
		session: one && ended ? { ...one, id: ended, presence: await presenceOf("session", ended) } : null,
		allSessions,
		allTokens,
		keptTokens: alone !== null,
	};
}
