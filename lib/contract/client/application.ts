import { z } from "zod";
import { flag, known, number, pageOf, rowsOf, text, texts } from "../lenient";

const oidcLogout = z.looseObject({
	/** Empty: the application is not notified. */
	backchannel_logout_urls: texts,
	/** The ends of sessions that it is notified of: of `all` kinds, or of those that are `selected`. */
	backchannel_logout_initiators: known(z.looseObject({ mode: text, selected_initiators: texts })),
	/** Whether a notice holds the session's metadata, all of it. */
	backchannel_logout_session_metadata: known(z.looseObject({ include: flag })),
});
export type OidcLogout = z.infer<typeof oidcLogout>;

/** An application in a response of any tenant, which may omit any property but the id. Others are dropped: secrets, keys, add-ons. */
export const application = z.object({
	client_id: z.string(),
	name: text,
	description: text,
	/** `non_interactive`, `regular_web`, `spa`, `native` … */
	app_type: text,
	/** Created by the tenant itself, for its oldest interfaces. Of another form it is taken for one: it is not changed here. */
	global: z.boolean().nullish().catch(true),
	is_first_party: flag,
	token_endpoint_auth_method: text,
	/** Ways to authenticate with a key of its own, by name; the keys are elsewhere. */
	client_authentication_methods: known(z.record(z.string(), z.unknown())),
	grant_types: texts,
	callbacks: texts,
	allowed_logout_urls: texts,
	web_origins: texts,
	jwt_configuration: known(z.looseObject({ lifetime_in_seconds: number })),
	refresh_token: known(z.looseObject({ rotation_type: text })),
	require_pushed_authorization_requests: flag,
	is_token_endpoint_ip_header_trusted: flag,
	require_proof_of_possession: flag,
	/** Of the FAPI profiles; `none` for everyday clients. */
	compliance_level: text,
	/** OpenID Connect Back-Channel Logout: what tells the application that a session has ended. */
	oidc_logout: known(oidcLogout),
	client_metadata: known(z.record(z.string(), z.unknown())),
});
export type Application = z.infer<typeof application>;

/** `GET /clients?include_totals=true`. A tenant may send the bare list. */
export const applicationPage = z.union([
	rowsOf(application).transform(({ rows, unreadable }) => ({ clients: rows, unreadable, total: null })),
	pageOf("clients", application, { total: number }),
]);

/** The responses with a secret: of a create, where the application has one, and of a rotation. */
export const createdApplication = application.extend({ client_secret: text });
export const rotatedApplication = z.object({ client_id: z.string(), client_secret: z.string().min(1) });

/**
 * An application's settings for SAML and WS-Federation. Add-ons are complete, because they are sent back complete: others
 * than these two may contain secrets, so this is for the server only.
 */
export const federatedApplication = application
	.pick({ client_id: true, name: true, app_type: true, global: true, compliance_level: true, callbacks: true })
	.extend({ client_aliases: texts, addons: known(z.record(z.string(), z.unknown())) });
export type FederatedApplication = z.infer<typeof federatedApplication>;
