import { CLIENT_METADATA_PROPERTIES_MAX } from "@/lib/contract/client/client-limits";
import type { CreateClientRequest, UpdateClientRequest } from "@/lib/contract/client/client-request";
import { IMPLICIT_GRANT } from "../../clients/grant-types";
import { isMixed, KEY_AUTH_METHODS } from "../../clients/service-client";
import { hasStrongKey, holdsPrivateKey, readCertificate } from "../../keys/certificates";
import { FAPI_SIGNING_ALGORITHM, ID_TOKEN_ALGORITHM } from "../../keys/signing-keys";
import {
	type ClientRow,
	type ClientSettings,
	clientSettings,
	defaultSettings,
	settingsText,
} from "../../store/clients";
import { invalidField, PRIVATE_KEY_REFUSED, tooManyProperties, WEAK_KEY_REFUSED } from "../validation";
import { keyCredentialsOf } from "./client-credentials";

const USERS_GRANTS = ["authorization_code", "refresh_token"];

/** A new application with the defaults of its type. */
export function newClientRow(clientId: string, appType: string, time: string): ClientRow {
	const isPublic = appType === "spa" || appType === "native";
	return {
		client_id: clientId,
		handle: clientId,
		name: "",
		app_type: appType,
		token_endpoint_auth_method: isPublic ? "none" : "client_secret_post",
		grants: JSON.stringify(appType === "non_interactive" ? ["client_credentials"] : USERS_GRANTS),
		redirect_uris: "[]",
		logout_uris: "[]",
		api_grants: "[]",
		jwks: null,
		certificate_subject: null,
		security_profile: null,
		sender_constraint: null,
		first_party: 1,
		// No operation makes an application global.
		global: 0,
		rotating: isPublic ? 1 : 0,
		created_at: time,
		settings: "{}",
		sealed_secret: null,
		revision: 0,
	};
}

/**
 * A client's row with the fields of a request; all others are unchanged.
 * @throws Refusal 400 where fields contradict each other
 */
export function changedClient(before: ClientRow, request: CreateClientRequest | UpdateClientRequest): ClientRow {
	const authenticated = withAuthentication({ ...before, ...plainColumns(request) }, request);
	const after = withProfile(authenticated, request, before.token_endpoint_auth_method);
	requireAlgorithm(before, after, request);
	const changed = { ...after, settings: settingsText(changedSettings(before, request)) };
	requireConsistent(changed);
	if (request.addons || changed.security_profile !== before.security_profile) requireUsableAddons(changed);
	return changed;
}

function plainColumns(request: UpdateClientRequest): Partial<ClientRow> {
	const list = (values: readonly string[]) => JSON.stringify(values);
	return {
		...(request.name === undefined ? {} : { name: request.name }),
		...(request.app_type === undefined ? {} : { app_type: request.app_type }),
		...(request.is_first_party === undefined ? {} : { first_party: request.is_first_party ? 1 : 0 }),
		...(request.grant_types === undefined ? {} : { grants: list(request.grant_types) }),
		...(request.callbacks === undefined ? {} : { redirect_uris: list(request.callbacks) }),
		...(request.allowed_logout_urls === undefined ? {} : { logout_uris: list(request.allowed_logout_urls) }),
		...(request.refresh_token === undefined
			? {}
			: { rotating: request.refresh_token?.rotation_type === "rotating" ? 1 : 0 }),
	};
}

function changedSettings(before: ClientRow, request: UpdateClientRequest): ClientSettings {
	const { jwt_configuration: jwt, client_metadata: metadata, ...others } = request;
	const settings = clientSettings(before);
	// Fields that are stored as sent have the name of their setting; null sets its default.
	const sent = Object.entries(others).filter(
		([name, value]) => value !== undefined && Object.hasOwn(defaultSettings, name),
	);
	return {
		...settings,
		...Object.fromEntries(sent.map(([name, value]) => [name, value ?? defaultSettings[name as keyof ClientSettings]])),
		...(metadata === undefined ? {} : { client_metadata: mergedMetadata(settings.client_metadata, metadata) }),
		...(jwt?.lifetime_in_seconds === undefined ? {} : { id_token_lifetime: jwt.lifetime_in_seconds }),
		...(jwt?.alg === ID_TOKEN_ALGORITHM ? { id_token_alg: jwt.alg } : {}),
		...(jwt?.scopes === undefined ? {} : { jwt_scopes: jwt.scopes }),
	};
}

