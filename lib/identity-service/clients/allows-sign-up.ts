import { clientSettings } from "../store/client-settings";
import type { ClientRow } from "../store/clients";
import { isFederated } from "./addon-settings";
import { CODE_GRANT, IMPLICIT_GRANT, PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT } from "./grant-types";

const USER_GRANTS: readonly string[] = [
	CODE_GRANT,
	IMPLICIT_GRANT,
	PASSWORD_GRANT,
	PASSWORD_REALM_GRANT,
	PASSWORDLESS_GRANT,
];

/** Whether people sign in to an application at all. */
export function hasUsers(client: ClientRow): boolean {
	const grants = JSON.parse(client.grants) as string[];
	const signsIn = grants.some((grant) => USER_GRANTS.includes(grant)) || isFederated(client);
	return client.app_type !== "non_interactive" && signsIn;
}

/** Whether people may sign up for an application: `client_metadata.sign_up` set to "off" keeps them from it. */
export function allowsSignUp(client: ClientRow): boolean {
	return hasUsers(client) && clientSettings(client).client_metadata.sign_up !== "off";
}
