import type { Kysely } from "kysely";
import type Provider from "oidc-provider";
import type { RateLimiter } from "../http/rate-limiter";
import type { ServiceSecrets } from "../keys/service-secrets";
import type { SigningKeys } from "../keys/signing-keys";
import type { AccessTokenVerifier } from "../management/access-token-verifier";
import type { MessageSender } from "../messages/message-sender";
import type { LoginThrottle } from "../passwords/login-throttle";
import type { HashCost } from "../passwords/password-hash";
import type { IdentityServiceSchema } from "../store/schema";
import type { IdentityServiceConfig } from "./config";

/** The OpenID Connect provider, with Node's request listener of it: composing that is work, so it is kept. */
export type Oidc = { provider: Provider; listener: ReturnType<Provider["callback"]> };

/** What the rest of the service knows of a grant type that is registered with the library. */
export type GrantRules = {
	/** `grant_type` of its requests. */
	name: string;
	/**
	 * For what is no grant type of this interface, but comes through the token endpoint, where the library authenticates
	 * clients: never announced, and refused to whoever names it there.
	 */
	isInner?: true;
	/** Its name in messages, where that is another one. */
	announcedAs?: string;
	/** Which clients may use an inner one, by the grant types that they are registered with. */
	isAllowed?: (grants: readonly string[]) => boolean;
};

/** What every operation of the service works with. Time comes in through `now`, so that tests can set it. */
export type IdentityService = {
	config: IdentityServiceConfig;
	database: Kysely<IdentityServiceSchema>;
	secrets: ServiceSecrets;
	keys: SigningKeys;
	/** Of the management interface, as is the limiter. */
	verifyAccessToken: AccessTokenVerifier;
	/** Null when rate limiting is switched off. */
	rateLimiter: RateLimiter | null;
	oidc: () => Oidc;
	/** Grant types beside the library's own. */
	grants: readonly GrantRules[];
	/** Of failed logins, of messages with codes, of messages with links. */
	throttles: Record<"logins" | "messages" | "links", LoginThrottle>;
	/** What the hash of a new password costs. */
	passwordCost: HashCost;
	/** Carries codes and links to people. */
	sender: MessageSender;
	/** What was opened elsewhere with a sign-in here, at the dashboard; `end` ends a user's. */
	otherSessions: { end: (userId: string) => Promise<void> };
	now: () => Date;
};
