import { TEMPLATE_DIALECT, TEMPLATE_TYPE_DEFAULT, TRUSTED_ISSUERS } from "@/lib/contract/limits";
import { SCOPES } from "@/lib/contract/scopes";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import type { IdentityService } from "../context/identity-service";
import { deriveIdentifier } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";
import { hashPassword, PASSWORD_COST } from "../passwords/password-hash";
import type { ClientTable, RefreshTokenTable, TemplateTable, UserTable } from "../store/schema";
import type { SampleClient } from "./client";
import { sampleClients } from "./clients";
import {
	sampleCertificateSubject,
	sampleClientId,
	sampleClientKey,
	samplePassword,
	sampleRefreshTokenId,
	sampleTemplateId,
	sampleUserId,
} from "./derived";
import type { SampleDevice } from "./devices";
import type { SampleRefreshToken } from "./refresh-tokens";
import { sampleResourceServer } from "./resource-server";
import type { SampleTemplate } from "./templates";
import { type SampleUser, SIGN_IN_HANDLES } from "./users";

const DAY_MILLISECONDS = 86_400_000;

/** What the sample data is turned into rows with: its roots and one moment for all of it. */
export type SampleMoment = Pick<ServiceSecrets, "identifiers" | "credentials"> & { now: Date; audience: string };

export function sampleMoment({
	config,
	secrets: { identifiers, credentials },
	now,
}: Pick<IdentityService, "config" | "secrets" | "now">): SampleMoment {
	return { identifiers, credentials, now: now(), audience: config.audience };
}

/** @param cost of the hashes of the passwords of those who can sign in */
export async function userRow(
	{ identifiers, credentials, now }: SampleMoment,
	user: SampleUser,
	cost = PASSWORD_COST,
): Promise<UserTable> {
	const canSignIn = SIGN_IN_HANDLES.some((handle) => handle === user.handle);
	const created = daysFrom(now, -user.createdDaysAgo);
	return {
		user_id: sampleUserId(identifiers, user.handle),
		connection: null,
		email: user.email,
		email_key: user.email.toLowerCase(),
		email_verified: user.emailVerified ? 1 : 0,
		name: user.name,
		name_key: user.name.toLowerCase(),
		given_name: user.givenName,
		family_name: user.familyName,
		nickname: user.nickname,
		picture: null,
		password_hash: canSignIn ? await hashPassword(samplePassword(credentials, user.handle), cost) : null,
		admin_role: user.handle === "editor" || user.handle === "viewer" ? user.handle : null,
		password_generation: null,
		password_chosen: null,
		username: null,
		user_metadata: null,
		created_at: created,
		updated_at: created,
	};
}

/** Numbers are of the range that is kept for fiction. */
export function samplePhones({ identifiers }: SampleMoment) {
	return [{ phone_number: "+12025550143", user_id: sampleUserId(identifiers, "user") }];
}

export function clientRow({ identifiers, credentials, now }: SampleMoment, client: SampleClient): ClientTable {
	return {
		client_id: sampleClientId(identifiers, client.handle),
		handle: client.handle,
		name: client.name,
		app_type: client.appType,
		token_endpoint_auth_method: client.tokenEndpointAuthMethod,
		grants: JSON.stringify(client.grants),
		redirect_uris: JSON.stringify(client.redirectUris),
		logout_uris: JSON.stringify(client.logoutUris),
		api_grants: JSON.stringify(apiGrants(client)),
		jwks: client.tokenEndpointAuthMethod === "private_key_jwt" ? publicKeys(credentials, client.handle) : null,
		certificate_subject:
			client.tokenEndpointAuthMethod === "tls_client_auth" ? sampleCertificateSubject(client.handle) : null,
		security_profile: client.securityProfile ?? null,
		sender_constraint: client.senderConstraint ?? null,
		first_party: client.firstParty === false ? 0 : 1,
		global: client.global ? 1 : 0,
		rotating: client.rotating ? 1 : 0,
		created_at: now.toISOString(),
		settings: JSON.stringify(client.settings ?? {}),
		sealed_secret: null,
		revision: 0,
	};
}

/** The audience of the management interface is stored relative to the issuer. */
function apiGrants({ scopes, orderScopes }: SampleClient) {
	const management = scopes.filter((scope) => SCOPES.some((known) => known === scope));
	return [
		...(management.length > 0 ? [{ audience: "/api/v2/", scopes: management }] : []),
		...(orderScopes ? [{ audience: sampleResourceServer.identifier, scopes: orderScopes }] : []),
	];
}

export function publicKeys(credentials: string, handle: string): string {
	const { d, ...publicKey } = sampleClientKey(credentials, handle);
	return JSON.stringify({ keys: [publicKey] });
}

export function templateRow({ identifiers, now }: SampleMoment, template: SampleTemplate): TemplateTable {
	const id = sampleTemplateId(identifiers, template.handle);
	const created_at = daysFrom(now, -template.createdDaysAgo);
	const updated_at = daysFrom(now, -template.updatedDaysAgo);
	const document = {
		id,
		name: template.name,
		type: TEMPLATE_TYPE_DEFAULT,
		dialect: TEMPLATE_DIALECT,
		presentation: presentationOf(template.elements),
		well_known_trusted_issuers: TRUSTED_ISSUERS,
		custom_certificate_authority: template.certificateAuthority,
		created_at,
		updated_at,
	};
	return { id, name_key: JSON.stringify(template.name), document: JSON.stringify(document), created_at, updated_at };
}

export function refreshTokenRow(moment: SampleMoment, token: SampleRefreshToken): RefreshTokenTable {
	const { identifiers, now } = moment;
	const rotating = sampleClients.find(({ handle }) => handle === token.client)?.rotating ?? false;
	const days = (value: number | null) => (value === null ? null : daysFrom(now, value));
	return {
		id: sampleRefreshTokenId(identifiers, token.handle),
		user_id: sampleUserId(identifiers, token.user),
		client_id: sampleClientId(identifiers, token.client),
		session_id: token.session && deriveIdentifier(identifiers, `sample-session:${token.session}`, 32),
		grant_id: null,
		rotating: rotating ? 1 : 0,
		resource_servers: JSON.stringify(resourceServers(moment, token.audiences)),
		device: JSON.stringify({ ...deviceFields("initial", token.initial), ...deviceFields("last", token.last) }),
		metadata: token.metadata && JSON.stringify(token.metadata),
		created_at: daysFrom(now, -token.issuedDaysAgo),
		idle_expires_at: days(token.idleExpiresInDays),
		expires_at: days(token.expiresInDays),
		last_exchanged_at: days(token.exchangedDaysAgo === null ? null : -token.exchangedDaysAgo),
	};
}

function resourceServers({ audience }: SampleMoment, audiences: SampleRefreshToken["audiences"]) {
	const own = { audience, scopes: "openid profile email offline_access" };
	const other = { audience: sampleResourceServer.identifier, scopes: "read:orders create:orders" };
	return { none: [], management: [own], both: [own, other] }[audiences];
}

function deviceFields(side: "initial" | "last", { ip, asn, userAgent }: SampleDevice) {
	return { [`${side}_ip`]: ip, [`${side}_asn`]: asn, [`${side}_user_agent`]: userAgent };
}

function daysFrom(now: Date, days: number): string {
	return new Date(now.getTime() + days * DAY_MILLISECONDS).toISOString();
}
