import type { Clock } from "@/components/ui/time-text";
import type { Role } from "@/lib/dashboard/session/permissions";

/** What the parts of a person's page have in common. */
export type PersonPart = {
	userId: string;
	/** How the page names the person. */
	person: string;
	/** Of the admin. */
	role: Role;
	clock: Clock;
	requested: Requested;
};

/**
 * What was requested of a user's page: the end of a session by its id, or of all; the revocation of all refresh tokens, or
 * that they stay.
 */
export type Requested = { ended?: string; revoked?: "all"; kept?: "tokens" };

/** Reads it from the address that an action redirects to. */
export function readRequested({ ended, revoked, kept }: Record<string, string | string[] | undefined>): Requested {
	return {
		...(typeof ended === "string" && ended !== "" ? { ended } : {}),
		...(revoked === "all" ? { revoked } : {}),
		...(kept === "tokens" ? { kept } : {}),
	};
}
