import type { IdentityService } from "../context/identity-service";
import { clientSettings } from "../store/client-settings";
import type { ClientRow } from "../store/clients";
import { isFederated } from "./addon-settings";
import { CODE_GRANT, IMPLICIT_GRANT } from "./grant-types";

/** Whether users sign in to an application at all. */
export function hasUsers(service: IdentityService, client: ClientRow): boolean {
	const own = service.grants.filter(({ signsIn }) => signsIn).map(({ name }) => name);
	const grants = JSON.parse(client.grants) as string[];
	const signsIn = [CODE_GRANT, IMPLICIT_GRANT, ...own].some((grant) => grants.includes(grant)) || isFederated(client);
	return client.app_type !== "non_interactive" && signsIn;
}

/** Whether users may sign up for an application: `client_metadata.sign_up` set to "off" keeps them from it. */
export function allowsSignUp(service: IdentityService, client: ClientRow): boolean {
	return hasUsers(service, client) && clientSettings(client).client_metadata.sign_up !== "off";
}
