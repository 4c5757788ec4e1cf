import { z } from "zod";
import type { IdentityService } from "../context/identity-service";
import { browserFlow } from "../identity-provider/browser-flow";
import type { Participant } from "../sessions/saml-sessions";
import { findLogoutClient } from "./saml-client";

/** For all applications together. */
const LIFETIME_SECONDS = 10 * 60;

const logoutFlow = z.strictObject({
	/** Where the browser returns to: the application of a LogoutRequest, or the address at which another logout ends. */
	origin: z.discriminatedUnion("kind", [
		z.strictObject({
			kind: z.literal("request"),
			clientId: z.string(),
			requestId: z.string(),
			nameId: z.string(),
			relayState: z.string().nullable(),
		}),
		z.strictObject({
			kind: z.literal("address"),
			returnTo: z.string(),
			/** Instead of `returnTo` where an application could not be notified, or did not sign out. */
			partialReturnTo: z.string().optional(),
		}),
	]),
	/** `uid`s of the sessions that end; null: the browser's, which is known once it sends its cookies. */
	sessions: z.array(z.string()).nullable(),
	/** Applications that are still to be notified, with their sessions; null: the sessions haven't ended yet. */
	waiting: z
		.array(
			z.strictObject({
				clientId: z.string(),
				nameId: z.string(),
				nameIdFormat: z.string(),
				sessionIndexes: z.array(z.string()),
			}),
		)
		.nullable(),
	/** The LogoutRequest whose response is awaited. */
	sentRequest: z.strictObject({ clientId: z.string(), requestId: z.string() }).nullable(),
	/** Whether an application could not be notified, or did not sign out. */
	isPartial: z.boolean(),
});
/** A single logout in progress from application to application, stored here so that none of them can change it. */
export type LogoutFlow = z.infer<typeof logoutFlow>;

export const logoutFlows = browserFlow({
	model: "SamlLogout",
	schema: logoutFlow,
	path: "/samlp",
	cookie: "logout",
	lifetimeSeconds: LIFETIME_SECONDS,
});

/** The address at which single logout continues. */
export function logoutEndpoint(
	service: IdentityService,
	clientId: string,
	parameters: Record<string, string> = {},
): string {
	const address = new URL(`samlp/${encodeURIComponent(clientId)}/logout`, service.config.issuer);
	address.search = String(new URLSearchParams(parameters));
	return address.href;
}

/**
 * Begins to notify the applications that took part in sessions that have ended.
 * @param end where the browser goes afterwards, absolute; `partialReturnTo` where one could not be notified or did not sign out
 * @returns where the browser goes first, and the cookie to set; null where none can be notified
 */
export async function beginSingleLogout(
	service: IdentityService,
	participants: readonly Participant[],
	end: { returnTo: string; partialReturnTo?: string },
): Promise<{ location: string; cookie: string } | null> {
	const reached = await Promise.all(participants.map(({ clientId }) => findLogoutClient(service, clientId)));
	const [first] = reached.filter((application) => application !== null);
	if (!first) return null;
	const token = await logoutFlows.begin(service, {
		origin: { kind: "address", ...end },
		sessions: [],
		sentRequest: null,
		isPartial: false,
		waiting: byApplication(participants),
	});
	return {
		location: logoutEndpoint(service, first.client.client_id),
		cookie: logoutFlows.tokenCookie(service, token),
	};
}

/** Each application and user once, with all its sessions. */
export function byApplication(participants: readonly Participant[]): NonNullable<LogoutFlow["waiting"]> {
	const groups = Map.groupBy(participants, ({ clientId, nameId }) => JSON.stringify([clientId, nameId]));
	return [...groups.values()].flatMap((sessions) => {
		const sessionIndexes = sessions.map(({ sessionIndex }) => sessionIndex);
		return sessions
			.slice(-1)
			.map(({ clientId, nameId, nameIdFormat }) => ({ clientId, nameId, nameIdFormat, sessionIndexes }));
	});
}
