import type { IdentityService } from "../../../identity-service";
import { beginLogout, logoutCookie } from "./logout-flow";
import { forgetParticipants, participantsOf } from "./participants";
import { reachableBy } from "./reachable";

/**
 * The way round the applications of a session that has ended, back to where its logout leads.
 * @param sessionUid of the session that has ended
 * @param returnTo absolute
 * @returns where the browser goes first, and the cookie that goes with it; null where nobody is to be told
 */
export async function beginRound(
	service: IdentityService,
	sessionUid: string,
	returnTo: string,
): Promise<{ location: string; cookie: string } | null> {
	const told = await participantsOf(service, sessionUid);
	await forgetParticipants(service, sessionUid);
	const reached = await Promise.all(told.map(({ clientId }) => reachableBy(service, clientId)));
	const [first] = reached.filter((application) => application !== null);
	if (!first) return null;
	const token = await beginLogout(service, {
		origin: { kind: "address", returnTo },
		...{ sessions: [], asked: null, isPartial: false },
		waiting: told.map(({ clientId, nameId, nameIdFormat, sessionIndex }) => {
			return { clientId, nameId, nameIdFormat, sessionIndexes: [sessionIndex] };
		}),
	});
	const path = `samlp/${encodeURIComponent(first.client.client_id)}/logout`;
	return { location: new URL(path, service.config.issuer).href, cookie: logoutCookie(service, token) };
}
