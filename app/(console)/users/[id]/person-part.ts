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

/** What the admin requested of the user's sessions and tokens a short time ago. @throws SessionError */
export async function readRequested(writes: readonly AuditEntry[]) {
	const [one, allSessions, allTokens] = await Promise.all(
		[session.ends.one, session.ends.all, token.ends.all].map((operations) => requestedRevocation(operations, writes)),
	);
	return {
		session: one && { id: one.target, presence: await presenceOf("session", one.target) },
		allSessions,
		allTokens,
	};
}
