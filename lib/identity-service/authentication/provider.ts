import Provider from "oidc-provider";
import type { IdentityService } from "../identity-service";
import { announceFlows } from "./announced";
import { logFailure, shapeFailure } from "./failures";
import { forgetLoginCookie } from "./forget-login-cookie";
import { allowImplicitOnLoopback, leaveOutIdToken } from "./implicit";
import { LoginThrottle } from "./login-throttle";
import { logout } from "./logout";
import { setPagePolicy } from "./page-policy";
import { registerPasswordGrants } from "./password-grant";
import { registerPasswordlessGrants } from "./passwordless-grant";
import { providerConfiguration } from "./provider-configuration";
import { recordExchanges } from "./record-exchanges";
import { shapeTokenError } from "./token-errors";
import { v2Logout } from "./v2-logout";

/** The authentication interface of one service: the OpenID Connect provider and what it lacks. */
export type Authentication = {
	provider: Provider;
	/** Node's request listener; composing it is work, so it is kept. */
	answer: ReturnType<Provider["callback"]>;
	/** Of failed logins. */
	throttle: LoginThrottle;
	/** Of messages with codes. */
	messageThrottle: LoginThrottle;
	/** The signing keys that it was built with. */
	keysVersion: string;
};

const shared = globalThis as { identityServiceAuthentication?: WeakMap<IdentityService, Authentication> };

/**
 * Built once per service and set of signing keys; routes, pages and actions are bundled apart and meet on `globalThis`.
 */
export function authenticationOf(service: IdentityService): Authentication {
	shared.identityServiceAuthentication ??= new WeakMap();
	const known = shared.identityServiceAuthentication.get(service);
	const keysVersion = service.keys.version;
	if (known?.keysVersion === keysVersion) return known;
	const throttle = known?.throttle ?? new LoginThrottle(service, "login");
	const messageThrottle = known?.messageThrottle ?? new LoginThrottle(service, "message");
	const provider = buildProvider(service);
	registerPasswordGrants(service, provider, throttle);
	registerPasswordlessGrants(service, provider, { logins: throttle, messages: messageThrottle });
	const made = { provider, answer: provider.callback(), throttle, messageThrottle, keysVersion };
	shared.identityServiceAuthentication.set(service, made);
	return made;
}

function buildProvider(service: IdentityService): Provider {
	const provider = new Provider(service.config.issuer, providerConfiguration(service));
	allowImplicitOnLoopback(provider);
	provider.use(announceFlows);
	provider.use(setPagePolicy);
	provider.use(logout(service, provider));
	provider.use(v2Logout(service, provider));
	provider.use(recordExchanges(service));
	provider.use(forgetLoginCookie(service, provider));
	provider.on("authorization.success", leaveOutIdToken);
	provider.on("grant.error", shapeTokenError);
	provider.on("pushed_authorization_request.error", shapeTokenError);
	provider.on("revocation.error", shapeTokenError);
	provider.on("server_error", shapeFailure);
	// What breaks outside the library's own steps; the framework below it answers 500 by itself.
	provider.onerror = (error) => logFailure("authentication interface", error);
	return provider;
}
