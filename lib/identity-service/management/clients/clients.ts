import { z } from "zod";
import { REFRESH_TOKEN_ABSOLUTE_SECONDS, REFRESH_TOKEN_IDLE_SECONDS } from "../../authentication/provider/lifetimes";
import { operation } from "../../http/operation";
import type { IdentityService } from "../../identity-service";
import { type ClientRow, countClients, listClients } from "../../store/clients";
import { fieldParameters, noParameters, pageParameters, pickFields, totalsOf } from "../parameters";

const AUTHENTICATION_METHODS = [
	"none",
	"client_secret_post",
	"client_secret_basic",
	"private_key_jwt",
	"tls_client_auth",
	"self_signed_tls_client_auth",
];

/** `fields` decides which of these there are. */
const client = z
	.strictObject({
		client_id: z.string(),
		name: z.string(),
		global: z.boolean(),
		app_type: z.enum(["non_interactive", "regular_web", "spa", "native"]),
		is_first_party: z.boolean(),
		token_endpoint_auth_method: z.enum(AUTHENTICATION_METHODS),
		grant_types: z.array(z.string()),
		refresh_token: z.strictObject({
			rotation_type: z.enum(["rotating", "non-rotating"]),
			expiration_type: z.literal("expiring"),
			token_lifetime: z.int(),
			idle_token_lifetime: z.int(),
		}),
		require_pushed_authorization_requests: z.boolean(),
		require_proof_of_possession: z.boolean(),
		compliance_level: z.string(),
		callbacks: z.array(z.string()),
		allowed_logout_urls: z.array(z.string()),
	})
	.partial();

export const listClientsOperation = operation("get_clients", {
	path: noParameters,
	query: z.strictObject({ ...pageParameters, ...fieldParameters }),
	status: 200,
	answer: z.union([z.array(client), totalsOf("clients", client)]),
	async run(service, { query }) {
		const { page, per_page, include_totals } = query;
		const start = page * per_page;
		const rows = await listClients(service.database, start, per_page);
		const clients = rows.map((row) => pickFields(clientAnswer(service, row), query));
		return include_totals
			? { start, limit: per_page, length: clients.length, total: await countClients(service.database), clients }
			: clients;
	},
});

/** Field by field, and never a secret: they are not even stored. */
function clientAnswer(service: IdentityService, row: ClientRow): Record<string, unknown> {
	return {
		client_id: row.client_id,
		name: row.name,
		global: row.global === 1,
		app_type: row.app_type,
		is_first_party: row.first_party === 1,
		token_endpoint_auth_method: row.token_endpoint_auth_method,
		grant_types: JSON.parse(row.grants),
		refresh_token: refreshTokenSettings(row),
		require_pushed_authorization_requests: row.security_profile === "fapi2",
		require_proof_of_possession: row.sender_constraint !== null,
		compliance_level: complianceLevel(row),
		callbacks: absolute(service, row.redirect_uris),
		allowed_logout_urls: absolute(service, row.logout_uris),
	};
}

function refreshTokenSettings(row: ClientRow) {
	return {
		rotation_type: row.rotating === 1 ? "rotating" : "non-rotating",
		expiration_type: "expiring",
		token_lifetime: REFRESH_TOKEN_ABSOLUTE_SECONDS,
		idle_token_lifetime: REFRESH_TOKEN_IDLE_SECONDS,
	};
}

/** `fapi2_sp_<client authentication>_<what tokens are bound to>`, or `none`. */
function complianceLevel(row: ClientRow): string {
	if (row.security_profile !== "fapi2") return "none";
	return `fapi2_sp_${row.token_endpoint_auth_method === "private_key_jwt" ? "pkj" : "mtls"}_${row.sender_constraint}`;
}

/** Stored URIs that begin with "/" are relative to the service's own origin. */
function absolute(service: IdentityService, uris: string): string[] {
	const list = JSON.parse(uris) as string[];
	return list.map((uri) => new URL(uri, service.config.issuer).href);
}
