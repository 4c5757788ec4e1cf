import { z } from "zod";
import {
	APP_TYPES,
	COMPLIANCE_LEVELS,
	ID_TOKEN_ALGORITHMS,
	TOKEN_ENDPOINT_AUTH_METHODS,
} from "@/lib/contract/client/client-limits";
import { clientMetadata, jwtScopes } from "@/lib/contract/client/client-request";
import { objectOfEntries } from "@/lib/contract/safe-object";
import { absoluteUris } from "../../clients/addresses";
import { ID_TOKEN_SECONDS, REFRESH_TOKEN_ABSOLUTE_SECONDS, REFRESH_TOKEN_IDLE_SECONDS } from "../../clients/lifetimes";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { secretOfClient } from "../../keys/client-secret";
import { FAPI_SIGNING_ALGORITHM, ID_TOKEN_ALGORITHM } from "../../keys/signing-keys";
import { type ClientRow, type ClientSettings, clientSettings } from "../../store/clients";
import { resource } from "../resource";
import { authenticationMethodsOf } from "./client-credentials";
import { mayActAs } from "./client-privileges";

const credentials = z.strictObject({ credentials: z.array(z.strictObject({ id: z.string() })) });
const texts = z.array(z.string());

/** A stored client, with its settings and its credentials parsed. */
type Stored = { row: ClientRow; settings: ClientSettings; methods: ReturnType<typeof authenticationMethodsOf> };

const { schema, read } = resource<Stored>({
	tenant: [z.string(), (_, { config }) => new URL(config.issuer).host],
	client_id: [z.string(), ({ row }) => row.client_id],
	client_secret: [z.string(), () => undefined],
	name: [z.string(), ({ row }) => row.name],
	description: [z.string(), ({ settings }) => settings.description],
	logo_uri: [z.string(), ({ settings }) => settings.logo_uri ?? undefined],
	global: [z.boolean(), ({ row }) => row.global === 1],
	app_type: [z.enum(APP_TYPES), ({ row }) => row.app_type],
	is_first_party: [z.boolean(), ({ row }) => row.first_party === 1],
	oidc_conformant: [z.boolean(), () => true],
	// The two exclude each other, in requests as in responses.
	token_endpoint_auth_method: [
		z.enum(TOKEN_ENDPOINT_AUTH_METHODS),
		({ row, methods }) => (methods ? undefined : row.token_endpoint_auth_method),
	],
	client_authentication_methods: [
		z
			.strictObject({
				private_key_jwt: credentials,
				tls_client_auth: credentials,
				self_signed_tls_client_auth: credentials,
			})
			.partial(),
		({ methods }) => methods,
	],
	grant_types: [texts, ({ row }) => JSON.parse(row.grants)],
	jwt_configuration: [
		z.strictObject({
			alg: z.enum(ID_TOKEN_ALGORITHMS),
			lifetime_in_seconds: z.int(),
			secret_encoded: z.boolean(),
			scopes: jwtScopes.optional(),
		}),
		({ row, settings }) => ({
			alg: isFapi(row) ? FAPI_SIGNING_ALGORITHM : (settings.id_token_alg ?? ID_TOKEN_ALGORITHM),
			lifetime_in_seconds: settings.id_token_lifetime ?? ID_TOKEN_SECONDS,
			secret_encoded: false,
			...(settings.jwt_scopes === null ? {} : { scopes: settings.jwt_scopes }),
		}),
	],
	refresh_token: [
		z.strictObject({
			rotation_type: z.enum(["rotating", "non-rotating"]),
			expiration_type: z.enum(["expiring", "non-expiring"]),
			leeway: z.int(),
			token_lifetime: z.int(),
			infinite_token_lifetime: z.boolean(),
			idle_token_lifetime: z.int(),
			infinite_idle_token_lifetime: z.boolean(),
		}),
		({ row, settings: { refresh_token: own } }) => ({
			rotation_type: row.rotating === 1 ? "rotating" : "non-rotating",
			expiration_type: own?.expiration_type ?? "expiring",
			leeway: own?.leeway ?? 0,
			token_lifetime: own?.token_lifetime ?? REFRESH_TOKEN_ABSOLUTE_SECONDS,
			infinite_token_lifetime: own?.infinite_token_lifetime ?? false,
			idle_token_lifetime: own?.idle_token_lifetime ?? REFRESH_TOKEN_IDLE_SECONDS,
			infinite_idle_token_lifetime: own?.infinite_idle_token_lifetime ?? false,
		}),
	],
	require_pushed_authorization_requests: [
		z.boolean(),
		({ row, settings }) => isFapi(row) || settings.require_pushed_authorization_requests,
	],
	is_token_endpoint_ip_header_trusted: [z.boolean(), ({ settings }) => settings.is_token_endpoint_ip_header_trusted],
	require_proof_of_possession: [z.boolean(), ({ row }) => row.sender_constraint !== null],
	compliance_level: [z.enum(COMPLIANCE_LEVELS), ({ row }) => complianceLevel(row)],
	callbacks: [texts, ({ row }, service) => absoluteUris(service, row.redirect_uris)],
	allowed_logout_urls: [texts, ({ row }, service) => absoluteUris(service, row.logout_uris)],
	web_origins: [texts, ({ settings }) => settings.web_origins],
	allowed_origins: [texts, ({ settings }) => settings.allowed_origins],
	client_aliases: [texts, ({ settings }) => settings.client_aliases],
	allowed_clients: [texts, ({ settings }) => settings.allowed_clients],
	client_metadata: [clientMetadata, ({ settings }) => settings.client_metadata],
	// As they are stored: an older release accepted any settings.
	addons: [objectOfEntries(() => {}).meta({ type: "object" }), ({ settings }) => settings.addons],
	initiate_login_uri: [z.string(), ({ settings }) => settings.initiate_login_uri ?? undefined],
});
/** `fields` selects the properties; the secret depends on the scopes. */
export const client = schema.partial();

/** What `read:client_summary` alone shows. */
const SUMMARY = ["client_id", "name", "logo_uri", "app_type", "is_first_party", "global"];
const KEY_SCOPES = ["read:client_keys", "update:client_keys"];

/**
 * A client as the caller may read it. The secret is included for callers that may read or change the keys of clients, and
 * have all privileges of this one.
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
	return read(service, { row, settings: clientSettings(row), methods: authenticationMethodsOf(row) });
}

function isFapi({ security_profile }: ClientRow): boolean {
	return security_profile === "fapi2";
}

/** `fapi2_sp_<client authentication>_<what tokens are bound to>`, or `none`. */
function complianceLevel(row: ClientRow): string {
	if (!isFapi(row)) return "none";
	return `fapi2_sp_${row.token_endpoint_auth_method === "private_key_jwt" ? "pkj" : "mtls"}_${row.sender_constraint}`;
}
