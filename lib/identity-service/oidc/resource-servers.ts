import {
	type AccessToken,
	type ClientCredentials,
	type Configuration,
	errors,
	type JWTStructured,
	type KoaContextWithOIDC,
	type ResourceServer,
} from "oidc-provider";
import type { GrantSubject } from "@/lib/contract/client/client-grant";
import { SCOPES } from "@/lib/contract/scopes";
import { userInfoAudience } from "../clients/addresses";
import { decidingGrant } from "../clients/api-grants";
import { CLIENT_CREDENTIALS_GRANT } from "../clients/grant-types";
import { ACCESS_TOKEN_SECONDS } from "../clients/lifetimes";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { missingParameter, Refusal } from "../http/refusal";
import { ACCESS_TOKEN_ALGORITHM, CLIENTS_OWN_TOKEN } from "../keys/signing-keys";
import { isStorable } from "../store/rows";
import { withLibraryErrors } from "./extension";

type ResourceIndicators = NonNullable<NonNullable<Configuration["features"]>["resourceIndicators"]>;

/** The specification, "Authentication": the audience's other spelling, relative to the tenant. */
const RELATIVE_AUDIENCE = "/api/v2/";

/**
 * The APIs that the audiences of a request name, absolute; unknown ones are returned unchanged and refused later. The user
 * info endpoint and the tenant's own address are no APIs: a request for those alone is one without an audience.
 */
export function namedApis({ config }: IdentityService, audiences: readonly string[]): string[] {
	const { issuer } = config;
	const own = [issuer, new URL(issuer).origin, userInfoAudience(config)];
	return audiences
		.filter((audience) => audience !== "" && !own.includes(audience))
		.map((audience) => (audience === RELATIVE_AUDIENCE ? config.audience : audience));
}

/** The tenant's APIs (RFC 8707), for the library. */
export function resourceIndicators(service: IdentityService): ResourceIndicators {
	return {
		enabled: true,
		defaultResource: (ctx) => withLibraryErrors(ctx, () => requireAudience(ctx)),
		getResourceServerInfo: (ctx, audience, client) =>
			withLibraryErrors(ctx, () => resourceServer(service, ctx, audience, client.clientId)),
		useGrantedResource: () => true,
	};
}

/**
 * What an access token for an audience may hold: the scopes that the client was granted for it, for itself or for its
 * users. Tokens for the management interface are issued to the client itself alone: any user who signs in, or signs up,
 * would get the client's scopes.
 * @throws errors.InvalidTarget for an audience that is no API of this tenant (RFC 8707 section 2)
 * @throws 403 access_denied where the client has no grant for the API, or none of the scopes that it requests, and where
 * a user's token is requested for the management interface
 */
export async function resourceServer(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	audience: string,
	clientId: string,
): Promise<ResourceServer> {
	if (!(await scopesOfApi(service, audience))) throw new errors.InvalidTarget();
	const { params } = ctx.oidc;
	const isClientsOwn = params?.grant_type === CLIENT_CREDENTIALS_GRANT;
	if (audience === service.config.audience && !isClientsOwn) throw notForUsers(audience);
	const granted = await grantedScopes(service, clientId, audience, isClientsOwn ? "client" : "user");
	if (granted.length === 0) {
		throw new Refusal(
			403,
			"access_denied",
			`Client is not authorized to access "${audience}". It needs a client grant for this API.`,
		);
	}
	if (isClientsOwn) params.scope = issuedScope(granted, params.scope);
	return {
		audience,
		scope: granted.join(" "),
		accessTokenFormat: "jwt",
		accessTokenTTL: ACCESS_TOKEN_SECONDS,
		jwt: { sign: { alg: ACCESS_TOKEN_ALGORITHM } },
	} as ResourceServer;
}

/** The scopes that a client was granted for an audience, for its own tokens or for those of its users; empty without a grant. */
export async function grantedScopes(
	service: IdentityService,
	clientId: string,
	audience: string,
	subject: GrantSubject,
): Promise<readonly string[]> {
	const client = await findServiceClient(service, clientId);
	const grant = client && decidingGrant(service, client, audience, subject);
	if (!grant) return [];
	return grant.scopes ?? (await scopesOfApi(service, audience)) ?? [];
}

function notForUsers(audience: string): Refusal {
	return new Refusal(
		403,
		"access_denied",
		`Tokens for "${audience}" are issued to applications in their own name, by client_credentials, and not for users.`,
	);
}

/** The scopes of the management interface, or of an API registered with the tenant; null where it is neither. */
export async function scopesOfApi(service: IdentityService, audience: string): Promise<readonly string[] | null> {
	if (audience === service.config.audience) return SCOPES;
	if (!isStorable(audience)) return null;
	const row = await service.database
		.selectFrom("resource_servers")
		.select("scopes")
		.where("identifier", "=", audience)
		.executeTakeFirst();
	return row ? (JSON.parse(row.scopes) as string[]) : null;
}

/** All granted scopes where the request names none, else the granted ones among those it names. */
function issuedScope(granted: readonly string[], requested: unknown): string {
	if (typeof requested !== "string") return granted.join(" ");
	const issued = requested.split(" ").filter((scope) => granted.includes(scope));
	if (issued.length === 0) {
		const inLog = "Client has not been granted the scopes.";
		throw new Refusal(403, "access_denied", `Client has not been granted scopes: ${requested}`, { inLog });
	}
	return issued.join(" ");
}

/**
 * Client credentials require an audience; without one, tokens of the other grants are for the user info endpoint.
 * @throws 400 invalid_request for a token request that names several: a token is for one API
 */
function requireAudience(ctx: KoaContextWithOIDC): undefined {
	const { grant_type: grantType, resource } = ctx.oidc.params ?? {};
	if (grantType === CLIENT_CREDENTIALS_GRANT) throw missingParameter("audience");
	if (grantType !== undefined && Array.isArray(resource)) {
		throw new Refusal(400, "invalid_request", "A token is for one API: the request names several audiences.");
	}
	return undefined;
}

/**
 * Adds the specification's further claims to a JWT access token (RFC 9068): `azp`; for client credentials `gty` and the
 * subject `<client_id>@clients`; for a user's token with `openid` the user info endpoint as a second audience.
 */
export function addClaims(
	ctx: KoaContextWithOIDC,
	token: AccessToken | ClientCredentials,
	{ payload }: JWTStructured,
): void {
	payload.azp = token.clientId;
	if (token.kind === "ClientCredentials") {
		payload.sub = `${token.clientId}@clients`;
		payload.gty = CLIENTS_OWN_TOKEN;
	} else if (token.scopes.has("openid")) {
		payload.aud = [token.aud, userInfoAudience(ctx.oidc)];
	}
}
