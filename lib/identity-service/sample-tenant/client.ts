import type { ClientSettings } from "../store/client-settings";

/** A client of the sample tenant; its identifier and what it authenticates with are derived per installation. */
export type SampleClient = {
	handle: string;
	name: string;
	appType: "non_interactive" | "regular_web" | "spa" | "native";
	tokenEndpointAuthMethod:
		| "client_secret_post"
		| "client_secret_basic"
		| "private_key_jwt"
		| "tls_client_auth"
		| "none";
	grants: readonly string[];
	/** A URI that begins with "/" is relative to the service's origin. */
	redirectUris: readonly string[];
	logoutUris: readonly string[];
	/** What is not at its default. */
	settings?: Partial<ClientSettings>;
	/** What it may ask for: of the management interface where the scope is one of it. */
	scopes: readonly string[];
	/** What it may do on the tenant's other API. */
	orderScopes?: readonly string[];
	securityProfile?: "fapi2";
	senderConstraint?: "dpop" | "mtls";
	/** False for another company's application: its users are asked for consent. */
	firstParty?: boolean;
	global: boolean;
	/** Whether its refresh tokens rotate. */
	rotating: boolean;
};

/** What applications with users ask for. */
export const USER_SCOPES = ["openid", "profile", "email", "offline_access"];
