import { samlSettingsOf } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import { type ClientRow, findClient } from "../store/clients";
import type { Reachable } from "./logout-message";

/** Where single logout reaches an application; null where it is off, or there is no address for it. */
export function reachable(client: ClientRow): Reachable | null {
	const settings = samlSettingsOf(client);
	const { slo_enabled, callback } = settings?.logout ?? {};
	if (!settings || !slo_enabled || callback === undefined) return null;
	return { client, settings, callback };
}

export async function reachableBy(service: IdentityService, clientId: string): Promise<Reachable | null> {
	const client = await findClient(service.database, clientId);
	return client && reachable(client);
}
