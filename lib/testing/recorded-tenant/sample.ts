import type { Body } from "./answer";

// A small tenant. Its bodies have the properties that the vendor's were recorded with: absent where nothing is set, never null.

export const AUDIENCE_PATH = "/api/v2/";
const ORDERS_API = "https://api.orders.example/";

export const sample = {
	/** The two applications of the console. */
	machine: "Hc0nS0leMaCh1ne0000000000000000a",
	signIn: "Hc0nS0leS1gn1n00000000000000000b",
	/** Authenticates as the tenant's default says: nothing is stored. */
	portal: "Hp0rtaL00000000000000000000000c0",
	/** Public; it has a secret, which means nothing. */
	kiosk: "Hk10sk0000000000000000000000000d",
	/** Holds all scopes of the management interface, future ones too. */
	reports: "Hrep0rts0000000000000000000000e0",
	/** Authenticates with a key of its own. */
	ledger: "HLedger0000000000000000000000f00",
	/** By SAML. */
	intranet: "H1ntranet00000000000000000000g00",
	/** Another company's, whose grants are for people. */
	partner: "HpartNer0000000000000000000000h0",
	provider: "con_Acme000000000001",
	database: "con_Users00000000002",
	social: "con_Social0000000003",
	amara: "auth0|5f7c8ec7c33c6c004bbafe82",
	/** From a social connection: without a user name, and without much else. */
	octavia: "google-oauth2|103547991597142817347",
	/** Blocked, not confirmed, of a connection that no application uses, with an expired code, with a revoked token. */
	brice: "auth0|5f7c8ec7c33c6c004bbaf001",
	chidi: "auth0|5f7c8ec7c33c6c004bbaf002",
	dunja: "auth0|5f7c8ec7c33c6c004bbaf003",
	emre: "email|5f7c8ec7c33c6c004bbaf004",
	farah: "auth0|5f7c8ec7c33c6c004bbaf005",
	session: "sess_amara_1",
	/** A support agent's, as the person. */
	delegated: "sess_amara_2",
	token: "rt_amara_1",
	otherToken: "rt_amara_2",
	template: "vct_age0000000000001",
	otherTemplate: "vct_name000000000002",
	/** Of the first sign-in in the log. */
	logEntry: "90020261101080000000000000000000001223372036854775",
	/** Of a write in the log. */
	reference: "5eed0001",
} as const;

/** The one default of refresh tokens that nearly all applications have. */
const REFRESH_TOKEN = {
	rotation_type: "non-rotating",
	expiration_type: "non-expiring",
	leeway: 0,
	token_lifetime: 2592000,
	infinite_token_lifetime: true,
	idle_token_lifetime: 1296000,
	infinite_idle_token_lifetime: true,
};

/** What the vendor adds to every application. */
export function applicationBody(id: string, name: string, more: Body): Body {
	return {
		name,
		client_id: id,
		is_first_party: true,
		is_token_endpoint_ip_header_trusted: false,
		oidc_conformant: true,
		jwt_configuration: { secret_encoded: false, lifetime_in_seconds: 36000 },
		signing_keys: [{ cert: "PLANTED-SECRET-certificate" }],
		sso_disabled: false,
		cross_origin_authentication: false,
		custom_login_page_on: true,
		refresh_token: REFRESH_TOKEN,
		client_secret: `PLANTED-SECRET-of-${id}`,
		grant_types: ["authorization_code", "refresh_token"],
		...more,
	};
}

