import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { samlSettingsOf } from "../clients/addon-settings";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import type { ClientRow } from "../store/clients";

export type SamlClient = { client: ClientRow; settings: SamlSettings };

/** @throws Refusal 404 where there is no such application, or it does not take SAML */
export async function samlClient(service: IdentityService, clientId: string | null): Promise<SamlClient> {
	const client = await findServiceClient(service, clientId ?? "");
	const settings = client && samlSettingsOf(client);
	if (!client || !settings) {
		throw messageRefusal("There is no application here that people sign in to by SAML.", 404);
	}
	return { client, settings };
}
