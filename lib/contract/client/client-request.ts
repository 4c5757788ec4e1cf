import { z } from "zod";
import { changedTextsByKey, objectOfEntries, textsByKey, uniqueItems } from "../safe-object";
import { address, clientAddons } from "./client-addons";
import {
	APP_TYPES,
	CALLBACK_PATTERN,
	CLIENT_CREDENTIALS_MAX,
	CLIENT_DESCRIPTION_LENGTH_MAX,
	CLIENT_METADATA_PROPERTIES_MAX,
	CLIENT_METADATA_TEXT_LENGTH_MAX,
	CLIENT_NAME_LENGTH_MAX,
	CLIENT_NAME_PATTERN,
	CLIENT_SECRET_PATTERN,
	CLIENT_URL_LENGTH_MAX,
	CLIENT_URLS_MAX,
	COMPLIANCE_LEVELS,
	GRANT_TYPES,
	ID_TOKEN_ALGORITHMS,
	JWT_LIFETIME_MAX,
	REFRESH_TOKEN_LEEWAY_MAX,
	REFRESH_TOKEN_LIFETIME_MAX,
	TOKEN_ENDPOINT_AUTH_METHODS,
	WEB_ORIGIN_PATTERN,
} from "./client-limits";

const PEM_LENGTH_MAX = 4096;
const SUBJECT_LENGTH_MAX = 256;
const NAME_LENGTH_MAX = 128;

const credentialName = z.string().max(NAME_LENGTH_MAX).optional();
const pem = z.string().min(1).max(PEM_LENGTH_MAX);
/** A credential that the application has already, by its identifier. */
const known = z.strictObject({ id: z.string().min(1).max(NAME_LENGTH_MAX) });

function credentialsOf<Credential extends z.ZodType>(credential: Credential) {
	const credentials = z
		.array(z.union([known, credential]))
		.min(1)
		.max(CLIENT_CREDENTIALS_MAX);
	return z.strictObject({ credentials });
}

/** A public key (SPKI, PKCS #1) or a certificate with which assertions are verified. */
const publicKey = z.strictObject({
	credential_type: z.literal("public_key"),
	name: credentialName,
	pem,
	alg: z.enum(["RS256", "PS256", "ES256"]).optional(),
});
const certificateSubject = z.strictObject({
	credential_type: z.literal("cert_subject_dn"),
	name: credentialName,
	subject_dn: z.string().min(1).max(SUBJECT_LENGTH_MAX),
});
const certificate = z.strictObject({ credential_type: z.literal("x509_cert"), name: credentialName, pem });

/** Ways to authenticate with a key of the application's own; one of the three. */
export const clientAuthenticationMethods = z.union([
	z.strictObject({ private_key_jwt: credentialsOf(publicKey) }),
	z.strictObject({ tls_client_auth: credentialsOf(certificateSubject) }),
	z.strictObject({ self_signed_tls_client_auth: credentialsOf(certificate) }),
]);
export type ClientAuthenticationMethods = z.infer<typeof clientAuthenticationMethods>;

const name = z.string().min(1).max(CLIENT_NAME_LENGTH_MAX).regex(CLIENT_NAME_PATTERN);
const callbacks = uniqueItems(z.string().max(CLIENT_URL_LENGTH_MAX).regex(CALLBACK_PATTERN), CLIENT_URLS_MAX);
const origins = uniqueItems(z.string().max(CLIENT_URL_LENGTH_MAX).regex(WEB_ORIGIN_PATTERN), CLIENT_URLS_MAX);
const texts = uniqueItems(z.string().min(1).max(CLIENT_NAME_LENGTH_MAX), CLIENT_URLS_MAX);

/** String values of at most 255 characters under at most 10 keys of the same length. */
export const clientMetadata = textsByKey({
	propertiesMax: CLIENT_METADATA_PROPERTIES_MAX,
	valueLengthMax: CLIENT_METADATA_TEXT_LENGTH_MAX,
	keyLengthMax: CLIENT_METADATA_TEXT_LENGTH_MAX,
});