/**
 * Metadata with what a request changes of it: a key's null removes it, null in place of all removes all.
 * @throws Refusal 400 where the result has too many keys
 */
function mergedMetadata(
	before: Record<string, string>,
	sent: Record<string, string | null> | null,
): Record<string, string> {
	const merged = new Map<string, string | null>(Object.entries(sent === null ? {} : before));
	for (const [key, value] of Object.entries(sent ?? {})) merged.set(key, value);
	const left = [...merged].filter((entry): entry is [string, string] => entry[1] !== null);
	if (left.length > CLIENT_METADATA_PROPERTIES_MAX) {
		throw tooManyProperties("client_metadata", left.length, CLIENT_METADATA_PROPERTIES_MAX);
	}
	return Object.fromEntries(left);
}

/**
 * ID tokens are signed with RS256; those of applications of FAPI 2.0, which forbids it, with ES256.
 * @param after with the profile of the request
 * @throws Refusal 400 for another algorithm, which would be stored without effect
 */
function requireAlgorithm(before: ClientRow, after: ClientRow, { jwt_configuration: jwt }: UpdateClientRequest): void {
	const required = after.security_profile === null ? ID_TOKEN_ALGORITHM : FAPI_SIGNING_ALGORITHM;
	if (jwt?.alg === undefined || jwt.alg === required) return;
	// An older release stored ES256 for any application.
	if (after.security_profile === null && jwt.alg === clientSettings(before).id_token_alg) return;
	const whose = after.security_profile === null ? "ID tokens" : "ID tokens of FAPI 2.0";
	throw invalidField("jwt_configuration.alg", `${whose} are signed with ${required}, not with ${jwt.alg}`);
}

/** The two fields of an application's authentication exclude each other. */
function withAuthentication(row: ClientRow, request: UpdateClientRequest): ClientRow {
	const { token_endpoint_auth_method: method, client_authentication_methods: methods } = request;
	if (method && methods) {
		throw invalidField("client_authentication_methods", "Not together with token_endpoint_auth_method");
	}
	if (methods) return { ...row, ...keyCredentialsOf(methods, row) };
	if (method) return { ...row, token_endpoint_auth_method: method, jwks: null, certificate_subject: null };
	const isCleared = methods === null || method === null;
	return isCleared && (methods === null) === KEY_AUTH_METHODS.includes(row.token_endpoint_auth_method)
		? { ...row, token_endpoint_auth_method: "client_secret_post", jwks: null, certificate_subject: null }
		: row;
}

/**
 * The FAPI 2.0 profile determines how the client authenticates and what its tokens are bound to; without it the method
 * determines what they are bound to.
 * @param row with the method of the request
 */
