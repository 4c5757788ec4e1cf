import type { Kysely } from "kysely";

export type IdentityServiceDatabase = Kysely<IdentityServiceSchema>;

/**
 * The tables of the embedded identity service. Portable column types only: text, integer and double precision. Times are
 * ISO 8601 UTC text, booleans 0 or 1, JSON is text. Callers' text is stored JSON-encoded wherever PostgreSQL or SQLite
 * could refuse or alter it (NUL, lone surrogates).
 */
export type IdentityServiceSchema = {
	users: UserTable;
	clients: ClientTable;
	/** An API beside the management interface, for which tokens can be issued. `scopes` is a JSON array. */
	resource_servers: {
		identifier: string;
		name: string;
		scopes: string;
	};
	templates: TemplateRow;
	refresh_tokens: RefreshTokenRow;
	sessions: SessionRow;
	oidc_artifacts: OidcArtifactTable;
	signing_keys: SigningKeyTable;
	/** The phone number, in E.164 form, that a user can sign in with. */
	user_phones: {
		phone_number: string;
		user_id: string;
	};
	/**
	 * The words of a user's values, folded, and the parts of words that begin later in one (`inside` 1), each at most 32
	 * characters long. `sort_name`: the beginning of the user's folded name.
	 */
	user_words: {
		inside: number;
		word: string;
		sort_name: string;
		user_id: string;
	};
	login_codes: LoginCodeTable;
	outbox_messages: OutboxMessageTable;
	/**
	 * The requests that a caller has left, where several instances count together. `caller_hash` is keyed. `filled_at`, in
	 * milliseconds since the epoch, is the time of `tokens`.
	 */
	rate_buckets: {
		caller_hash: string;
		tokens: number;
		filled_at: number;
	};
	/**
	 * Failed attempts under one limit of the login throttle, by a keyed hash; forgotten at `until`, in seconds.
	 * `account_hash` is the key of the account's own limit; null: the limit is not one of an account. `sealed_address`, a
	 * compact JWE, is the network address that an account's limit is for; null: all addresses.
	 */
	login_failures: {
		key_hash: string;
		failures: number;
		until: number;
		account_hash: string | null;
		sealed_address: string | null;
	};
	/**
	 * Secrets that outlive a rotation of the application secret: `identifiers` and `credentials`, roots of derivation
	 * (without a row: the application secret), and keys of providers that come with the service. `sealed` is a
	 * compact JWE under a key derived from the application secret.
	 */
	kept_secrets: {
		name: string;
		sealed: string;
	};
	/** Clients (by handle) and connections (`connections/{name}`) that a start had added, deleted since: none adds them again. */
	deleted_seeds: { handle: string };
	pending_sign_ups: PendingSignUpTable;
	password_resets: PasswordResetTable;
	connections: ConnectionRow;
	log_entries: LogEntryRow;
	/**
	 * How many entries of the log an hour or a day has of one account, address, or of unknown accounts, by a keyed hash; `log_id`
	 * is that of the entry that has the number, where there is one, `until` the end of the hour or day in seconds since the epoch.
	 */
	log_counts: {
		key_hash: string;
		entries: number;
		log_id: string;
		until: number;
	};
	/**
	 * Scopes (JSON) that a release has granted the console's own clients, until the console has recorded it. `granted_at`
	 * null: by a migration that has just run.
	 */
	console_grants: {
		id: string;
		client_id: string;
		client_name: string;
		scopes: string;
		granted_at: string | null;
	};
};

/**
 * An entry of the tenant's log. `log_id` orders the log: its time, a counter, and a random end. `name_key` is `user_name` in
 * lower case, where no user has it. `rest` is JSON of what no search names: `audience`, `scope`, `details`. Null: the entry
 * has none.
 */
export type LogEntryRow = {
	log_id: string;
	date: string;
	type: string;
	description: string | null;
	user_id: string | null;
	user_name: string | null;
	name_key: string | null;
	client_id: string | null;
	client_name: string | null;
	connection: string | null;
	connection_id: string | null;
	ip: string | null;
	hostname: string | null;
	organization_id: string | null;
	user_agent: string | null;
	strategy: string | null;
	strategy_type: string | null;
	rest: string | null;
};

