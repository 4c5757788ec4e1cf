import "server-only";
import type { Clock } from "@/components/ui/time-text";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { presenceOf } from "../../_revocation/presence";
import { requestedRevocation } from "../../_revocation/requested-revocation";
import type { SignIns } from "./read-sign-ins";

export type PersonPart = {
	userId: string;
	/** How the page names the person. */
	person: string;
	/** Towards the person. */
	role: Role;
	clock: Clock;
	requested: Awaited<ReturnType<typeof readRequested>>;
};

/** What the page shows of the person, and of their sessions and refresh tokens. */
export type SignInProps = { signIns: SignIns; part: PersonPart };

const { session, "refresh token": token } = resources;
const endsSessionsAlone = ["delete_user_sessions", "post_user_revoke_access preserve_refresh_tokens"];
const endsTokens: readonly string[] = token.ends.all;

/**
 * What the admin requested a short time ago: the end of one of the user's sessions, or of all, whichever was last; the
 * revocation of all refresh tokens. `keepsTokens`: all sessions were to end, and nobody has requested since that the refresh
 * tokens end as well. @throws SessionError
 */
export async function readRequested(userId: string, writes: readonly AuditEntry[]) {
	const [ofSessions, allTokens] = await Promise.all([
		requestedRevocation([...session.ends.one, ...session.ends.all], writes),
		requestedRevocation(endsTokens, writes),
	]);
	const isOne = ofSessions !== null && ofSessions.target !== userId;
	const mayEndTokens = ({ operation, outcome }: AuditEntry) =>
		endsTokens.includes(operation) && outcome !== "refused" && outcome !== "not-done";
	return {
		session: isOne ? { id: ofSessions.target, presence: await presenceOf(ofSessions.target) } : null,
		allSessions: isOne ? null : ofSessions,
		allTokens,
		keepsTokens:
			ofSessions !== null &&
			endsSessionsAlone.includes(ofSessions.operation) &&
			!writes.some((write) => write.id > ofSessions.id && mayEndTokens(write)),
	};
}

type Query = { pages: number; log: number; before: string | null };
/** The page with some of its query changed. */
export type PageLinks = (changes: Partial<Query & { wait: "yes" }>) => string;

export function pageLinks(path: string, query: Query): PageLinks {
	return (changes) => {
		const changed = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== null && value !== 1);
		const text = new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
		return text === "" ? path : `${path}?${text}`;
	};
}
