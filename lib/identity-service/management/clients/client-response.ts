import { z } from "zod";
import { APP_TYPES, TOKEN_ENDPOINT_AUTH_METHODS } from "@/lib/contract/client/client-limits";
import { clientMetadata, jwtScopes } from "@/lib/contract/client/client-request";
import { objectOfEntries } from "@/lib/contract/safe-object";
import { absoluteUris } from "../../clients/addresses";
import { ID_TOKEN_SECONDS, REFRESH_TOKEN_ABSOLUTE_SECONDS, REFRESH_TOKEN_IDLE_SECONDS } from "../../clients/lifetimes";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { secretOfClient } from "../../keys/client-secret";
import { clientSettings } from "../../store/client-settings";
import type { ClientRow } from "../../store/clients";
import { authenticationMethodsOf } from "./client-credentials";
import { mayActAs } from "./client-privileges";

const credentials = z.strictObject({ credentials: z.array(z.strictObject({ id: z.string() })) });
const texts = z.array(z.string());

/** A client in a response. `fields` decides which of these there are, and the scopes whether there is the secret. */
export const client = z
	.strictObject({
		tenant: z.string(),
		client_id: z.string(),
		client_secret: z.string(),
		name: z.string(),
		description: z.string(),
		logo_uri: z.string(),
		global: z.boolean(),
		app_type: z.enum(APP_TYPES),
		is_first_party: z.boolean(),
		oidc_conformant: z.boolean(),
		token_endpoint_auth_method: z.enum(TOKEN_ENDPOINT_AUTH_METHODS),
		client_authentication_methods: z
			.strictObject({
				private_key_jwt: credentials,
				tls_client_auth: credentials,
				self_signed_tls_client_auth: credentials,
			})
			.partial(),
		grant_types: texts,
		jwt_configuration: z.strictObject({
			alg: z.string(),
			lifetime_in_seconds: z.int(),
			secret_encoded: z.boolean(),
			scopes: jwtScopes.optional(),
		}),
		refresh_token: z.strictObject({
			rotation_type: z.enum(["rotating", "non-rotating"]),
			expiration_type: z.enum(["expiring", "non-expiring"]),
			leeway: z.int(),
			token_lifetime: z.int(),
			infinite_token_lifetime: z.boolean(),
			idle_token_lifetime: z.int(),
			infinite_idle_token_lifetime: z.boolean(),
		}),
		require_pushed_authorization_requests: z.boolean(),
		require_proof_of_possession: z.boolean(),
		compliance_level: z.string(),
		callbacks: texts,
		allowed_logout_urls: texts,
		web_origins: texts,
		allowed_origins: texts,
		client_aliases: texts,
		allowed_clients: texts,
		client_metadata: clientMetadata,
		// As they are stored: an older release took any settings.
		addons: objectOfEntries(() => {}).meta({ type: "object" }),
		initiate_login_uri: z.string(),
	})
	.partial();

/** What `read:client_summary` alone shows. */
const SUMMARY = ["client_id", "name", "logo_uri", "app_type", "is_first_party", "global"];
const KEY_SCOPES = ["read:client_keys", "update:client_keys"];

/**
 * A client as the caller may see it, field by field. The secret is there for callers that may read or change the keys of
 * clients, and act as this one.
 */
export async function clientResponse(
	service: IdentityService,
	row: ClientRow,
	caller: Caller,
): Promise<Record<string, unknown>> {
	const whole = wholeResponse(service, row);
	if (!caller.scopes.some((scope) => scope.endsWith(":clients"))) {
		return Object.fromEntries(Object.entries(whole).filter(([name]) => SUMMARY.includes(name)));
	}
	if (!caller.scopes.some((scope) => KEY_SCOPES.includes(scope)) || !mayActAs(service, row, caller)) return whole;
	return withSecret(service, row, whole);
}

/** The response with the secret, where the client has one. */
export async function withSecret(
	service: IdentityService,
	row: ClientRow,
	response: Record<string, unknown>,
): Promise<Record<string, unknown>> {
	const client_secret = await secretOfClient(service.secrets, row);
	return client_secret === null ? response : { ...response, client_secret };
}

export function wholeResponse(service: IdentityService, row: ClientRow): Record<string, unknown> {
	const settings = clientSettings(row);
	const methods = authenticationMethodsOf(row);
	const isFapi = row.security_profile === "fapi2";
	return {
		tenant: new URL(service.config.issuer).host,
		client_id: row.client_id,
		name: row.name,
		description: settings.description,
		...(settings.logo_uri === null ? {} : { logo_uri: settings.logo_uri }),
		global: row.global === 1,
		app_type: row.app_type,
		is_first_party: row.first_party === 1,
		oidc_conformant: true,
		// The two exclude each other, in requests as in responses.
		...(methods
			? { client_authentication_methods: methods }
			: { token_endpoint_auth_method: row.token_endpoint_auth_method }),
		grant_types: JSON.parse(row.grants),
		jwt_configuration: {
			alg: isFapi ? "ES256" : (settings.id_token_alg ?? "RS256"),
			lifetime_in_seconds: settings.id_token_lifetime ?? ID_TOKEN_SECONDS,
			secret_encoded: false,
			...(settings.jwt_scopes === null ? {} : { scopes: settings.jwt_scopes }),
		},
		refresh_token: refreshTokenSettings(row),
		require_pushed_authorization_requests: isFapi || settings.require_pushed_authorization_requests,
		require_proof_of_possession: row.sender_constraint !== null,
		compliance_level: complianceLevel(row),
		callbacks: absoluteUris(service, row.redirect_uris),
		allowed_logout_urls: absoluteUris(service, row.logout_uris),
		web_origins: settings.web_origins,
		allowed_origins: settings.allowed_origins,
		client_aliases: settings.client_aliases,
		allowed_clients: settings.allowed_clients,
		client_metadata: settings.client_metadata,
		addons: settings.addons,
		...(settings.initiate_login_uri === null ? {} : { initiate_login_uri: settings.initiate_login_uri }),
	};
}

function refreshTokenSettings(row: ClientRow) {
	const own = clientSettings(row).refresh_token;
	return {
		rotation_type: row.rotating === 1 ? "rotating" : "non-rotating",
		expiration_type: own?.expiration_type ?? "expiring",
		leeway: own?.leeway ?? 0,
		token_lifetime: own?.token_lifetime ?? REFRESH_TOKEN_ABSOLUTE_SECONDS,
		infinite_token_lifetime: own?.infinite_token_lifetime ?? false,
		idle_token_lifetime: own?.idle_token_lifetime ?? REFRESH_TOKEN_IDLE_SECONDS,
		infinite_idle_token_lifetime: own?.infinite_idle_token_lifetime ?? false,
	};
}

/** `fapi2_sp_<client authentication>_<what tokens are bound to>`, or `none`. */
function complianceLevel(row: ClientRow): string {
	if (row.security_profile !== "fapi2") return "none";
	return `fapi2_sp_${row.token_endpoint_auth_method === "private_key_jwt" ? "pkj" : "mtls"}_${row.sender_constraint}`;
}
