import type { IdentityService } from "../../context/identity-service";
import type { ProviderSession } from "../../sessions/provider-session";
import { findConnection } from "../../store/connections";
import { logoutAddress } from "./logout-address";
import { beginProviderLogout, providerLogoutCookie } from "./logout-at-provider";

/**
 * The way to a provider, with the end of a session here, and from there to where the logout leads.
 * @param returnTo absolute
 * @returns where the browser goes first, and the cookie that goes with it
 */
export async function beginAtProvider(
	service: IdentityService,
	session: ProviderSession,
	returnTo: string,
): Promise<{ location: string; cookie: string }> {
	const row = await findConnection(service.database, session.connectionId);
	const label = row && (row.display_name ?? row.name);
	const token = await beginProviderLogout(service, { kind: "tell", session, label, returnTo, asked: null });
	return { location: logoutAddress(service.config), cookie: providerLogoutCookie(service, token) };
}
