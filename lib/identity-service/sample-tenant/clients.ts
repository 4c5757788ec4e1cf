import { SCOPES } from "@/lib/contract/scopes";
import { type SampleClient, USER_SCOPES } from "./client";
import { sampleClientsByKind } from "./clients-by-kind";
import { federatedSampleClients } from "./federated-clients";

const APP_TYPES: Record<string, SampleClient["appType"]> = { single_page_app: "spa", mobile_app: "native" };

/** What the dashboard does on the management interface, and no more. */
const CONSOLE_SCOPES = [
	"create:vdcs_templates",
	"read:vdcs_templates",
	"update:vdcs_templates",
	"delete:vdcs_templates",
	"read:refresh_tokens",
	"update:refresh_tokens",
	"delete:refresh_tokens",
	"read:users",
	"read:clients",
	"create:clients",
	"update:clients",
	"delete:clients",
	"update:client_keys",
	"read:client_grants",
	"create:client_grants",
	"delete:client_grants",
	"read:connections",
	"create:connections",
	"update:connections",
	"delete:connections",
	"read:sessions",
	"delete:sessions",
];

export const sampleClients: readonly SampleClient[] = [
	machine("management", "Management (all scopes)", SCOPES, true),
	machine("management_not_global", "Management (not global)", SCOPES, false),
	machine(
		"management_read_only",
		"Management (read only)",
		SCOPES.filter((scope) => scope.startsWith("read:")),
		// Global, so that creating a template is refused for the scope that is missing and for nothing else.
		true,
	),
	// What a console works with where a tenant grants refresh tokens alone: no names of people and applications.
	machine(
		"management_tokens_only",
		"Management (refresh tokens only)",
		["read:refresh_tokens", "update:refresh_tokens", "delete:refresh_tokens"],
		false,
	),
	application("web_app", "Storefront", "client_secret_basic", "http://localhost:4000/callback", true),
	application("single_page_app", "Licence Wallet (web)", "none", "http://localhost:4100/callback", true),
	application("mobile_app", "Licence Wallet (mobile)", "none", "http://localhost:4200/callback", true),
	application("partner_portal", "Partner Portal", "client_secret_post", "http://localhost:4300/callback", false),
	consoleSignIn("console_sign_in", "Identity Console", ""),
	// A console of its own that is pointed at this tenant as at a real one.
	consoleSignIn("other_console_sign_in", "Identity Console (port 4900)", "http://localhost:4900"),
	machine("console_management", "Identity Console (management)", CONSOLE_SCOPES, true),
	...sampleClientsByKind,
	...federatedSampleClients,
];

function machine(handle: string, name: string, scopes: readonly string[], global: boolean): SampleClient {
	return {
		handle,
		name,
		appType: "non_interactive",
		tokenEndpointAuthMethod: "client_secret_post",
		grants: ["client_credentials"],
		redirectUris: [],
		logoutUris: [],
		scopes,
		global,
		rotating: false,
	};
}

/** @param origin of the console, empty where it is the service's own */
function consoleSignIn(handle: string, name: string, origin: string): SampleClient {
	return {
		handle,
		name,
		appType: "regular_web",
		tokenEndpointAuthMethod: "client_secret_post",
		grants: ["authorization_code"],
		redirectUris: [`${origin}/api/auth/callback/identity-service`],
		logoutUris: [`${origin}/sign-in`],
		// Who may administrate a tenant is decided by its admins.
		settings: { client_metadata: { sign_up: "off" } },
		scopes: USER_SCOPES,
		global: false,
		rotating: false,
	};
}

function application(
	handle: string,
	name: string,
	tokenEndpointAuthMethod: SampleClient["tokenEndpointAuthMethod"],
	redirectUri: string,
	rotating: boolean,
): SampleClient {
	return {
		handle,
		name,
		appType: APP_TYPES[handle] ?? "regular_web",
		tokenEndpointAuthMethod,
		grants: ["authorization_code", "refresh_token"],
		redirectUris: [redirectUri],
		logoutUris: [new URL("/", redirectUri).href],
		...(APP_TYPES[handle] === "spa" ? { settings: { web_origins: [new URL(redirectUri).origin] } } : {}),
		scopes: USER_SCOPES,
		global: false,
		rotating,
	};
}
