import type { KoaContextWithOIDC } from "oidc-provider";
import Provider from "oidc-provider";
import { FEDERATED_RESPONSE_TYPE } from "../clients/addon-settings";
import { isCallback, isReturnAddress } from "../clients/addresses";
import { NATIVE_METADATA } from "../clients/service-client";
import type { IdentityService, Oidc } from "../context/identity-service";
import { logFailure } from "../http/failure";
import { noteAuthorization } from "../sessions/session-record";
import { extendApiTokens } from "./api-tokens";
import { registerGrants, registerMiddleware, registerResponseModes } from "./extension";
import { removeIdToken } from "./implicit";
import { type ProviderParts, providerConfiguration } from "./provider-configuration";
import { logAuthorizationRefusal, logSignOutRefusal, noteRefusal } from "./provider-log";
import { setPagePolicy, shapeFailure } from "./provider-pages";
import { writeBeforeResponse } from "./request-writes";
import { shapeTokenError } from "./token-errors";
import { keepOpener, respondByWebMessage, WEB_MESSAGE } from "./web-message";

/** The OpenID Connect provider of a service, rebuilt when the signing keys or the secrets for cookies change. */
export function oidcOf(service: IdentityService, parts: ProviderParts): () => Oidc {
	let built: { oidc: Oidc; with: string } | null = null;
	return () => {
		const builtWith = JSON.stringify([service.keys.version, service.secrets.known]);
		if (built?.with === builtWith) return built.oidc;
		const provider = buildProvider(service, parts);
		built = { oidc: { provider, listener: provider.callback() }, with: builtWith };
		return built.oidc;
	};
}

function buildProvider(service: IdentityService, parts: ProviderParts): Provider {
	const { extensions } = parts;
	const provider = new Provider(service.config.issuer, providerConfiguration(service, parts));
	provider.Client.prototype.redirectUriAllowed = function (requested) {
		// PKCE binds a code to the client that requested it. Nothing does so with the tokens of the implicit flow.
		const mayVary = this[NATIVE_METADATA] === true && Provider.ctx?.oidc.params?.response_type === "code";
		return isCallback(this.redirectUris ?? [], requested, mayVary);
	};
	provider.Client.prototype.postLogoutRedirectUriAllowed = function (requested) {
		return isReturnAddress(this.postLogoutRedirectUris ?? [], requested);
	};
	extendApiTokens(service, provider);
	registerResponseModes(provider, { [WEB_MESSAGE]: respondByWebMessage });
	for (const { responseModes } of extensions) {
		if (responseModes) registerResponseModes(provider, responseModes(service));
	}
	registerGrants(service, provider);
	provider.use(setPagePolicy);
	registerMiddleware(service, provider, [
		{ path: /^\/\.well-known\//, around: () => announceFlows },
		{ path: /^\/authorize(\/|$)/, around: () => keepOpener },
		{ path: /^\/oauth\/(token|revoke)$/, around: writeBeforeResponse },
		...extensions.flatMap(({ middleware = [] }) => middleware),
	]);
	provider.on("authorization.success", removeIdToken);
	provider.on("authorization.success", noteAuthorization);
	provider.on("authorization.error", logAuthorizationRefusal(service));
	provider.on("end_session.error", logSignOutRefusal(service));
	provider.on("grant.error", noteRefusal);
	provider.on("grant.error", shapeTokenError(service));
	provider.on("pushed_authorization_request.error", shapeTokenError(service));
	provider.on("revocation.error", shapeTokenError(service));
	provider.on("server_error", shapeFailure);
	// For errors outside the library's own steps; the framework below it responds 500 by itself.
	provider.onerror = (error) => logFailure("authentication interface", error);
	return provider;
}

type Discovery = Partial<Record<"response_types_supported" | "response_modes_supported", string[]>>;

/** Corrects the discovery document: adds a response type and mode that the library lacks, removes an internal one. */
async function announceFlows(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
	await next();
	if (ctx.oidc?.route !== "discovery" || ctx.status !== 200) return;
	const document = ctx.body as Discovery;
	const types = document.response_types_supported ?? [];
	ctx.body = {
		...document,
		response_types_supported: [...types.filter((type) => type !== FEDERATED_RESPONSE_TYPE), "token"],
		response_modes_supported: [...(document.response_modes_supported ?? []), WEB_MESSAGE],
	};
}
