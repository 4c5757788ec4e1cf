/**
 * The dashboard's own tables. The service's data is not copied here, but for names beside identifiers and for the previews of
 * bulk edits, which are gone after a day. Times are ISO 8601 UTC text.
 */
export type DashboardSchema = {
	sessions: SessionTable;
	audit_trail: AuditTable;
	exchanges: ExchangeTable;
	opened_refresh_tokens: OpenedRefreshTokenTable;
	connection_checks: ConnectionCheckTable;
	bulk_edits: BulkEditTable;
	bulk_edit_tokens: BulkEditTokenTable;
	unconfirmed_creates: UnconfirmedCreateTable;
	application_creates: ApplicationCreateTable;
	flash_messages: FlashMessageTable;
	kept_secrets: KeptSecretTable;
	sign_in_tests: SignInTestTable;
	wallet_requests: WalletRequestTable;
};

/**
 * One row a sign-in. The cookie holds a random identifier; only its SHA-256 is stored, so that a copy of the database
 * opens no session. The role is not stored: it is asked for at every request.
 */
export type SessionTable = {
	id_hash: string;
	subject: string;
	name: string;
	email: string | null;
	email_verified: number;
	/**
	 * Names the session to the tenant at sign-out (`id_token_hint`). Encrypted (compact JWE) under a key derived from the
	 * session secret; an older version wrote it as it was.
	 */
	id_token: string | null;
	/** What the browser said of itself at sign-in. */
	user_agent: string | null;
	created_at: string;
	last_seen_at: string;
	expires_at: string;
};

/**
 * One row a write through the dashboard: names of keys and attributes, and old and new of harmless settings. Values of
 * metadata only where the operator has asked for them, secrets never.
 */
export type AuditTable = {
	/** Sorts by time: the checkpoint of a page. */
	id: string;
	at: string;
	subject: string;
	/** Name or e-mail address of the admin at that time. */
	person: string;
	/** Name of the admin; null where an older version wrote the row. */
	person_name: string | null;
	operation: string;
	/** What was written to: an identifier, or the name of what was to be created. */
	target: string;
	/** What it was called after the write, where that is known. */
	name: string | null;
	/** JSON: the names of the keys or attributes that change. */
	changes: string;
	/** JSON: old and new of what may be kept; null where nothing is. */
	kept_values: string | null;
	/** SHA-256 of what was there before and after, where it is known. */
	digest_before: string | null;
	digest_after: string | null;
	outcome: string;
	status: number | null;
	reference: string;
};

/** One exchange with the service, without secrets and without the values of metadata. */
export type ExchangeTable = {
	id: string;
	at: string;
	/** The admin for whom it was made. */
	subject: string;
	reference: string;
	request_id: string | null;
	operation: string;
	method: string;
	url: string;
	/** Null where no answer came; `failure` says why. */
	status: number | null;
	failure: string | null;
	milliseconds: number;
	request_headers: string;
	request_body: string | null;
	response_headers: string;
	response_body: string | null;
};

/**
 * The refresh tokens that an admin has opened lately: identifiers, times, and what user and application were called
 * then, so that the admin knows them again, and what about them asked to be looked at. Nothing of what the tokens hold.
 */
export type OpenedRefreshTokenTable = {
	subject: string;
	token_id: string;
	opened_at: string;
	user_label: string | null;
	application: string | null;
	/** JSON: names of what was to be looked at; null where an older version wrote the row. */
	flags: string | null;
};

/** The last check of the connection to a tenant, whoever made it. */
export type ConnectionCheckTable = {
	/** Address of the management interface and client: another tenant's check says nothing of this one. */
	tenant: string;
	checked_at: string;
	/** The first check that worked after the last one that did not; null where the last one did not. */
	works_since: string | null;
	/** JSON: names of the steps that failed. */
	failed_steps: string;
	/** JSON: what the access token was good for; null where the token endpoint did not say. */
	granted_scopes: string | null;
};

/** A change to the metadata of several refresh tokens: a plan, and once it was applied its results. Kept for a day. */
export type BulkEditTable = {
	id: string;
	/** The admin whose plan it is; nobody else sees it. */
	subject: string;
	created_at: string;
	/** Whether tokens may be claimed: `preview`, `running` or `stopped`. */
	run: string;
	/** JSON: the user whose tokens they are, and the operation. */
	plan: string;
};

/** One token of a bulk edit. */
export type BulkEditTokenTable = {
	edit_id: string;
	position: number;
	/** JSON: the token, what it is called, and the metadata that the preview is made of. */
	token: string;
	state: string;
	/** Who is writing it, beginning with the time; whoever has lost the claim can't say any more how it ended. */
	claim: string | null;
	/** JSON: what is to be said of the state. */
	note: string;
};

/** A create whose answer nobody saw: the SHA-256 of what was sent, and until when that matters. */
export type UnconfirmedCreateTable = {
	digest: string;
	until: string;
};

/** A create of an application: the SHA-256 of what was sent and by whom, and what it made where that is known. */
export type ApplicationCreateTable = {
	digest: string;
	client_id: string | null;
	claimed_at: string;
	until: string;
};

/** A sentence that an action left for the page it leads to; the row goes when it is read. */
export type FlashMessageTable = {
	/** Random, and else only in the cookie of the browser that may read it. */
	id: string;
	path: string;
	message: string;
	until: string;
};

/**
 * A secret that outlives a rotation of the session secret: `audit`, which digests in the audit trail are keyed with.
 * `sealed` is a compact JWE under a key derived from the session secret. No row: it is that secret.
 */
export type KeptSecretTable = {
	name: string;
	sealed: string;
};

/** A sign-in that an admin began in order to look at the answer. The row goes when the answer is shown, or its time is over. */
export type SignInTestTable = {
	/** Random; goes to the tenant and back as `RelayState` or `wctx`. */
	id: string;
	/** The admin who began it; nobody else sees the answer. */
	subject: string;
	client_id: string;
	protocol: string;
	/** Of the request, where it has an identifier. */
	request_id: string | null;
	/** Random: names the answer to the page that shows it. Null until there is one. */
	pickup: string | null;
	/** Encrypted (compact JWE) under a key derived from the session secret. */
	answer: string | null;
	until: string;
};

/** A request that waits for a wallet's answer, which is never stored. The row goes when one comes, or its time is over. */
export type WalletRequestTable = {
	/** Random; nobody but the page that asks knows it. */
	id: string;
	/** The SHA-256 of the session that asked, as in `sessions`: no other one may answer, not even of the same person. */
	session_hash: string;
	/** Empty for a template that is yet to be created. */
	template_id: string;
	/** Of the page that asks, as the wallet is told it. */
	origin: string;
	/** 256 random bits, base64url. */
	nonce: string;
	/** What a wallet's transcript is made of (ISO/IEC 18013-7, Annex C): this very text. */
	encryption_info: string;
	/** The private key for one answer, encrypted (compact JWE) under a key derived from the session secret. */
	reader_key: string;
	/** JSON: the names of the elements that were asked for, and whether the answers will be stored. */
	asked: string;
	/** PEM: the template's own root; null where it has none. */
	certificate_authority: string | null;
	until: string;
};
