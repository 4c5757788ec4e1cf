import { z } from "zod";
import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { Refusal } from "../../http/refusal";
import { browserFlow } from "../../identity-provider/browser-flow";
import { signingMaterial } from "../../identity-provider/signing-material";
import { type Destination, type LogoutMessage, sendLogoutMessage } from "../../saml/outbound-messages";
import { type ProviderSession, providerSession } from "../../sessions/saml-sessions";
import { findConnection } from "../../store/connections";
import { usableCertificates } from "../response/checked-response";
import { LOGOUT_PATH, logoutAddress, type SamlConnection, samlConnection } from "../saml-connection";

/** Time for the provider, and for the applications before it. */
const LIFETIME_SECONDS = 15 * 60;

const notifyingFlow = z.strictObject({
	kind: z.literal("request"),
	/** The session that has ended here, and is to end at the provider. */
	session: providerSession,
	/** The provider's name for users; null: the connection was deleted. */
	label: z.string().nullable(),
	/** Where the browser is redirected at the end, absolute. */
	returnTo: z.string(),
	/** The LogoutRequest that was sent, and whether by HTTP-POST. */
	sentRequest: z.strictObject({ requestId: z.string(), byForm: z.boolean() }).nullable(),
});
/** A logout of this service that notifies a provider. */
export type NotifyingFlow = z.infer<typeof notifyingFlow>;

const respondingFlow = z.strictObject({
	kind: z.literal("response"),
	connectionId: z.string(),
	requestId: z.string(),
	relayState: z.string().nullable(),
});
/** A logout that a provider has requested. The provider gets its response when the applications have been notified. */
export type RespondingFlow = z.infer<typeof respondingFlow>;

export const providerLogouts = browserFlow<NotifyingFlow | RespondingFlow>({
	model: "ProviderLogout",
	schema: z.discriminatedUnion("kind", [notifyingFlow, respondingFlow]),
	path: LOGOUT_PATH,
	cookie: "provider-logout",
	lifetimeSeconds: LIFETIME_SECONDS,
});

/**
 * Begins to notify a provider of the end of a session here.
 * @param returnTo where the browser is redirected at the end; absolute
 * @returns where the browser is redirected first, and the cookie to set
 */
export async function beginAtProvider(
	service: IdentityService,
	session: ProviderSession,
	returnTo: string,
): Promise<{ location: string; cookie: string }> {
	const row = await findConnection(service.database, session.connectionId);
	const label = row && (row.display_name ?? row.name);
	const token = await providerLogouts.begin(service, { kind: "request", session, label, returnTo, sentRequest: null });
	return { location: logoutAddress(service.config), cookie: providerLogouts.tokenCookie(service, token) };
}

/** Why a provider is not notified. */
export type Obstacle = "gone" | "off" | "disabled" | "no-address" | "no-certificate";

export type ReachableProvider = { connection: SamlConnection; destination: Destination };

/** Where a provider is notified of a logout: only where its signed response can be verified. */
export async function reachableProvider(
	service: IdentityService,
	connectionId: string,
): Promise<ReachableProvider | Obstacle> {
	const row = await findConnection(service.database, connectionId);
	if (!row) return "gone";
	const connection = await samlConnection(service, row);
	if (connection.clientIds.length === 0) return "off";
	if (connection.options.disableSignout) return "disabled";
	const destination = logoutDestination(connection);
	if (!destination) return "no-address";
	try {
		usableCertificates(connection, service.now());
		return { connection, destination };
	} catch (error) {
		if (error instanceof Refusal) return "no-certificate";
		throw error;
	}
}

/** @param isResponse some receive responses elsewhere (`ResponseLocation`) */
export function logoutDestination({ options, label }: SamlConnection, isResponse = false): Destination | null {
	const { signOutEndpoint, signOutResponseEndpoint, signOutBinding = HTTP_REDIRECT_BINDING } = options;
	const address = isResponse ? (signOutResponseEndpoint ?? signOutEndpoint) : signOutEndpoint;
	return address === undefined ? null : { label, address, binding: signOutBinding, redirectsAnywhere: true };
}

/** Sends the browser to a provider with a message, by the binding that it is set to. */
export async function sendToProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ connection, destination }: ReachableProvider,
	message: LogoutMessage,
): Promise<Response> {
	const material = await signingMaterial(service, connection.options);
	const sender = { issuer: connection.entityId, now: service.now(), material, expires: true } as const;
	return sendLogoutMessage(request, destination, message, sender);
}
