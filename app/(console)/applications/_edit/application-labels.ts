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

const authMethods: Record<string, string> = {
	none: "nothing (public)",
	client_secret_post: "a secret in the body (Post)",
	client_secret_basic: "a secret in the header (Basic)",
	private_key_jwt: "a signed assertion (private_key_jwt)",
	tls_client_auth: "a TLS client certificate (mTLS)",
	self_signed_tls_client_auth: "a registered TLS client certificate (mTLS)",
};

/** Words for what the service names by codes; unknown codes are shown as they are. */
export function appTypeLabel(type: string | null | undefined): string {
	return type ? (appTypes[type] ?? type) : "unknown kind";
}

export function grantLabel(grant: string): string {
	return grants[grant] ?? grant;
}

export function authMethodLabel(method: string | null | undefined): string {
	return method ? (authMethods[method] ?? method) : "—";
}

export function isFapi(client: Application): boolean {
	return client.compliance_level?.startsWith("fapi2") ?? false;
}
