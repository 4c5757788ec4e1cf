import {
	type SamlSettings,
	samlSettings,
	type WsFederationSettings,
	wsFederationSettings,
} from "@/lib/contract/client/client-addons";
import { type ClientRow, clientSettings } from "../store/clients";

/** A client's SAML settings; null where SAML is off: without settings, or with invalid ones of an older release. */
export function samlSettingsOf(client: ClientRow): SamlSettings | null {
	const { samlp, wsfed } = clientSettings(client).addons;
	if (!samlp || wsfed || client.security_profile !== null) return null;
	return samlSettings.safeParse(samlp).data ?? null;
}

/** The same of WS-Federation. */
export function wsFederationSettingsOf(client: ClientRow): WsFederationSettings | null {
	const { samlp, wsfed } = clientSettings(client).addons;
	if (!wsfed || samlp || client.security_profile !== null) return null;
	return wsFederationSettings.safeParse(wsfed).data ?? null;
}

export function isFederated(client: ClientRow): boolean {
	return samlSettingsOf(client) !== null || wsFederationSettingsOf(client) !== null;
}

/** Authorization requests of this type only begin a session. */
export const FEDERATED_RESPONSE_TYPE = "none";
