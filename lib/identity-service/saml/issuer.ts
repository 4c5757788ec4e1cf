import { samlSettingsOf } from "../clients/addon-settings";
import { messageRefusal } from "../http/refusal";
import { clientSettings } from "../store/client-settings";
import type { ClientRow } from "../store/clients";
import { clientRealm } from "../ws-federation/realm";

/**
 * Requires that a message names its application as it is registered: by its client ID, its audience, one of its aliases
 * or its realm. The name becomes the audience of the answer, so that an assertion for any other name would be valid at another provider.
 * @throws Refusal
 */
export function requireOwnIssuer(client: ClientRow, issuer: string): void {
	const { client_aliases } = clientSettings(client);
	const names = [client.client_id, clientRealm(client), samlSettingsOf(client)?.audience, ...client_aliases];
	if (names.includes(issuer)) return;
	throw messageRefusal(
		"The message is from another application: its issuer is not the entity ID that is registered for this one.",
	);
}
