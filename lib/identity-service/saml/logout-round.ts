import type { IdentityService } from "../context/identity-service";
import type { Participant } from "../sessions/participants";
import { byApplication } from "./by-application";
import { beginLogout, logoutCookie } from "./logout-flow";
import { reachableBy } from "./reachable";

/** Where a logout leads, absolute; `partialReturnTo` where an application could not be told, or did not sign out. */
type WayBack = { returnTo: string; partialReturnTo?: string };

/**
 * The way round the applications that had a part in sessions that have ended, back to where their logout leads.
 * @returns where the browser goes first, and the cookie that goes with it; null where nobody is to be told
 */
export async function beginRound(
	service: IdentityService,
	participants: readonly Participant[],
	wayBack: WayBack,
): Promise<{ location: string; cookie: string } | null> {
	const reached = await Promise.all(participants.map(({ clientId }) => reachableBy(service, clientId)));
	const [first] = reached.filter((application) => application !== null);
	if (!first) return null;
	const token = await beginLogout(service, {
		origin: { kind: "address", ...wayBack },
		...{ sessions: [], asked: null, isPartial: false },
		waiting: byApplication(participants),
	});
	const path = `samlp/${encodeURIComponent(first.client.client_id)}/logout`;
	return { location: new URL(path, service.config.issuer).href, cookie: logoutCookie(service, token) };
}
