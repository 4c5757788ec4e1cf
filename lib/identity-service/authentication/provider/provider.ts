import Provider from "oidc-provider";
import { processWide } from "@/lib/process/process-wide";
import type { IdentityService } from "../../identity-service";
import { noteSession } from "../connections/sessions/note-session";
import { registerDelegation } from "../delegation/delegation-grant";
import { logFailure, shapeFailure } from "../endpoint/failures";
import { shapeTokenError } from "../endpoint/token-errors";
import { registerFederatedAnswers } from "../federation/federated-answer";
import { leaveOutIdToken } from "../grants/implicit";
import { registerPasswordGrants } from "../grants/password-grant";
import { registerPasswordlessGrants } from "../grants/passwordless-grant";
import { forgetLoginCookie } from "../login/forget-login-cookie";
import { LoginThrottle } from "../login/login-throttle";
import { logout } from "../logout/logout";
import { isReturnAddress } from "../logout/return-address";
import { v2Logout } from "../logout/v2-logout";
import { tellApplications } from "../saml/logout/tell-applications";
import { keepOpener } from "../web-origins/keep-opener";
import { registerWebMessage } from "../web-origins/web-message";
import { announceFlows } from "./announced";
import { setPagePolicy } from "./page-policy";
import { providerConfiguration } from "./provider-configuration";
import { recordExchanges } from "./record-exchanges";

/** The authentication interface of one service: the OpenID Connect provider and what it lacks. */
export type Authentication = {
	provider: Provider;
	/** Node's request listener; composing it is work, so it is kept. */
	answer: ReturnType<Provider["callback"]>;
	/** Of failed logins. */
	throttle: LoginThrottle;
	/** Of messages with codes. */
	messageThrottle: LoginThrottle;
	/** Of messages with links. */
	linkThrottle: LoginThrottle;
	/** The signing keys and the secret that it was built with. */
	builtWith: string;
};

const built = processWide("authentication", () => new WeakMap<IdentityService, Authentication>());

/** Built once per service, set of signing keys, and secret that cookies are signed with. */
export function authenticationOf(service: IdentityService): Authentication {
	const known = built.get().get(service);
	const builtWith = JSON.stringify([service.keys.version, service.secrets.known]);
	if (known?.builtWith === builtWith) return known;
	const throttle = known?.throttle ?? new LoginThrottle(service, "login");
	const messageThrottle = known?.messageThrottle ?? new LoginThrottle(service, "message");
	const linkThrottle = known?.linkThrottle ?? new LoginThrottle(service, "link");
	const provider = buildProvider(service);
	registerPasswordGrants(service, provider, throttle);
	registerPasswordlessGrants(service, provider, { logins: throttle, messages: messageThrottle });
	registerDelegation(service, provider);
	const made = { provider, answer: provider.callback(), throttle, messageThrottle, linkThrottle, builtWith };
	built.get().set(service, made);
	return made;
}

function buildProvider(service: IdentityService): Provider {
	const provider = new Provider(service.config.issuer, providerConfiguration(service));
	provider.Client.prototype.postLogoutRedirectUriAllowed = function (asked) {
		return isReturnAddress(this.postLogoutRedirectUris ?? [], asked);
	};
	registerWebMessage(provider);
	registerFederatedAnswers(service, provider);
	provider.use(announceFlows);
	provider.use(setPagePolicy);
	provider.use(keepOpener);
	provider.use(tellApplications(service, provider));
	provider.use(logout(service, provider));
	provider.use(v2Logout(service, provider));
	provider.use(recordExchanges(service));
	provider.use(forgetLoginCookie(service, provider));
	provider.use(noteSession(service));
	provider.on("authorization.success", leaveOutIdToken);
	provider.on("grant.error", shapeTokenError);
	provider.on("pushed_authorization_request.error", shapeTokenError);
	provider.on("revocation.error", shapeTokenError);
	provider.on("server_error", shapeFailure);
	// What breaks outside the library's own steps; the framework below it answers 500 by itself.
	provider.onerror = (error) => logFailure("authentication interface", error);
	return provider;
}