/** `email_key` and `name_key` are lower-cased, for lookup and for the order of lists. */
export type UserTable = {
	user_id: string;
	/** Name of the outside connection that the user signs in through. Null: an account of this tenant's own. */
	connection: string | null;
	/** Null: the provider didn't send one. Required and unique among the tenant's own accounts. */
	email: string | null;
	email_key: string | null;
	email_verified: number;
	name: string;
	name_key: string;
	given_name: string | null;
	family_name: string | null;
	nickname: string | null;
	picture: string | null;
	password_hash: string | null;
	/** `editor` or `viewer`: an admin of this tenant. Null: none. */
	admin_role: string | null;
	/** How often a command has reset the password; a derived password is derived from that. Null: never. */
	password_generation: number | null;
	/** 1: the user has chosen the password, and no command can print it. */
	password_chosen: number | null;
	username: string | null;
	/** JSON of what the sign-up contained beside the profile. Null: nothing. */
	user_metadata: string | null;
	/** 1: refused wherever users sign in, and at every use of what was issued before. Null: not blocked. */
	blocked: number | null;
	/** The last sign-in with a password, a code or another provider. Null: none was recorded. */
	last_login: string | null;
	last_ip: string | null;
	/** How many sign-ins were recorded. Null: none. */
	logins_count: number | null;
	created_at: string;
	updated_at: string;
};

/**
 * `redirect_uris`, `logout_uris`, `grants` and `api_grants` are JSON; a URI or audience that starts with "/" is relative
 * to the issuer, so that a data folder can move to another port. `handle` is the name under which the credentials command
 * lists a client that comes with the service, else the client's identifier. A flow that is not in `grants` is off.
 */
export type ClientTable = {
	client_id: string;
	handle: string;
	name: string;
	/** `non_interactive`, `regular_web`, `spa` or `native`. */
	app_type: string;
	token_endpoint_auth_method: string;
	grants: string;
	redirect_uris: string;
	logout_uris: string;
	/**
	 * `[{ audience, scopes, subject }]`: the APIs that it may call, with the scopes of each; null: all, those that the API
	 * gets later as well. `subject` is `user` where they are for the tokens of its users, else absent.
	 */
	api_grants: string;
	/** Public keys (JSON Web Key Set) of `private_key_jwt` and `self_signed_tls_client_auth`. */
	jwks: string | null;
	/** Subject (RFC 4514) of the certificate of `tls_client_auth`. */
	certificate_subject: string | null;
	/** `fapi2` for the FAPI 2.0 security profile. */
	security_profile: string | null;
	/** How its tokens are bound: `dpop`, `mtls` or null. */
	sender_constraint: string | null;
	/** 0: another company's application, for which users must consent. */
	first_party: number;
	global: number;
	rotating: number;
	created_at: string;
	/** JSON of the other settings; see `defaultSettings`. */
	settings: string;
	/** A random secret as a compact JWE. Null: it is derived, or there is none. */
	sealed_secret: string | null;
	/** Counts the changes, so that concurrent ones cannot undo each other. */
	revision: number;
};

/** `name_key` is the JSON-encoded name, unique; `document` is the template as the management interface returns it. */
export type TemplateRow = {
	id: string;
	name_key: string;
	document: string;
	created_at: string;
	updated_at: string;
};

/**
 * A refresh token as the management interface shows it: the id is stable while the token value rotates.
 * `device`, `resource_servers` and `metadata` are JSON (`metadata` null: none). The token values are in
 * `oidc_artifacts`, hashed. `idle_expires_at` is not later than `expires_at`; null: it never expires.
 */
export type RefreshTokenRow = {
	id: string;
	user_id: string;
	client_id: string;
	session_id: string | null;
	grant_id: string | null;
	rotating: number;
	resource_servers: string;
	device: string;
	metadata: string | null;
	created_at: string;
	idle_expires_at: string | null;
	expires_at: string | null;
	last_exchanged_at: string | null;
};

/**
 * A session of a user as the management interface shows it, beside the artifact that the browser's cookie refers to. `id`
 * is the session's `uid` in the artifact, `sid` in ID tokens and `session_id` of refresh tokens. A session without a row
 * has ended: it is not stored again, and no refresh token is issued in it. `device`, `clients`, `methods` and `metadata` are
 * JSON: the device as of a refresh token; client identifiers; `[{ name, timestamp }]`; texts by key (null: none).
 * `actor` is JSON, `{ sub }`: the support agent who opened the session as the user; null: the user did.
 */
