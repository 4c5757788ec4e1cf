import { SCOPES } from "@/lib/contract/scopes";
import { IMPLICIT_GRANT, PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT } from "../clients/grant-types";
import type { ClientSettings } from "../store/clients";
import { CONSOLE_CLIENTS } from "../store/console-clients";
import type { ClientTable } from "../store/schema";

/** A client of the sample tenant as it is stored; its identifier and its credentials are derived per installation. */
export type SampleClient = Pick<
	ClientTable,
	"handle" | "name" | "token_endpoint_auth_method" | "security_profile" | "sender_constraint"
> & {
	app_type: "non_interactive" | "regular_web" | "spa" | "native";
	grants: readonly string[];
	/** A URI that begins with "/" is relative to the service's origin. */
	redirect_uris: readonly string[];
	logout_uris: readonly string[];
	/** Settings that differ from their default. */
	settings: Partial<ClientSettings>;
	/** Scopes that it may request; those of the management interface are granted to it. */
	scopes: readonly string[];
	/** Scopes that it is granted of the tenant's other API. */
	orderScopes: readonly string[];
	/** False for another company's application: its users must consent. */
	first_party: boolean;
	global: boolean;
	/** Whether its refresh tokens rotate. */
	rotating: boolean;
};

/** An API of the tenant beside the management interface. */
export const sampleResourceServer = {
	identifier: "https://api.example.com/orders",
	name: "Orders",
	scopes: ["read:orders", "create:orders"],
};

const CODE_GRANTS = ["authorization_code", "refresh_token"];

/** Exactly the scopes of the management interface that the dashboard uses. */
const CONSOLE_SCOPES = Object.entries({
	vdcs_templates: ["create", "read", "update", "delete"],
	refresh_tokens: ["read", "update", "delete"],
	users: ["read", "update"],
	clients: ["read", "create", "update", "delete"],
	client_keys: ["update"],
	client_credentials: ["read"],
	client_grants: ["read", "create", "update", "delete"],
	connections: ["read", "create", "update", "delete"],
	connections_options: ["read", "update"],
	sessions: ["read", "update", "delete"],
	logs: ["read"],
	logs_users: ["read"],
}).flatMap(([resource, verbs]) => verbs.map((verb) => `${verb}:${resource}`));

