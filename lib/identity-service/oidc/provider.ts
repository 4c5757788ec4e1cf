import Provider from "oidc-provider";
import { keepOpener } from "../clients/keep-opener";
import { isReturnAddress } from "../clients/return-address";
import type { IdentityService, Oidc } from "../context/identity-service";
import { logFailure } from "../http/failure";
import { recordExchanges } from "../sessions/record-exchanges";
import { announceFlows } from "./announced";
import { registerResponseModes } from "./extension";
import { shapeFailure } from "./failures";
import { registerGrants } from "./grant";
import { leaveOutIdToken } from "./implicit";
import { setPagePolicy } from "./page-policy";
import { type ProviderParts, providerConfiguration } from "./provider-configuration";
import { shapeTokenError } from "./token-errors";
import { answerByMessage, WEB_MESSAGE } from "./web-message";

/** The OpenID Connect provider of a service, built anew for each set of signing keys and of secrets for cookies. */
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
	provider.Client.prototype.postLogoutRedirectUriAllowed = function (asked) {
		return isReturnAddress(this.postLogoutRedirectUris ?? [], asked);
	};
	registerResponseModes(provider, { [WEB_MESSAGE]: answerByMessage });
	for (const { grants = [], responseModes } of extensions) {
		registerGrants(service, provider, grants);
		if (responseModes) registerResponseModes(provider, responseModes(service));
	}
	for (const middleware of [announceFlows(service), setPagePolicy, keepOpener, recordExchanges(service)]) {
		provider.use(middleware);
	}
	for (const middleware of extensions.flatMap((extension) => extension.middleware ?? [])) {
		provider.use(middleware(service, provider));
	}
	provider.on("authorization.success", leaveOutIdToken);
	provider.on("grant.error", shapeTokenError(service));
	provider.on("pushed_authorization_request.error", shapeTokenError(service));
	provider.on("revocation.error", shapeTokenError(service));
	provider.on("server_error", shapeFailure);
	// What breaks outside the library's own steps; the framework below it answers 500 by itself.
	provider.onerror = (error) => logFailure("authentication interface", error);
	return provider;
}