export type SessionRow = {
	id: string;
	user_id: string;
	created_at: string;
	updated_at: string;
	/** The last sign-in within the session. */
	authenticated_at: string;
	last_interacted_at: string;
	/** Not later than `expires_at`. */
	idle_expires_at: string;
	expires_at: string;
	device: string;
	clients: string;
	methods: string;
	metadata: string | null;
	actor: string | null;
};

/**
 * The artifacts of oidc-provider (sessions, interactions, grants, codes, token values …), and others of the kind. `id_hash` and
 * `uid_hash` are SHA-256 of the value, because the value itself is a bearer secret. `refresh_token_id` ties a token value
 * to its row in `refresh_tokens`. `expires_at` and `consumed_at` are seconds since the epoch.
 */
export type OidcArtifactTable = {
	model: string;
	id_hash: string;
	payload: string;
	grant_id: string | null;
	uid_hash: string | null;
	refresh_token_id: string | null;
	expires_at: number | null;
	/** Of a refresh token's value: when the first one of its generation was exchanged. */
	consumed_at: number | null;
	/** Of a refresh token's value: how many exchanges it descends from. Else 0. */
	generation: number;
	/** 1: a refresh token's value that was exchanged itself, and not only another one of its generation. */
	exchanged: number;
	/** Of an interaction: the network address of its first request, as a keyed hash. */
	caller_hash: string | null;
	/** The user and the client that it belongs to. Null: none, or it is a token value, which belongs to a refresh token. */
	account_id: string | null;
	client_id: string | null;
};

/**
 * `private_jwk` is encrypted (compact JWE) under a key derived from the application secret. `sequence` counts the
 * generations from 1; a generation has one key of each algorithm, so that instances which start or rotate together
 * agree on it. A key signs from `active_at` on, until a later generation does. `certificate` is a self-signed one (PEM).
 */
export type SigningKeyTable = {
	kid: string;
	sequence: number;
	alg: string;
	private_jwk: string;
	created_at: string;
	active_at: string;
	certificate: string | null;
};

/**
 * The one-time code that was last sent to a destination (an address in lower case, a phone number) for a client, as a
 * keyed hash. `user_id` is null where no user has the destination. `expires_at` is in seconds since the epoch.
 */
export type LoginCodeTable = {
	client_id: string;
	connection: string;
	destination: string;
	code_hash: string;
	user_id: string | null;
	attempts: number;
	expires_at: number;
};

/**
 * A sign-up whose e-mail address is not confirmed yet: no user in any other table. `ticket_hash` is of the link in the
 * message, `browser_hash` of the cookie in the browser that signed up (null: a program did); both are keyed. `profile`
 * is JSON, `expires_at` in seconds since the epoch.
 */
export type PendingSignUpTable = {
	ticket_hash: string;
	browser_hash: string | null;
	email: string;
	email_key: string;
	client_id: string;
	/** The identifier that the account will have. */
	user_id: string;
	password_hash: string;
	profile: string;
	expires_at: number;
	/** The network address of the sign-up, as a keyed hash. */
	caller_hash: string | null;
};

/** A link for choosing a new password, by its keyed hash. `expires_at` in seconds since the epoch. */
export type PasswordResetTable = {
	ticket_hash: string;
	client_id: string;
	user_id: string;
	expires_at: number;
};

/**
 * A message that the embedded service would have sent by e-mail or SMS. `text` is a compact JWE; JSON-encoded where an
 * older version wrote it.
 */
export type OutboxMessageTable = {
	id: string;
	connection: string;
	recipient: string;
	text: string;
	created_at: string;
	/** The network address of the request for it, as a keyed hash. */
	caller_hash: string | null;
	/** 1: the recipient has an account. */
	has_account: number;
};

/**
 * A connection to an outside identity provider. `enabled_clients` is a JSON array of client identifiers, `options` and
 * `metadata` are JSON. `origin` is null for one that an admin has added, and set where it comes with the service.
 * `revision` counts the changes, so that concurrent ones cannot undo each other.
 */
export type ConnectionRow = {
	id: string;
	name: string;
	/** The name in lower case: no two names differ in case alone. */
	name_key: string;
	strategy: string;
	display_name: string | null;
	show_as_button: number;
	enabled_clients: string;
	options: string;
	metadata: string;
	origin: string | null;
	created_at: string;
	revision: number;
};
