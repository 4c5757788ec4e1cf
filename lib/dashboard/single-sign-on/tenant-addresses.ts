import "server-only";
import { dashboardConfig } from "../config";

/** The tenant's endpoints for one application. */
export type TenantAddresses = {
	signOn: string;
	logout: string;
	metadata: string;
	/** The default, where the application's settings have no issuer. */
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

/** A vendor's tenant has the first label of its host in its entity ID. */
const VENDOR_DOMAIN = /^([a-z0-9-]+)(?:\.[a-z]{2}(?:-\d)?)?\.auth0\.com$/i;

/** The tenant's endpoints for the identity provider of one connection. @param name of the connection */
export function connectionAddresses(name: string) {
	const { baseUrl } = dashboardConfig().authentication;
	const { host } = new URL(baseUrl);
	const query = new URLSearchParams({ connection: name });
	return {
		/** The default, where the connection's options have no entity ID. */
		entityId: `urn:auth0:${VENDOR_DOMAIN.exec(host)?.[1] ?? host}:${name}`,
		/** Assertion consumer service. */
		callback: `${baseUrl}/login/callback?${query}`,
		logout: `${baseUrl}/logout`,
		metadata: `${baseUrl}/samlp/metadata?${query}`,
	};
}
