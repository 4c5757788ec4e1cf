import type { Application } from "@/lib/contract/client/application";
import type { PartlyRead } from "@/lib/dashboard/management/applications/read-applications";

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

/** An application stores no method: the tenant decides. */
export const TENANT_DEFAULT = "the tenant's default";
/** What an answer leaves out. */
export const NOT_KNOWN = "not known";

/** An application as the console could read it. */
export type ReadApplication = Application & PartlyRead;

/**
 * How an application authenticates: a tenant lists methods with the client's own keys separately, and stores one or the other.
 * @returns `TENANT_DEFAULT` where neither is stored, `NOT_KNOWN` where there may be one that can't be read
 */
export function methodOf(application: ReadApplication): string {
	const { token_endpoint_auth_method: method, client_authentication_methods: methods, unread = [] } = application;
	const stored = Object.keys(methods ?? {})[0] ?? method;
	if (stored) return stored;
	const isUnread = ["token_endpoint_auth_method", "client_authentication_methods"].some((each) =>
		unread.includes(each),
	);
	return isUnread ? NOT_KNOWN : TENANT_DEFAULT;
}

/** Only where this is stored: an application whose method is not stored may have a secret. */
export function isPublic(application: ReadApplication): boolean {
	return methodOf(application) === "none";
}

/** How it authenticates at the token endpoint, by its registered name (RFC 7591 section 2). */
export function clientAuthenticationOf(application: ReadApplication): string {
	return isPublic(application) ? "none (public)" : methodOf(application);
}

/** What its access tokens are bound to: a key that it proves (RFC 9449), or the certificate of its mutual TLS (RFC 8705). */
export function tokenBindingOf(application: ReadApplication): { term: string; requirement: string } {
	const { compliance_level: level, require_proof_of_possession: isRequired } = application;
	const method = methodOf(application);
	const requirement = requirementOf(isRequired);
	if (isFapi(application) ? /_mtls$/.test(level ?? "") : method.includes("tls_client_auth")) {
		return { term: "Certificate-bound tokens", requirement };
	}
	return { term: method === NOT_KNOWN && !isFapi(application) ? "Proof of possession" : "DPoP", requirement };
}

export function requirementOf(isRequired: boolean | null | undefined): string {
	if (isRequired === undefined || isRequired === null) return NOT_KNOWN;
	return isRequired ? "required" : "optional";
}

/** Third-party applications need people's consent. */
export function ownerOf({ is_first_party: isFirstParty }: Application): string {
	if (isFirstParty === undefined || isFirstParty === null) return NOT_KNOWN;
	return isFirstParty ? "first party" : "third party";
}

/** The grant types in words. */
export function grantsOf({ grant_types: types }: Application): string {
	if (!types) return NOT_KNOWN;
	return types.length === 0 ? "none" : types.map(grantLabel).join(", ");
}

export function isFapi(client: Application): boolean {
	return client.compliance_level?.startsWith("fapi2") ?? false;
}
