import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { samlSettingsOf } from "../clients/addon-settings";
import { absoluteUris } from "../clients/addresses";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal, unregisteredRefusal } from "../http/refusal";
import { clientRealm } from "../identity-provider/entity";
import { type ClientRow, clientSettings, findClient } from "../store/clients";
import { type CheckedMessage, checkedMessage, requireFirstUse } from "./checked-message";
import { transported } from "./transport";

/** An application that signs users in by SAML. */
export type SamlClient = { client: ClientRow; settings: SamlSettings };

/** One that single logout notifies, at its `callback`. */
export type LogoutClient = SamlClient & { callback: string };

/** `relayState` is returned unchanged. */
export type ReceivedMessage = CheckedMessage & { relayState: string | null; isSigned: boolean };
export type Received<Kind extends CheckedMessage["kind"]> = ReceivedMessage & { kind: Kind };

/** @throws Refusal 404 where there is no such application, or it does not use SAML */
export async function samlClient(service: IdentityService, clientId: string | null): Promise<SamlClient> {
	const client = await findServiceClient(service, clientId ?? "");
	const settings = client && samlSettingsOf(client);
	if (!client || !settings) {
		throw messageRefusal("There is no application here with sign-ins by SAML.", 404);
	}
	return { client, settings };
}

/** Null where single logout is off, or there is no address for it. */
export function logoutClient(client: ClientRow): LogoutClient | null {
	const settings = samlSettingsOf(client);
	const { slo_enabled, callback } = settings?.logout ?? {};
	if (!settings || !slo_enabled || callback === undefined) return null;
	return { client, settings, callback };
}

export async function findLogoutClient(service: IdentityService, clientId: string): Promise<LogoutClient | null> {
	const client = await findClient(service.database, clientId);
	return client && logoutClient(client);
}

/**
 * Receives a message of an application through the browser, by HTTP-Redirect or HTTP-POST.
 * @returns "none" for an address without a message
 * @throws Refusal
 */
export async function receiveMessage(
	service: IdentityService,
	request: ServiceRequest,
	{ client, settings }: SamlClient,
): Promise<ReceivedMessage | { kind: "none"; relayState: string | null }> {
	const { signingCert } = settings;
	const sent = await transported(request);
	const { relayState } = sent;
	if (sent.parameter === null) return { kind: "none", relayState };
	const message = checkedMessage(sent, {
		// The public address, which a proxy in front may have changed.
		address: new URL(request.url.pathname.replace(/\/$/, ""), service.config.issuer).href,
		certificates: signingCert === undefined ? null : [signingCert],
		callbacks: absoluteUris(service, client.redirect_uris),
		now: service.now(),
	});
	requireOwnIssuer({ client, settings }, message.issuer);
	// Last, so that a refused message leaves nothing behind. A response is valid for one request, which it consumes.
	if (message.kind !== "LogoutResponse") await requireFirstUse(service, client.client_id, message);
	return { ...message, relayState, isSigned: signingCert !== undefined };
}

/**
 * Requires that a message names its application as it is registered: by its client ID, its audience, one of its aliases
 * or its realm. The name becomes the audience of the response: an assertion for any other name would be valid at another
 * service provider.
 */
function requireOwnIssuer({ client, settings }: SamlClient, issuer: string): void {
	const { audience } = settings;
	const own = [client.client_id, clientRealm(client), ...clientSettings(client).client_aliases];
	const registered = audience === undefined ? own : [audience, ...own];
	if (registered.includes(issuer)) return;
	throw unregisteredRefusal(
		"The message is from another application: its issuer is not the entity ID registered for this one.",
		"Issuer",
		{ came: issuer, registered },
	);
}
