import type { IdentityService } from "../../../identity-service";
import { type ClientRow, clientsMentioning } from "../../../store/clients";
import { findServiceClient } from "../../clients/service-client";
import { samlSettingsOf } from "../../federation/addon-settings";
import { RefusedMessage } from "../../federation/front-endpoint";

/**
 * Requires that a message is not from an entity that is known here as another application. Applications need not say what
 * they are called, so that any other name is taken.
 * @throws RefusedMessage
 */
export async function requireOwnIssuer(service: IdentityService, client: ClientRow, issuer: string): Promise<void> {
	if (issuer === client.client_id || samlSettingsOf(client)?.audience === issuer) return;
	const named = await findServiceClient(service, issuer);
	// As the settings are stored: in JSON.
	const mentioning = await clientsMentioning(service.database, JSON.stringify(issuer).slice(1, -1));
	const isOthers = named !== null || mentioning.some((other) => samlSettingsOf(other)?.audience === issuer);
	if (isOthers) throw new RefusedMessage("The message is from another application.");
}
