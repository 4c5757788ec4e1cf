import { z } from "zod";

const texts = z.array(z.string()).nullish();

const oidcLogout = z.looseObject({
	/** Empty: the application is not notified. */
	backchannel_logout_urls: texts,
	/** The ends of sessions that it is notified of: of `all` kinds, or of those that are `selected`. */
	backchannel_logout_initiators: z.looseObject({ mode: z.string().nullish(), selected_initiators: texts }).nullish(),
	/** Whether a notice holds the session's metadata, all of it. */
	backchannel_logout_session_metadata: z.looseObject({ include: z.boolean().nullish() }).nullish(),
});
export type OidcLogout = z.infer<typeof oidcLogout>;

/** An application in a response of any tenant. Other properties are dropped: secrets, keys, add-ons. */
export const application = z.object({
	client_id: z.string(),
	name: z.string().nullish(),
	description: z.string().nullish(),
	/** `non_interactive`, `regular_web`, `spa`, `native` … */
	app_type: z.string().nullish(),
	/** Created by the tenant itself, for its oldest interfaces. */
	global: z.boolean().nullish(),
	is_first_party: z.boolean().nullish(),
	token_endpoint_auth_method: z.string().nullish(),
	/** Ways to authenticate with a key of its own, by name; the keys are elsewhere. */
	client_authentication_methods: z.record(z.string(), z.unknown()).nullish(),
	grant_types: texts,
	callbacks: texts,
	allowed_logout_urls: texts,
	web_origins: texts,
	jwt_configuration: z.looseObject({ lifetime_in_seconds: z.number().nullish() }).nullish(),
	refresh_token: z.looseObject({ rotation_type: z.string().nullish() }).nullish(),
	require_pushed_authorization_requests: z.boolean().nullish(),
	is_token_endpoint_ip_header_trusted: z.boolean().nullish(),
	require_proof_of_possession: z.boolean().nullish(),
	/** Of the FAPI profiles; `none` for everyday clients. */
	compliance_level: z.string().nullish(),
	/** OpenID Connect Back-Channel Logout: what tells the application that a session has ended. Of another form: not known. */
	oidc_logout: oidcLogout.nullish().catch(undefined),
	client_metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type Application = z.infer<typeof application>;

/** `GET /clients?include_totals=true`. A tenant may send the bare list. */
export const applicationPage = z.union([
	z.array(application).transform((clients) => ({ clients, total: null })),
	z.object({ clients: z.array(application), total: z.number().nullish() }),
]);

/** The responses with a secret: of a create, where the application has one, and of a rotation. */
export const createdApplication = application.extend({ client_secret: z.string().nullish() });
export const rotatedApplication = z.object({ client_id: z.string(), client_secret: z.string().min(1) });

/**
 * An application's settings for SAML and WS-Federation. Add-ons are complete, because they are sent back complete: others
 * than these two may contain secrets, so this is for the server only.
 */
export const federatedApplication = application
	.pick({ client_id: true, name: true, app_type: true, global: true, compliance_level: true, callbacks: true })
	.extend({ client_aliases: texts, addons: z.record(z.string(), z.unknown()).nullish() });
export type FederatedApplication = z.infer<typeof federatedApplication>;