/** What changes of the metadata: null removes a key, those that are not named stay. The limits are those of the result. */
const changedMetadata = changedTextsByKey({
	valueLengthMax: CLIENT_METADATA_TEXT_LENGTH_MAX,
	keyLengthMax: CLIENT_METADATA_TEXT_LENGTH_MAX,
});

/** Any object. */
export const jwtScopes = objectOfEntries<Record<string, unknown>>(() => {}).meta({ type: "object" });

const jwtConfiguration = z.strictObject({
	/** Of ID tokens, in seconds. */
	lifetime_in_seconds: z.int().min(1).max(JWT_LIFETIME_MAX).optional(),
	/** Of ID tokens. */
	alg: z.enum(ID_TOKEN_ALGORITHMS).optional(),
	secret_encoded: z.literal(false).optional(),
	/** Of legacy delegation; stored, without effect. */
	scopes: jwtScopes.optional(),
});

/** Lifetimes in seconds; `leeway` is how long a rotated token is accepted again. */
export const refreshTokenSettings = z.strictObject({
	rotation_type: z.enum(["rotating", "non-rotating"]),
	expiration_type: z.enum(["expiring", "non-expiring"]),
	leeway: z.int().min(0).max(REFRESH_TOKEN_LEEWAY_MAX).optional(),
	token_lifetime: z.int().min(1).max(REFRESH_TOKEN_LIFETIME_MAX).optional(),
	idle_token_lifetime: z.int().min(1).max(REFRESH_TOKEN_LIFETIME_MAX).optional(),
	infinite_token_lifetime: z.boolean().optional(),
	infinite_idle_token_lifetime: z.boolean().optional(),
});
export type RefreshTokenSettings = z.infer<typeof refreshTokenSettings>;

const fields = {
	/** Of an imported application; by default one is generated. */
	client_secret: z.string().regex(CLIENT_SECRET_PATTERN),
	description: z.string().max(CLIENT_DESCRIPTION_LENGTH_MAX),
	logo_uri: address,
	app_type: z.enum(APP_TYPES),
	callbacks,
	allowed_logout_urls: callbacks,
	web_origins: origins,
	allowed_origins: origins,
	client_aliases: texts,
	allowed_clients: texts,
	grant_types: uniqueItems(z.enum(GRANT_TYPES), GRANT_TYPES.length),
	token_endpoint_auth_method: z.enum(TOKEN_ENDPOINT_AUTH_METHODS),
	client_authentication_methods: clientAuthenticationMethods,
	jwt_configuration: jwtConfiguration,
	refresh_token: refreshTokenSettings,
	oidc_conformant: z.literal(true),
	is_first_party: z.boolean(),
	require_pushed_authorization_requests: z.boolean(),
	/** Whether the application may name the network address of its user, in the header `auth0-forwarded-for`. */
	is_token_endpoint_ip_header_trusted: z.boolean(),
	require_proof_of_possession: z.boolean(),
	compliance_level: z.enum(COMPLIANCE_LEVELS),
	client_metadata: clientMetadata,
	addons: clientAddons,
	initiate_login_uri: address,
};

/** Body of `POST /clients`. Additional properties are rejected. */
export const createClientRequest = z.strictObject({ name, ...z.strictObject(fields).partial().shape });
export type CreateClientRequest = z.infer<typeof createClientRequest>;

/** Fields that null clears in `PATCH /clients/{id}`: texts, settings and lists that have a default. */
const clearable = {
	description: fields.description.nullable(),
	logo_uri: fields.logo_uri.nullable(),
	refresh_token: fields.refresh_token.nullable(),
	token_endpoint_auth_method: fields.token_endpoint_auth_method.nullable(),
	client_authentication_methods: fields.client_authentication_methods.nullable(),
	compliance_level: fields.compliance_level.nullable(),
	client_metadata: changedMetadata.nullable(),
	addons: fields.addons.nullable(),
	initiate_login_uri: fields.initiate_login_uri.nullable(),
};

/** Body of `PATCH /clients/{id}`: each field that is sent is replaced whole but `client_metadata`, the others stay. */
export const updateClientRequest = z.strictObject({ name, ...fields, ...clearable }).partial();
export type UpdateClientRequest = z.infer<typeof updateClientRequest>;