function withProfile(row: ClientRow, request: UpdateClientRequest, methodBefore: string): ClientRow {
	const { compliance_level: level, require_proof_of_possession: proof } = request;
	if (level?.startsWith("fapi1_")) {
		throw invalidField("compliance_level", `${level} is not offered: only FAPI 2.0 is`);
	}
	const [, authentication, constraint] = /^fapi2_sp_(pkj|mtls)_(dpop|mtls)$/.exec(level ?? "") ?? [];
	if (authentication && constraint) {
		if (proof === false) throw invalidField("require_proof_of_possession", `${level} requires it`);
		if (request.require_pushed_authorization_requests === false) {
			throw invalidField("require_pushed_authorization_requests", `${level} requires it`);
		}
		const isKey = row.token_endpoint_auth_method === "private_key_jwt";
		const isTls = ["tls_client_auth", "self_signed_tls_client_auth"].includes(row.token_endpoint_auth_method);
		if (authentication === "pkj" ? !isKey : !isTls) {
			const required = authentication === "pkj" ? "private_key_jwt" : "tls_client_auth";
			throw invalidField("compliance_level", `${level} requires client_authentication_methods with ${required}`);
		}
		return { ...row, security_profile: "fapi2", sender_constraint: constraint };
	}
	const profile = level === undefined ? row.security_profile : null;
	if (profile !== null) {
		if (proof === false) throw invalidField("require_proof_of_possession", "FAPI 2.0 requires it");
		return row;
	}
	const wasProfile = row.security_profile !== null;
	const wasBound = !wasProfile && row.sender_constraint !== null;
	const isBound = proof ?? wasBound;
	// An older release bound some to another kind than their method's: those stay until one of the two changes.
	const isKept = isBound === wasBound && !wasProfile && row.token_endpoint_auth_method === methodBefore;
	if (isKept) return row;
	const kind = row.token_endpoint_auth_method.includes("tls_client_auth") ? "mtls" : "dpop";
	return { ...row, security_profile: null, sender_constraint: isBound ? kind : null };
}

/** @throws Refusal 400 for an application that the authentication interface could not work with */
function requireConsistent(row: ClientRow): void {
	const grants = JSON.parse(row.grants) as string[];
	const uris = [...(JSON.parse(row.redirect_uris) as string[]), ...(JSON.parse(row.logout_uris) as string[])].filter(
		(uri) => !uri.startsWith("/"),
	);
	if (row.token_endpoint_auth_method === "none" && grants.includes("client_credentials")) {
		throw invalidField("grant_types", "client_credentials is not for an application without authentication");
	}
	if (row.token_endpoint_auth_method === "none" && clientSettings(row).is_token_endpoint_ip_header_trusted) {
		throw invalidField(
			"is_token_endpoint_ip_header_trusted",
			"Not for an application without authentication: anyone could name any URL",
		);
	}
	if (isMixed(grants.includes(IMPLICIT_GRANT), uris)) {
		throw invalidField(
			"callbacks",
			"https on this machine does not go together with a private-use scheme or the implicit grant",
		);
	}
	const isKeyed = KEY_AUTH_METHODS.includes(row.token_endpoint_auth_method);
	if (row.security_profile === "fapi2" && !(isKeyed && row.sender_constraint !== null)) {
		throw invalidField("compliance_level", "FAPI 2.0 requires a key of the application's own");
	}
	if (row.sender_constraint !== null && grants.includes(IMPLICIT_GRANT) && row.security_profile === null) {
		throw invalidField("require_proof_of_possession", "Not together with the implicit grant");
	}
}

/**
 * Requires add-ons that SAML and WS-Federation can work with.
 * @throws Refusal 400 on the field
 */
function requireUsableAddons(row: ClientRow): void {
	const { addons } = clientSettings(row);
	if (addons.samlp && addons.wsfed) {
		throw invalidField("addons.wsfed", "Not together with SAML: an application has one of the two");
	}
	if ((addons.samlp || addons.wsfed) && row.security_profile !== null) {
		throw invalidField("addons", "Not together with FAPI 2.0, which forbids other ways to sign in");
	}
	const pem = addons.samlp?.signingCert;
	if (pem !== undefined) requireSigningCertificate(pem, "addons.samlp.signingCert");
}

function requireSigningCertificate(pem: string, field: string): void {
	if (holdsPrivateKey(pem)) throw invalidField(field, PRIVATE_KEY_REFUSED);
	const certificate = readCertificate(pem);
	if (!certificate) throw invalidField(field, "Not a certificate in PEM");
	if (!hasStrongKey(certificate)) throw invalidField(field, WEAK_KEY_REFUSED);
}
