import type { Kysely } from "kysely";
import type Provider from "oidc-provider";
import type { TokenEndpointGrantContext } from "oidc-provider";
import type { RateLimiter } from "../http/rate-limiter";
import type { AccessTokenVerifier } from "../keys/access-token";
import type { ServiceSecrets } from "../keys/service-secrets";
import type { SigningKeys } from "../keys/signing-keys";
import type { IdentityServiceSchema } from "../store/schema";
import type { IdentityServiceConfig } from "./config";

/** The OpenID Connect provider, with Node's request listener of it: composing that is work, so it is kept. */
export type Oidc = { provider: Provider; listener: ReturnType<Provider["callback"]> };

/** A grant type of the token endpoint that the library does not have: all of it in one declaration. */
export type Grant = {
	/** `grant_type` of its requests. */
	name: string;
	/** What the library passes on of the request. */
	parameters: readonly string[];
	/** Users sign in to an application with it. */
	signsIn?: true;
	/**
	 * For what is no grant type of this interface, but comes through the token endpoint, where the library authenticates
	 * clients: never announced, and refused to a request that names it there.
	 */
	isInner?: true;
	/** Its name in messages, where that is another one. */
	announcedAs?: string;
	/** The grant type that a client must be registered with to use an inner one; absent: every client may. */
	allowedWith?: string;
	/** Responds by `ctx.body`. @throws Refusal, or an error of the library */
	handle: (service: IdentityService, ctx: TokenEndpointGrantContext) => Promise<void>;
};

/** How a message reaches a user. */
export const CHANNELS = ["email", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];

export type Message = {
	channel: Channel;
	recipient: string;
	text: string;
	hasAccount: boolean;
	/** The network address of the request for it, `ServiceRequest.address`. */
	address: string;
};

/** What carries messages to users: replace it to send real e-mail and text messages. */
export type MessageSender = { send: (message: Message) => Promise<void> };

/** Limits attempts per account, per network address, and per pair of them. */
export type Throttle = {
	/** Counts an attempt, as failed until `succeeded` is called. @returns false where it is over a limit: it is not counted */
	begin: (account: string, address: string) => Promise<boolean>;
	succeeded: (account: string, address: string) => Promise<void>;
};

/** Of scrypt (RFC 7914, section 2): the memory is 128 · N · r bytes, the work grows with all three. */
export type HashCost = { N: number; r: number; p: number };

/** The sample tenant that a database begins with, and the identity provider beside it, as the rest of the service knows them. */
export type SampleTenant = {
	/** To be called after a change, for what `npm run credentials` lists: a client's or user's that may be of the sample. */
	clientChanged: (client: { client_id: string; handle: string }) => Promise<void>;
	userChanged: (userId: string) => Promise<void>;
	/** The certificate of the sample provider, PEM. */
	providerCertificate: () => Promise<string>;
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
	grants: readonly Grant[];
	/** Of failed logins, of messages with codes, of messages with links. */
	throttles: Record<"logins" | "messages" | "links", Throttle>;
	passwordCost: HashCost;
	sender: MessageSender;
	sample: SampleTenant;
	/** What was opened elsewhere with a sign-in here, at the dashboard; `end` ends a user's. */
	otherSessions: { end: (userId: string) => Promise<void> };
	now: () => Date;
};
