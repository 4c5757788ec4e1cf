import type { Kysely, Transaction } from "kysely";
import type Provider from "oidc-provider";
import type { TokenEndpointGrantContext } from "oidc-provider";
import type { RateLimiter } from "../http/rate-limiter";
import type { AccessTokenVerifier } from "../keys/access-token";
import type { ServiceSecrets } from "../keys/service-secrets";
import type { SigningKeys } from "../keys/signing-keys";
import type { IdentityServiceDatabase, IdentityServiceSchema, UserTable } from "../store/schema";
import type { IdentityServiceConfig } from "./config";
import type { NewLogEntry } from "./new-log-entry";

/** The OpenID Connect provider with its Node request listener, which is composed once because that is work. */
export type Oidc = { provider: Provider; listener: ReturnType<Provider["callback"]> };

/** A grant type of the token endpoint that the library does not have. */
export type Grant = {
	/** `grant_type` of its requests. */
	name: string;
	/** The parameters of the request that the library passes on. */
	parameters: readonly string[];
	/** Whether users sign in to an application with it. */
	signsIn?: true;
	/** Sets `ctx.body`. @throws Refusal, or an error of the library */
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

/** Delivers messages to users: replace it to send real e-mail and text messages. */
export type MessageSender = {
	send: (message: Message) => Promise<void>;
	/** Does the work of `send` and delivers nothing: the time must not show whether the recipient has an account. */
	drop: (message: Message) => Promise<void>;
};

/** What a failed attempt has blocked, `pair`: an account from one network address; and the end of that (ISO 8601). */
export type Block = { of: "pair" | "account" | "address"; until: string };

/** Limits attempts per account, per network address, and per pair of them. */
export type Throttle = {
	/**
	 * Counts an attempt as failed until `succeeded` is called.
	 * @returns what it blocks if it stays a failed one
	 * @throws 429 too_many_attempts over a limit, with the time until the block ends: the attempt is not counted
	 */
	begin: (account: string, address: string) => Promise<readonly Block[]>;
	succeeded: (account: string, address: string) => Promise<void>;
	/** The network addresses from which an account is blocked at this moment; null stands for all of them. */
	blocksOf: (account: string) => Promise<{ address: string | null }[]>;
	/** Forgets the failed attempts at an account, from all addresses. @returns whether they had blocked it */
	lift: (account: string, database: IdentityServiceDatabase) => Promise<boolean>;
};

/** Where the service writes what happens in the tenant. */
export type TenantLog = {
	/** Of a request that writes: in its transaction. */
	record: (transaction: IdentityServiceDatabase, entries: NewLogEntry | readonly NewLogEntry[]) => Promise<void>;
	/** Of other requests: written within a second, which a kill may lose. Never fails. */
	add: (entry: NewLogEntry) => void;
	/** Writes what waits. */
	flush: () => Promise<void>;
};

/** Of scrypt (RFC 7914, section 2): the memory is 128 · N · r bytes, the work grows with all three. */
export type HashCost = { N: number; r: number; p: number };

/** The content that comes with the service: what fills a new database, and derives its credentials from a root secret. */
export type TenantSeed = {
	/** Fills a new database; adds to an older one what is new in this version. */
	fill: () => Promise<void>;
	/** Adds a second editor where the only one is the sample's own. */
	addSecondEditor: () => Promise<void>;
	/** Writes what `npm run credentials` lists. @param changed identifier of a client or user: only if it is listed */
	listCredentials: (changed?: string) => Promise<void>;
	/** A user's derived password. Null: no password of the user is derived, or the user has chosen another one. */
	passwordOf: (user: Pick<UserTable, "user_id" | "password_generation" | "password_chosen">) => string | null;
	/** The certificate (PEM) of the provider of a connection with an `origin`. */
	providerCertificate: () => Promise<string>;
	/** Prepares new credentials, derived from another root. @returns what stores them in a transaction */
	renewCredentials: (root: string) => Promise<(store: Transaction<IdentityServiceSchema>) => Promise<void>>;
};

/** What every operation of the service depends on. Time is read through `now`, so that tests can set it. */
export type IdentityService = {
	config: IdentityServiceConfig;
	database: Kysely<IdentityServiceSchema>;
	secrets: ServiceSecrets;
	keys: SigningKeys;
	/** Of the management interface. */
	verifyAccessToken: AccessTokenVerifier;
	/** Null when rate limiting is switched off. */
	rateLimiter: RateLimiter | null;
	oidc: () => Oidc;
	/** Grant types beside the library's own. */
	grants: readonly Grant[];
	/** Of failed logins with passwords, of wrong codes, of messages with codes, of messages with links. */
	throttles: Record<"logins" | "codes" | "messages" | "links", Throttle>;
	log: TenantLog;
	passwordCost: HashCost;
	sender: MessageSender;
	seed: TenantSeed;
	/** The sessions at the dashboard that began with a sign-in here. */
	otherSessions: { end: (userId: string) => Promise<void> };
	now: () => Date;
};
