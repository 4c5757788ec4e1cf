import type { Application } from "@/lib/contract/client/application";

const appTypes: Record<string, string> = {
	non_interactive: "machine to machine",
	regular_web: "web application",
	spa: "single page app",
	native: "native app",
};

const grants: Record<string, string> = {
	authorization_code: "authorization code",
	refresh_token: "refresh token",
	client_credentials: "client credentials",
	implicit: "implicit",
	password: "password",
	"http://auth0.com/oauth/grant-type/password-realm": "password (realm)",
	"http://auth0.com/oauth/grant-type/passwordless/otp": "passwordless code",
	"urn:ietf:params:oauth:grant-type:device_code": "device code",
};

/** Words for what the service names by codes; unknown codes are shown as they are. */
export function appTypeLabel(type: string | null | undefined): string {
	return type ? (appTypes[type] ?? type) : "unknown type";
}

export function grantLabel(grant: string): string {
	return grants[grant] ?? grant;
}

/** How an application authenticates: a tenant lists methods with the client's own keys separately. */
export function methodOf({ token_endpoint_auth_method, client_authentication_methods }: Application): string {
	const [keyed] = Object.keys(client_authentication_methods ?? {});
	return keyed ?? token_endpoint_auth_method ?? "none";
}

/** How it authenticates at the token endpoint, by its registered name (RFC 7591 section 2). */
export function clientAuthenticationOf(application: Application): string {
	const method = methodOf(application);
	return method === "none" ? "none (public)" : method;
}

type Binding = { term: "DPoP" | "Certificate-bound tokens"; isRequired: boolean };

/** What its access tokens are bound to: a key that it proves (RFC 9449), or the certificate of its mutual TLS (RFC 8705). */
export function tokenBindingOf(application: Application): Binding {
	const { compliance_level: level, require_proof_of_possession: isRequired } = application;
	const isMutualTls = isFapi(application)
		? (level ?? "").endsWith("_mtls")
		: methodOf(application).includes("tls_client_auth");
	return { term: isMutualTls ? "Certificate-bound tokens" : "DPoP", isRequired: isRequired === true };
}

/** Third-party applications need people's consent. */
export function ownerOf({ is_first_party: isFirstParty }: Application): "first party" | "third party" {
	return isFirstParty === false ? "third party" : "first party";
}

export function isFapi(client: Application): boolean {
	return client.compliance_level?.startsWith("fapi2") ?? false;
}
