import type { IdentityServiceConfig } from "../../context/config";

export const LOGOUT_PATH = "/logout";
/** Where an application could not be told of a logout that a provider has asked for, or did not sign out. */
export const PARTIAL_LOGOUT_ADDRESS_QUERY = "partial";

/** Where providers send what has to do with a logout (`SingleLogoutService`), and where the browser goes on from. */
export function logoutAddress({ issuer }: Pick<IdentityServiceConfig, "issuer">): string {
	return new URL(LOGOUT_PATH, issuer).href;
}
