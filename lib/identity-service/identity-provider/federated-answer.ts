import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { webOriginsOf } from "../clients/across-origins";
import { FEDERATED_RESPONSE_TYPE } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import { logRefusal } from "../http/failure";
import { Refusal } from "../http/refusal";
import { answerErrorPage } from "../oidc/provider-pages";
import { SELF_POSTING_REFERRER_POLICY, selfPostingPage, selfPostingPolicy } from "../pages/redirect-page";
import { type ClientRow, findClient } from "../store/clients";
import { findUser } from "../store/users";
import type { FederatedAnswers, FormFields } from "./federated-protocol";
import {
	FEDERATED_REQUEST_PARAMETER,
	FEDERATED_RESPONSE_MODE,
	type FederatedRequest,
	federatedRequests,
} from "./federated-request";

type Protocols = Record<FederatedRequest["protocol"], FederatedAnswers>;

/** SAML and WS-Federation answer by a page that posts itself: a response mode like any other to the library. */
export function federatedResponseMode(service: IdentityService, protocols: Protocols) {
	return async (ctx: KoaContextWithOIDC, _: string, response: Record<string, unknown>): Promise<void> => {
		const request = await requestOf(service, ctx);
		const client = request && (await findClient(service.database, request.clientId));
		const fields =
			request && client && (await fieldsOf(service, ctx, protocols[request.protocol], request, client, response.error));
		if (!request || !client || !fields) return refuse(ctx, response);
		if (fields instanceof Refusal) return refuseInWords(ctx, request, fields);
		ctx.status = 200;
		ctx.set(
			"content-security-policy",
			selfPostingPolicy(request.replyTo, { goesOnTo: ctx.oidc.client ? webOriginsOf(ctx.oidc.client) : [] }),
		);
		ctx.set("referrer-policy", SELF_POSTING_REFERRER_POLICY);
		ctx.set("cache-control", "private, no-store");
		ctx.type = "html";
		ctx.body = selfPostingPage(client.name, { target: request.replyTo, fields }, ctx.get("cookie"));
	};
}

/** Checks, before anybody signs in, that what is to be answered so was asked for through one of the protocols' own endpoints. */
export function requireFederatedRequest(service: IdentityService) {
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

async function fieldsOf(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	protocol: FederatedAnswers,
	request: FederatedRequest,
	client: ClientRow,
	error: unknown,
): Promise<FormFields | Refusal | null> {
	if (error !== undefined) return protocol.ofRefusal(service, request, client, String(error));
	const { account, session } = ctx.oidc;
	const user = account ? await findUser(service.database, account.accountId) : null;
	if (!user || !session) return null;
	const authenticatedAt = new Date((session.authTime() ?? 0) * 1000);
	const login = { user, sessionUid: session.uid, authenticatedAt, methods: session.amr ?? [] };
	return protocol.ofLogin(service, request, client, login).catch((problem: unknown) => {
		if (problem instanceof Refusal) return problem;
		throw problem;
	});
}

function refuseInWords(ctx: KoaContextWithOIDC, { protocol }: FederatedRequest, refusal: Refusal): void {
	logRefusal(protocol, refusal);
	ctx.status = 400;
	answerErrorPage(ctx, { error: "invalid_request", description: refusal.message, kind: "failed" });
}

function refuse(ctx: KoaContextWithOIDC, response: Record<string, unknown>): void {
	ctx.status = 400;
	const description =
		typeof response.error_description === "string"
			? response.error_description
			: "The application can't be answered: it does not take these sign-ins any more.";
	answerErrorPage(ctx, { error: String(response.error ?? "invalid_request"), description, kind: "refused" });
}
