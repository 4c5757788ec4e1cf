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
