import type { IdentityService } from "../context/identity-service";
import { type ClientRow, clientSettings } from "../store/clients";
import { isFederated } from "./addon-settings";

export const CODE_GRANT = "authorization_code";
export const REFRESH_GRANT = "refresh_token";
export const CLIENT_CREDENTIALS_GRANT = "client_credentials";
export const IMPLICIT_GRANT = "implicit";
export const PASSWORD_GRANT = "password";
/** The password grant with a named connection (`realm`). */
export const PASSWORD_REALM_GRANT = "http://auth0.com/oauth/grant-type/password-realm";
export const PASSWORDLESS_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp";

/** The grant types of the library itself. */
const LIBRARY_GRANTS = [CODE_GRANT, REFRESH_GRANT, CLIENT_CREDENTIALS_GRANT, IMPLICIT_GRANT];

/** Every grant type of this interface. A client may use those in its `grants`. */
export function offeredGrants({ grants }: Pick<IdentityService, "grants">): readonly string[] {
	return [...LIBRARY_GRANTS, ...grants.map(({ name }) => name)];
}

/** A client with the FAPI 2.0 security profile is refused all others (section 5.3.2.1, numbers 1 and 2). */
export const FAPI_GRANTS: readonly string[] = [CODE_GRANT, REFRESH_GRANT, CLIENT_CREDENTIALS_GRANT];

/** Whether users sign in to an application. */
export function hasUsers(service: IdentityService, client: ClientRow): boolean {
	const own = service.grants.filter(({ signsIn }) => signsIn).map(({ name }) => name);
	const grants = JSON.parse(client.grants) as string[];
	const signsIn = [CODE_GRANT, IMPLICIT_GRANT, ...own].some((grant) => grants.includes(grant)) || isFederated(client);
	return client.app_type !== "non_interactive" && signsIn;
}

/** Whether users may sign up for an application: not with `client_metadata.sign_up` set to "off". */
export function allowsSignUp(service: IdentityService, client: ClientRow): boolean {
	return hasUsers(service, client) && clientSettings(client).client_metadata.sign_up !== "off";
}
