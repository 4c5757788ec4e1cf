import "server-only";
import { dashboardConfig } from "../config";

/** Where the tenant takes sign-ins of an application, and describes itself to it. */
export type TenantAddresses = {
	signOn: string;
	logout: string;
	metadata: string;
	/** What the tenant calls itself where the application's settings name nothing else. */
	issuer: string;
};

const METADATA_PATH = "FederationMetadata/2007-06/FederationMetadata.xml";

export function tenantAddresses(protocol: "samlp" | "wsfed", id: string): TenantAddresses {
	const { baseUrl } = dashboardConfig().authentication;
	const client = encodeURIComponent(id);
	const issuer = `urn:${new URL(baseUrl).host}`;
	if (protocol === "wsfed") {
		const signOn = `${baseUrl}/wsfed/${client}`;
		return { signOn, logout: `${signOn}?wa=wsignout1.0`, metadata: `${signOn}/${METADATA_PATH}`, issuer };
	}
	const signOn = `${baseUrl}/samlp/${client}`;
	return { signOn, logout: `${signOn}/logout`, metadata: `${baseUrl}/samlp/metadata/${client}`, issuer };
}

/** Where an outside provider meets the tenant, for one connection. */
export type ConnectionAddresses = {
	/** What the tenant calls itself where the connection's options name nothing else. */
	entityId: string;
	/** Takes the provider's answers (assertion consumer service). */
	callback: string;
	logout: string;
	metadata: string;
};

/** A tenant of the vendor is called by the first part of its own host, in front of this. */
const VENDOR_DOMAIN = /^([a-z0-9-]+)(?:\.[a-z]{2}(?:-\d)?)?\.auth0\.com$/i;

/** @param name of the connection */
export function connectionAddresses(name: string): ConnectionAddresses {
	const { baseUrl } = dashboardConfig().authentication;
	const { host } = new URL(baseUrl);
	const query = new URLSearchParams({ connection: name });
	return {
		entityId: `urn:auth0:${VENDOR_DOMAIN.exec(host)?.[1] ?? host}:${name}`,
		callback: `${baseUrl}/login/callback?${query}`,
		logout: `${baseUrl}/logout`,
		metadata: `${baseUrl}/samlp/metadata?${query}`,
	};
}
