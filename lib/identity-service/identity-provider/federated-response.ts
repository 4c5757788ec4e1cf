import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { webOriginsOf } from "../clients/across-origins";
import { FEDERATED_RESPONSE_TYPE } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import { logRefusal } from "../http/failure";
import { Refusal } from "../http/refusal";
import type { Extension } from "../oidc/extension";
import { renderErrorPage } from "../oidc/provider-pages";
import { SELF_POSTING_REFERRER_POLICY, selfPostingPage, selfPostingPolicy } from "../pages/redirect-page";
import { type ClientRow, findClient } from "../store/clients";
import { findUser, type UserRow } from "../store/users";
import {
	FEDERATED_REQUEST_PARAMETER,
	FEDERATED_RESPONSE_MODE,
	type FederatedRequest,
	federatedRequests,
} from "./federated-request";

export type FederatedLogin = {
	user: UserRow;
	sessionUid: string;
	authenticatedAt: Date;
	/** RFC 8176. */
	methods: readonly string[];
};

/** Fields of the posted form; null where the client no longer uses the protocol, or the protocol has no such response. */
type FormFields = Record<string, string> | null;

/** How a protocol responds. Where it can't, it throws a `Refusal` in words for the user. */
export type FederatedProtocol = {
	success: (
		service: IdentityService,
		request: FederatedRequest,
		client: ClientRow,
		login: FederatedLogin,
	) => Promise<FormFields>;
	/** @param error code of OpenID Connect: `login_required`, `access_denied` … */
	error: (service: IdentityService, request: FederatedRequest, client: ClientRow, error: string) => Promise<FormFields>;
};

type Protocols = Record<FederatedRequest["protocol"], FederatedProtocol>;

/** SAML and WS-Federation respond in a page that posts itself: a response mode like any other to the library. */
export function federationExtension(protocols: Protocols): Extension {
	return {
		parameters: (service) => ({ [FEDERATED_REQUEST_PARAMETER]: requireFederatedRequest(service) }),
		responseModes: (service) => ({
			[FEDERATED_RESPONSE_MODE]: (ctx, _, response) => respond(service, protocols, ctx, response),
		}),
	};
}

/** Checks, before the user signs in, that this response mode was requested through one of the protocols' own endpoints. */
function requireFederatedRequest(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC): Promise<void> => {
		const { params } = ctx.oidc;
		const isFederated =
			params?.response_mode === FEDERATED_RESPONSE_MODE ||
			params?.response_type === FEDERATED_RESPONSE_TYPE ||
			params?.[FEDERATED_REQUEST_PARAMETER] !== undefined;
		if (!isFederated || (await requestOf(service, ctx))) return;
		const refusal = new errors.InvalidRequest("this response mode is for SAML and WS-Federation");
		throw Object.assign(refusal, { allow_redirect: false });
	};
}

async function requestOf(service: IdentityService, ctx: KoaContextWithOIDC): Promise<FederatedRequest | null> {
	const { params } = ctx.oidc;
	if (params?.response_mode !== FEDERATED_RESPONSE_MODE || params.response_type !== FEDERATED_RESPONSE_TYPE)
		return null;
	const request = await federatedRequests.unseal(service, params[FEDERATED_REQUEST_PARAMETER]);
	const isSame = request?.clientId === params.client_id && request?.replyTo === params.redirect_uri;
	return isSame ? request : null;
}

async function respond(
	service: IdentityService,
	protocols: Protocols,
	ctx: KoaContextWithOIDC,
	response: Record<string, unknown>,
): Promise<void> {
	const request = await requestOf(service, ctx);
	const client = request && (await findClient(service.database, request.clientId));
	try {
		const protocol = request && protocols[request.protocol];
		const fields = client && protocol && (await fieldsOf(service, ctx, protocol, request, client, response.error));
		if (!fields) return refuse(ctx, response);
		ctx.status = 200;
		ctx.set(
			"content-security-policy",
			selfPostingPolicy(request.replyTo, { redirectsTo: ctx.oidc.client ? webOriginsOf(ctx.oidc.client) : [] }),
		);
		ctx.set("referrer-policy", SELF_POSTING_REFERRER_POLICY);
		ctx.set("cache-control", "private, no-store");
		ctx.type = "html";
		ctx.body = selfPostingPage(client.name, { target: request.replyTo, fields }, ctx.get("cookie"));
	} catch (error) {
		if (!request || !(error instanceof Refusal)) throw error;
		logRefusal(request.protocol, error);
		ctx.status = 400;
		renderErrorPage(ctx, { error: "invalid_request", description: error.message, kind: "failed" });
	}
}

async function fieldsOf(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	protocol: FederatedProtocol,
	request: FederatedRequest,
	client: ClientRow,
	error: unknown,
): Promise<FormFields> {
	if (error !== undefined) return protocol.error(service, request, client, String(error));
	const { account, session } = ctx.oidc;
	const user = account ? await findUser(service.database, account.accountId) : null;
	if (!user || !session) return null;
	const authenticatedAt = new Date((session.authTime() ?? 0) * 1000);
	const login = { user, sessionUid: session.uid, authenticatedAt, methods: session.amr ?? [] };
	return protocol.success(service, request, client, login);
}

function refuse(ctx: KoaContextWithOIDC, response: Record<string, unknown>): void {
	ctx.status = 400;
	const description =
		typeof response.error_description === "string"
			? response.error_description
			: "The application can't be sent a response: it no longer accepts these sign-ins.";
	renderErrorPage(ctx, { error: String(response.error ?? "invalid_request"), description, kind: "refused" });
}
