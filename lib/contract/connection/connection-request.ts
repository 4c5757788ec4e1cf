import { z } from "zod";
import {
	ADDON_TEXT_PATTERN,
	ADDON_URI_LENGTH_MAX,
	DIGEST_ALGORITHMS,
	LOGOUT_BINDINGS,
	SIGNATURE_ALGORITHMS,
} from "../client/addon-limits";
import { address } from "../client/client-addons";
import { CLIENT_NAME_LENGTH_MAX, CLIENT_NAME_PATTERN } from "../client/client-limits";
import { clientMetadata } from "../client/client-request";
import { openObject, uniqueItems } from "../safe-object";
import {
	AUTHORIZE_QUERY_LENGTH_MAX,
	CHANGED_CONNECTION_CLIENTS_MAX,
	CLIENT_PROTOCOLS,
	CONNECTION_CERTIFICATES_LENGTH_MAX,
	CONNECTION_CLIENTS_MAX,
	CONNECTION_DISPLAY_NAME_LENGTH_MAX,
	CONNECTION_NAME_LENGTH_MAX,
	CONNECTION_NAME_PATTERN,
	MAPPED_FIELDS,
	MAPPED_NAMES_MAX,
	PROVIDER_METADATA_BYTES_MAX,
	SAML_STRATEGY,
} from "./connection-limits";

const uri = z.string().min(1).max(ADDON_URI_LENGTH_MAX).regex(ADDON_TEXT_PATTERN);
const clientId = z.string().min(1).max(CLIENT_NAME_LENGTH_MAX);
const attributeNames = z.union([uri, z.array(uri).min(1).max(MAPPED_NAMES_MAX)]);

/** Which attribute of a Response, or the first of which attributes, becomes a field of the profile. */
const fieldsMap = z.strictObject(
	Object.fromEntries(MAPPED_FIELDS.map((field) => [field, attributeNames.optional()])) as Record<
		(typeof MAPPED_FIELDS)[number],
		z.ZodOptional<typeof attributeNames>
	>,
);

/** IdP-initiated sign-ins: the application, and the request in its protocol. */
const idpInitiated = z
	.strictObject({
		enabled: z.boolean(),
		client_id: clientId,
		client_protocol: z.enum(CLIENT_PROTOCOLS),
		/** Query of an authorization request: `redirect_uri=…&scope=openid email&response_type=code`. */
		client_authorizequery: z.string().max(AUTHORIZE_QUERY_LENGTH_MAX),
	})
	.partial();
export type IdpInitiated = z.infer<typeof idpInitiated>;

/** Settings of a provider. Unknown ones are stored, without effect. */
export const samlOptions = openObject({
	/** Entity ID of the provider. Without it, only the keys of `signingCert` identify the provider. */
	issuer: uri,
	signInEndpoint: address,
	signOutEndpoint: address,
	/** How messages of logouts are sent there; by redirects where it isn't set. */
	signOutBinding: z.enum(LOGOUT_BINDINGS),
	/** The provider's endpoint for responses to its own logouts, if not its sign-out address. */
	signOutResponseEndpoint: address,
	/** Sends no message to the provider when a user signs out. */
	disableSignout: z.boolean(),
	/** Certificates of the keys that the provider signs with: PEM, or that in base64, one or several. */
	signingCert: z.string().max(CONNECTION_CERTIFICATES_LENGTH_MAX),
	/** The provider's metadata, which fills the fields above that are not sent. It is not stored. */
	metadataXml: z.string().max(PROVIDER_METADATA_BYTES_MAX),
	/** Entity ID of this service towards the provider; `urn:auth0:{tenant}:{connection}` where it isn't set. */
	entityId: uri,
	/** How authentication requests are sent to the provider. */
	protocolBinding: z.enum(LOGOUT_BINDINGS),
	/** The name identifier format of requests; persistent where it isn't set. */
	nameIdentifierFormat: uri,
	signSAMLRequest: z.boolean(),
	signatureAlgorithm: z.enum(SIGNATURE_ALGORITHMS),
	digestAlgorithm: z.enum(DIGEST_ALGORITHMS),
	/** The attribute that identifies users, before the name identifier. */
	user_id_attribute: uri,
	fieldsMap,
	idpinitiated: idpInitiated,
});
export type SamlOptions = z.infer<typeof samlOptions>;

const fields = {
	/** The text of the button. */
	display_name: z.string().min(1).max(CONNECTION_DISPLAY_NAME_LENGTH_MAX).regex(CLIENT_NAME_PATTERN),
	/** Applications that users may sign in to through it. Empty: the connection is off. */
	enabled_clients: uniqueItems(clientId, CONNECTION_CLIENTS_MAX),
	/** Whether the sign-in page shows it; an application can name it in any case. */
	show_as_button: z.boolean(),
	/** Names by which the password-realm grant would find it: only its own is offered. */
	realms: z.array(z.string().max(CONNECTION_NAME_LENGTH_MAX)).max(1),
	/** Domain connections of third-party applications are not offered. */
	is_domain_connection: z.literal(false),
	metadata: clientMetadata,
	options: samlOptions,
};

/** Body of `POST /connections`. Additional properties are rejected. */
export const createConnectionRequest = z.strictObject({
	name: z.string().max(CONNECTION_NAME_LENGTH_MAX).regex(CONNECTION_NAME_PATTERN),
	strategy: z.literal(SAML_STRATEGY),
	...z.strictObject(fields).partial().shape,
});
export type CreateConnectionRequest = z.infer<typeof createConnectionRequest>;

/** Body of `PATCH /connections/{id}`: each field that is sent is replaced, `options` as a whole. */
export const updateConnectionRequest = z.strictObject(fields).partial();
export type UpdateConnectionRequest = z.infer<typeof updateConnectionRequest>;

/** Body of `PATCH /connections/{id}/clients`: the applications that are named are changed, all others are not. */
export const changeConnectionClientsRequest = z
	.array(z.strictObject({ client_id: clientId, status: z.boolean() }))
	.min(1)
	.max(CHANGED_CONNECTION_CLIENTS_MAX);
export type ChangeConnectionClientsRequest = z.infer<typeof changeConnectionClientsRequest>;