export const sampleClients: readonly SampleClient[] = [
	machine("management", "Management (all scopes)", SCOPES, { global: true }),
	machine("management_not_global", "Management (not global)", SCOPES),
	machine(
		"management_read_only",
		"Management (read only)",
		SCOPES.filter((scope) => scope.startsWith("read:")),
		// Global, so that creating a template is refused only for the missing scope.
		{ global: true },
	),
	// For a console of a tenant that grants refresh tokens alone: without names of users and applications.
	machine("management_tokens_only", "Management (refresh tokens only)", [
		"read:refresh_tokens",
		"update:refresh_tokens",
		"delete:refresh_tokens",
	]),
	client("web_app", "Storefront", {
		token_endpoint_auth_method: "client_secret_basic",
		redirect_uris: ["http://localhost:4000/callback"],
		rotating: true,
	}),
	client("single_page_app", "Licence Wallet (web)", {
		app_type: "spa",
		redirect_uris: ["http://localhost:4100/callback"],
		settings: { web_origins: ["http://localhost:4100"] },
		rotating: true,
	}),
	client("mobile_app", "Licence Wallet (mobile)", {
		app_type: "native",
		redirect_uris: ["http://localhost:4200/callback"],
		rotating: true,
	}),
	client("partner_portal", "Partner Portal", {
		token_endpoint_auth_method: "client_secret_post",
		redirect_uris: ["http://localhost:4300/callback"],
	}),
	consoleSignIn(CONSOLE_CLIENTS.signIn, "Identity Console", ""),
	// Another console that uses this tenant as a real one.
	consoleSignIn("other_console_sign_in", "Identity Console (port 4900)", "http://localhost:4900"),
	machine(CONSOLE_CLIENTS.withKey, "Identity Console (private key)", CONSOLE_SCOPES, {
		global: true,
		token_endpoint_auth_method: "private_key_jwt",
	}),
	// The same by a secret, for a console elsewhere and for scripts.
	machine(CONSOLE_CLIENTS.withSecret, "Identity Console (management)", CONSOLE_SCOPES, { global: true }),

	// One for each flow and client authentication that the clients above do not use.
	client("implicit_app", "Plate Check Widget", {
		app_type: "spa",
		grants: [IMPLICIT_GRANT],
		redirect_uris: ["http://localhost:4410/callback"],
	}),
	client("password_app", "Counter Terminal", {
		app_type: "native",
		token_endpoint_auth_method: "client_secret_post",
		grants: [PASSWORD_GRANT, PASSWORD_REALM_GRANT, "refresh_token"],
	}),
	client("passwordless_app", "Roadside Inspector", {
		app_type: "native",
		grants: [...CODE_GRANTS, PASSWORDLESS_GRANT],
		redirect_uris: ["http://localhost:4510/callback"],
		orderScopes: sampleResourceServer.scopes,
		rotating: true,
	}),
	machine("private_key_machine", "Records Gateway", ["read:refresh_tokens", "read:users"], {
		token_endpoint_auth_method: "private_key_jwt",
		orderScopes: sampleResourceServer.scopes,
	}),
	machine("mtls_machine", "Border Control Link", ["read:refresh_tokens"], {
		token_endpoint_auth_method: "tls_client_auth",
		sender_constraint: "mtls",
	}),
	client("fapi_dpop", "Bank Onboarding (FAPI 2.0)", {
		token_endpoint_auth_method: "private_key_jwt",
		redirect_uris: ["http://localhost:4610/callback"],
		security_profile: "fapi2",
		sender_constraint: "dpop",
	}),
	client("fapi_mtls", "Insurance Claims (FAPI 2.0)", {
		token_endpoint_auth_method: "tls_client_auth",
		redirect_uris: ["http://localhost:4710/callback"],
		security_profile: "fapi2",
		sender_constraint: "mtls",
	}),
	client("third_party_app", "Rental Comparison", {
		token_endpoint_auth_method: "client_secret_post",
		redirect_uris: ["http://localhost:4810/callback"],
		orderScopes: ["read:orders"],
		first_party: false,
		rotating: true,
	}),

	// One for each protocol beside OpenID Connect; the console's test of a sign-in is a second callback.
	client("saml_app", "Fleet Portal (SAML)", {
		grants: [],
		logout_uris: [],
		redirect_uris: ["http://localhost:4910/saml/acs", "/sign-in-test/saml"],
		settings: { addons: { samlp: {} } },
	}),
	client("wsfed_app", "Partner Intranet (WS-Federation)", {
		grants: [],
		logout_uris: [],
		redirect_uris: ["http://localhost:4920/ws-federation", "/sign-in-test/ws-federation"],
		settings: { addons: { wsfed: {} }, client_aliases: ["urn:partner-intranet.example.com"] },
	}),
];

function client(handle: string, name: string, details: Partial<SampleClient>): SampleClient {
	const { redirect_uris = [] } = details;
	return {
		handle,
		name,
		app_type: "regular_web",
		token_endpoint_auth_method: "none",
		security_profile: null,
		sender_constraint: null,
		grants: CODE_GRANTS,
		redirect_uris,
		logout_uris: details.logout_uris ?? redirect_uris.map((uri) => new URL("/", uri).href),
		settings: {},
		scopes: ["openid", "profile", "email", "offline_access"],
		orderScopes: [],
		first_party: true,
		global: false,
		rotating: false,
		...details,
	};
}

function machine(
	handle: string,
	name: string,
	scopes: readonly string[],
	details: Partial<SampleClient> = {},
): SampleClient {
	return client(handle, name, {
		app_type: "non_interactive",
		token_endpoint_auth_method: "client_secret_post",
		grants: ["client_credentials"],
		scopes,
		...details,
	});
}

/** @param origin of the console, empty where it is the service's own */
function consoleSignIn(handle: string, name: string, origin: string): SampleClient {
	return client(handle, name, {
		token_endpoint_auth_method: "client_secret_post",
		grants: ["authorization_code"],
		redirect_uris: [`${origin}/api/auth/callback/identity-service`],
		logout_uris: [`${origin}/sign-in`],
		// Only the tenant's admins add admins.
		settings: { client_metadata: { sign_up: "off" } },
	});
}
