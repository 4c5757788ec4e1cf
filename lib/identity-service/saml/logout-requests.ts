import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { participantBy } from "../sessions/participants";
import { beginLogout, type LogoutFlow } from "./logout-flow";
import type { Reachable } from "./logout-message";
import type { Received } from "./receive";

/**
 * Begins what an application asks for (SAML core 2.0 section 3.7.3.2): the end of the sessions that it names, by what it
 * was told of them. Without signatures nobody knows who asks: then only who can name a session ends it.
 * @returns the logout's token
 * @throws Refusal
 */
export async function beginRequestedLogout(
	service: IdentityService,
	{ client }: Reachable,
	message: Received<"LogoutRequest">,
): Promise<string> {
	const { sessionIndexes, nameId, isSigned } = message;
	const named = await Promise.all(sessionIndexes.map((index) => participantBy(service, index)));
	const own = named.flatMap((found) =>
		found?.clientId === client.client_id && found.nameId === nameId ? [found.sessionUid] : [],
	);
	if (!isSigned && (own.length === 0 || own.length < named.length)) {
		throw messageRefusal(
			"The request is not signed, and does not name a session of this application by its SessionIndex and NameID.",
		);
	}
	const origin: LogoutFlow["origin"] = {
		...{ kind: "request", clientId: client.client_id, requestId: message.id },
		...{ nameId, relayState: message.relayState },
	};
	const sessions = sessionIndexes.length === 0 ? null : [...new Set(own)];
	return beginLogout(service, { origin, sessions, waiting: null, asked: null, isPartial: false });
}
