import "server-only";
import { COMMAND_LINE_SUBJECT } from "../../audit/audit-entry";
import { ConfigError, type DashboardConfig, dashboardConfig } from "../../config";
import { fetchAccessToken } from "../call/access-token";
import { inCall, newCall } from "../call/call-context";
import { ManagementError, reasonOf } from "../call/errors";

type Settings = Pick<DashboardConfig, "management" | "authentication">;

/**
 * What to change when the tenant refuses the console, or can't be reached: a sentence that names the setting, here or at
 * the tenant. By status first, then by the service's message, because messages differ between tenants.
 */
export function setUpAdvice(error: ManagementError, settings: Settings): string {
	if (error.kind === "unreachable") return unreachable(error, settings);
	return error.area === "token" ? tokenAdvice(error, settings) : managementAdvice(error, settings);
}

function unreachable({ area, cause }: ManagementError, { management, authentication }: Settings): string {
	const [setting, address] =
		area === "token" ? ["AUTH_BASE_URL", authentication.baseUrl] : ["MANAGEMENT_BASE_URL", management.baseUrl];
	const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined;
	const where = `${reasonOf(code)} Check ${setting} (${address})`;
	if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") return `${where} and this machine's clock.`;
	if (code && /CERT|UNABLE_TO/.test(code) && code !== "ERR_TLS_CERT_ALTNAME_INVALID") {
		return `${where}. Where the tenant's certificate comes from an authority of your own, name its file in NODE_EXTRA_CA_CERTS.`;
	}
	return `${where}.`;
}

function tokenAdvice({ kind, status, serviceMessage = "", cause }: ManagementError, settings: Settings): string {
	const { audience, clientId, credential } = settings.management;
	if (cause instanceof ConfigError) return cause.message;
	if (kind === "redirected" || status === 404) {
		return `${settings.authentication.baseUrl}/oauth/token is not a token endpoint: check AUTH_BASE_URL. It is the tenant's URL without a path.`;
	}
	if (kind === "not-understood" || kind === "too-large" || kind === "headers-too-large") {
		return "What answers at AUTH_BASE_URL is not an identity service. Is there a proxy or a login wall in front of it?";
	}
	if (/service not enabled|bad audience|invalid_target/i.test(serviceMessage)) {
		return audience.endsWith("/")
			? `The tenant has no API with the audience ${audience}: set MANAGEMENT_AUDIENCE to the management interface's audience in the tenant's list of APIs. With a custom domain it is still the tenant's own domain.`
			: `MANAGEMENT_AUDIENCE lacks its slash at the end: set it to ${audience}/.`;
	}
	if (/client[- ]grant|not authorized to access|been granted/i.test(serviceMessage)) {
		return `The application ${clientId} has no grant for ${audience}: at the tenant, authorize it for the management interface with the scopes below.`;
	}
	if (/grant type|unauthorized_client/i.test(serviceMessage)) {
		return `The application ${clientId} may not use client credentials: at the tenant, switch that grant type on.`;
	}
	if (status === 401 || /client authentication|invalid_client/i.test(serviceMessage)) {
		if (!("clientSecret" in credential)) {
			return `The tenant does not accept the console's key for MANAGEMENT_CLIENT_ID (${clientId}): at the tenant, let that application authenticate by Private Key JWT, and register the console's public key there, shown below and by npm run secrets -- key.`;
		}
		return `The tenant does not accept MANAGEMENT_CLIENT_ID (${clientId}) with MANAGEMENT_CLIENT_SECRET: copy both again, and see that the application's secret is sent in the body (Post).`;
	}
	if (kind === "rate-limited") return "The tenant's rate limit is reached: check again in a moment.";
	return "The tenant gave no usable response. Its status page may say more.";
}

function managementAdvice({ kind, scopes, serviceMessage = "", status }: ManagementError, settings: Settings): string {
	const { audience, baseUrl } = settings.management;
	switch (kind) {
		case "credentials":
			if (/client is not global/i.test(serviceMessage)) {
				return "This area is for the tenant's global client only: put that client's ID in MANAGEMENT_CLIENT_ID with its secret or key, or let the tenant mark this one as global.";
			}
			if (/bad audience/i.test(serviceMessage)) {
				return audience.endsWith("/")
					? `The token is for ${audience}, and ${baseUrl} expects another audience: check MANAGEMENT_AUDIENCE.`
					: `MANAGEMENT_AUDIENCE lacks its slash at the end: set it to ${audience}/.`;
			}
			if (/expired|not active|issued in the future/i.test(serviceMessage)) {
				return "The tenant refuses a token that it just issued as expired: the clocks of its two interfaces differ, or something in between caches old responses.";
			}
			return "MANAGEMENT_BASE_URL does not accept tokens of AUTH_BASE_URL: they belong to different tenants.";
		case "rejected":
		case "forbidden":
		case "conflict":
			return "The tenant refuses this, not because of a missing scope: its own words are below.";
		case "scope":
			return `Grant ${scopes} to the application at the tenant, then check again.`;
		case "not-found":
			return `The tenant does not offer this area, or ${baseUrl} is not its management interface (it ends in /api/v2).`;
		case "redirected":
			return "The URL leads elsewhere: check MANAGEMENT_BASE_URL (https, and the exact host).";
		case "not-understood":
		case "too-large":
		case "headers-too-large":
			return `What answers at MANAGEMENT_BASE_URL is not an identity service${status ? ` (it answered ${status})` : ""}. Is there a proxy or a login wall in front of it?`;
		case "rate-limited":
			return "The tenant's rate limit is reached: check again in a moment.";
		default:
			return "The tenant gave no usable response. Its status page may say more.";
	}
}

/**
 * Requests an access token with the next key of a rotation, before the console uses it.
 * @returns an empty object where the tenant accepts the key, else why it does not
 */
export async function tryNextKey(): Promise<object> {
	const config = dashboardConfig();
	try {
		await inCall(await newCall(COMMAND_LINE_SUBJECT), () => fetchAccessToken(config, "next"));
		return {};
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		return { refusal: setUpAdvice(error, config) };
	}
}
