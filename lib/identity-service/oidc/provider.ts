import Provider from "oidc-provider";
import { keepOpener } from "../clients/keep-opener";
import { isReturnAddress } from "../clients/return-address";
import { noteSession } from "../connections/note-session";
import type { IdentityService, Oidc } from "../context/identity-service";
import { delegationGrant } from "../delegation/delegation-grant";
import { logFailure } from "../http/failure";
import { registerFederatedAnswers } from "../identity-provider/federated-answer";
import { forgetLoginCookie } from "../login/forget-login-cookie";
import { logout } from "../logout/logout";
import { tellApplications } from "../logout/tell-applications";
import { v2Logout } from "../logout/v2-logout";
import { passwordlessGrants } from "../passwordless/passwordless-grant";
import { passwordGrants } from "../passwords/password-grant";
import { recordExchanges } from "../sessions/record-exchanges";
import { announceFlows } from "./announced";
import { shapeFailure } from "./failures";
import { type Grant, registerGrants } from "./grant";
import { leaveOutIdToken } from "./implicit";
import { setPagePolicy } from "./page-policy";
import { providerConfiguration } from "./provider-configuration";
import { shapeTokenError } from "./token-errors";
import { registerWebMessage } from "./web-message";

/** Grant types beside the library's own. */
export const ownGrants: readonly Grant[] = [...passwordGrants, ...passwordlessGrants, delegationGrant];

/** The OpenID Connect provider of a service, built anew for each set of signing keys and of secrets for cookies. */
export function oidcOf(service: IdentityService): () => Oidc {
	let built: { oidc: Oidc; with: string } | null = null;
	return () => {
		const builtWith = JSON.stringify([service.keys.version, service.secrets.known]);
		if (built?.with === builtWith) return built.oidc;
		const provider = buildProvider(service);
		registerGrants(service, provider, ownGrants);
		built = { oidc: { provider, listener: provider.callback() }, with: builtWith };
		return built.oidc;
	};
}

function buildProvider(service: IdentityService): Provider {
	const provider = new Provider(service.config.issuer, providerConfiguration(service));
	provider.Client.prototype.postLogoutRedirectUriAllowed = function (asked) {
		return isReturnAddress(this.postLogoutRedirectUris ?? [], asked);
	};
	registerWebMessage(provider);
	registerFederatedAnswers(service, provider);
	provider.use(announceFlows(service));
	provider.use(setPagePolicy);
	provider.use(keepOpener);
	provider.use(tellApplications(service, provider));
	provider.use(logout(service, provider));
	provider.use(v2Logout(service, provider));
	provider.use(recordExchanges(service));
	provider.use(forgetLoginCookie(service, provider));
	provider.use(noteSession(service));
	provider.on("authorization.success", leaveOutIdToken);
	provider.on("grant.error", shapeTokenError(service));
	provider.on("pushed_authorization_request.error", shapeTokenError(service));
	provider.on("revocation.error", shapeTokenError(service));
	provider.on("server_error", shapeFailure);
	// What breaks outside the library's own steps; the framework below it answers 500 by itself.
	provider.onerror = (error) => logFailure("authentication interface", error);
	return provider;
}