export function sampleApplications(): Body[] {
	return [
		applicationBody("HgLobaL0000000000000000000000i00", "All Applications", { global: true, callbacks: [] }),
		applicationBody(sample.machine, "Console (machine)", {
			app_type: "non_interactive",
			grant_types: ["client_credentials"],
			token_endpoint_auth_method: "client_secret_post",
		}),
		applicationBody(sample.signIn, "Console (sign-in)", {
			app_type: "regular_web",
			token_endpoint_auth_method: "client_secret_post",
			callbacks: ["https://console.example/api/auth/callback/identity-service"],
		}),
		applicationBody(sample.portal, "Portal", {
			app_type: "regular_web",
			callbacks: ["https://portal.example/callback"],
			grant_types: ["authorization_code", "implicit", "refresh_token", "client_credentials"],
			client_metadata: { team: "web", cost_centre: "41" },
			oidc_logout: {
				backchannel_logout_urls: ["https://portal.example/logout"],
				backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout", "session-revoked"] },
				backchannel_logout_session_metadata: { include: true },
			},
		}),
		applicationBody(sample.kiosk, "Kiosk", {
			app_type: "spa",
			token_endpoint_auth_method: "none",
			callbacks: ["https://kiosk.example/"],
			web_origins: ["https://kiosk.example"],
			allowed_logout_urls: ["https://kiosk.example"],
		}),
		applicationBody(sample.reports, "Reports", {
			app_type: "non_interactive",
			token_endpoint_auth_method: "client_secret_post",
			grant_types: ["client_credentials"],
		}),
		applicationBody(sample.ledger, "Ledger", {
			app_type: "non_interactive",
			grant_types: ["client_credentials"],
			client_secret: undefined,
			client_authentication_methods: { private_key_jwt: { credentials: [{ id: "cred_Ledger0000000001" }] } },
		}),
		applicationBody(sample.intranet, "Intranet", {
			app_type: "sso_integration",
			callbacks: ["https://intranet.example/saml/acs"],
			client_aliases: ["https://intranet.example/metadata"],
			addons: {
				samlp: { audience: "https://intranet.example/metadata", signResponse: false },
				sap_api: {
					clientid: "1",
					usernameAttribute: "mail",
					tokenEndpointUrl: "",
					servicePassword: "PLANTED-SECRET-sap",
				},
			},
		}),
		// Without a type, as a third of those recorded.
		applicationBody(sample.partner, "Partner", { is_first_party: false, callbacks: ["https://partner.example/cb"] }),
	].map(withoutUndefined);
}

const withoutUndefined = (body: Body): Body => JSON.parse(JSON.stringify(body));

/** @param audience of the management interface */
export function sampleGrants(audience: string, consoleScopes: readonly string[]): Body[] {
	const client = { subject_type: "client" };
	return [
		{ id: "cgr_Machine000000001", client_id: sample.machine, audience, scope: [...consoleScopes], ...client },
		{ id: "cgr_Reports000000002", client_id: sample.reports, audience, allow_all_scopes: true, ...client },
		{ id: "cgr_Ledger0000000003", client_id: sample.ledger, audience, scope: ["read:users"], ...client },
		...(["client", "user"] as const).map((subject_type, index) => ({
			id: `cgr_Portal000000000${index + 4}`,
			client_id: sample.portal,
			audience: ORDERS_API,
			scope: ["read:orders"],
			subject_type,
		})),
		{ id: "cgr_Partner000000006", client_id: sample.partner, audience: ORDERS_API, scope: [], subject_type: "user" },
	];
}

export type Connection = { body: Body; clients: string[] };

/** Most of a tenant's connections are not by SAML. */
export function sampleConnections(): Connection[] {
	const others = ["oidc", "waad", "okta", "google-apps", "email"];
	return [
		{
			body: {
				...connectionBody(sample.provider, "acme", "samlp"),
				display_name: "Acme staff",
				show_as_button: true,
				options: {
					signInEndpoint: "https://acme.example/sso",
					signOutEndpoint: "https://acme.example/slo",
					signatureAlgorithm: "rsa-sha256",
					digestAlgorithm: "sha256",
					disableSignout: false,
					fieldsMap: { email: ["mail", "emailaddress"] },
					idpinitiated: { enabled: true },
					tenant_domain: "acme.example",
					domain_aliases: ["acme.example"],
					decryptionKey: { key: "PLANTED-SECRET-key", cert: "PUBLIC" },
					strategy_version: 2,
					assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] },
				},
			},
			clients: [sample.portal],
		},
		{
			body: {
				...connectionBody(sample.database, "Username-Password-Authentication", "auth0"),
				options: { passwordPolicy: "good", brute_force_protection: true, disable_signup: true },
			},
			clients: [sample.signIn, sample.portal, sample.kiosk],
		},
		{
			body: {
				...connectionBody(sample.social, "google-oauth2", "google-oauth2"),
				options: { client_id: "outside", client_secret: "PLANTED-SECRET-social", scope: ["email"] },
			},
			clients: [sample.kiosk],
		},
		...others.map((strategy, index) => ({
			body: { ...connectionBody(`con_Other00000000${index + 10}`, `other-${strategy}`, strategy), options: {} },
			clients: [],
		})),
	];
}

/** What the vendor adds to every connection. */
export function connectionBody(id: string, name: string, strategy: string): Body {
	return {
		id,
		name,
		strategy,
		is_domain_connection: false,
		realms: [name],
		authentication: { active: true },
		connected_accounts: { active: false },
	};
}
