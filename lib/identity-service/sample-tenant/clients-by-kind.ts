import { IMPLICIT_GRANT } from "../clients/grant-types";
import { PASSWORDLESS_GRANT } from "../passwordless/passwordless-grant";
import { PASSWORD_GRANT, PASSWORD_REALM_GRANT } from "../passwords/password-grant";
import { type SampleClient, USER_SCOPES } from "./client";

const CODE_GRANTS = ["authorization_code", "refresh_token"];
const ORDER_SCOPES = ["read:orders", "create:orders"];

/** One client for each flow and way to authenticate that the everyday clients do not use. */
export const sampleClientsByKind: readonly SampleClient[] = [
	client("implicit_app", "Plate Check Widget", {
		appType: "spa",
		grants: [IMPLICIT_GRANT],
		redirectUris: ["http://localhost:4410/callback"],
	}),
	client("password_app", "Counter Terminal", {
		appType: "native",
		tokenEndpointAuthMethod: "client_secret_post",
		grants: [PASSWORD_GRANT, PASSWORD_REALM_GRANT, "refresh_token"],
	}),
	client("passwordless_app", "Roadside Inspector", {
		appType: "native",
		grants: [...CODE_GRANTS, PASSWORDLESS_GRANT],
		redirectUris: ["http://localhost:4510/callback"],
		orderScopes: ORDER_SCOPES,
		rotating: true,
	}),
	client("private_key_machine", "Records Gateway", {
		appType: "non_interactive",
		tokenEndpointAuthMethod: "private_key_jwt",
		grants: ["client_credentials"],
		scopes: ["read:refresh_tokens", "read:users"],
		orderScopes: ORDER_SCOPES,
	}),
	client("mtls_machine", "Border Control Link", {
		appType: "non_interactive",
		tokenEndpointAuthMethod: "tls_client_auth",
		grants: ["client_credentials"],
		scopes: ["read:refresh_tokens"],
		senderConstraint: "mtls",
	}),
	client("fapi_dpop", "Bank Onboarding (FAPI 2.0)", {
		tokenEndpointAuthMethod: "private_key_jwt",
		grants: CODE_GRANTS,
		redirectUris: ["http://localhost:4610/callback"],
		securityProfile: "fapi2",
		senderConstraint: "dpop",
	}),
	client("fapi_mtls", "Insurance Claims (FAPI 2.0)", {
		tokenEndpointAuthMethod: "tls_client_auth",
		grants: CODE_GRANTS,
		redirectUris: ["http://localhost:4710/callback"],
		securityProfile: "fapi2",
		senderConstraint: "mtls",
	}),
	client("third_party_app", "Rental Comparison", {
		tokenEndpointAuthMethod: "client_secret_post",
		grants: CODE_GRANTS,
		redirectUris: ["http://localhost:4810/callback"],
		orderScopes: ["read:orders"],
		firstParty: false,
		rotating: true,
	}),
];

function client(handle: string, name: string, details: Partial<SampleClient>): SampleClient {
	const redirectUris = details.redirectUris ?? [];
	return {
		handle,
		name,
		appType: "regular_web",
		tokenEndpointAuthMethod: "none",
		grants: [],
		logoutUris: redirectUris.map((uri) => new URL("/", uri).href),
		scopes: USER_SCOPES,
		global: false,
		rotating: false,
		...details,
		redirectUris,
	};
}
