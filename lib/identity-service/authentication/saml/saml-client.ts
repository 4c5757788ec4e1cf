import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { messageRefusal } from "../../http/refusal";
import type { IdentityService } from "../../identity-service";
import type { ClientRow } from "../../store/clients";
import { findServiceClient } from "../clients/service-client";
import { samlSettingsOf } from "../federation/addon-settings";

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
