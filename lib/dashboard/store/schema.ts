import type { Generated } from "kysely";
import type { PurposeField, purposeFields } from "../templates/purpose";
import type { ConsoleTokenSchema } from "./console-token-tables";
import type { LogStreamSchema } from "./log-stream-tables";
import type { ProposalSchema } from "./proposal-tables";

/**
 * The dashboard's own tables. Of the service's data they have identifiers with names, the states of templates, and for a
 * day the previews of bulk edits. Times are ISO 8601 UTC text.
 */
export type DashboardSchema = {
	/**
	 * The cookie has a random identifier; only its SHA-256 is stored, so that no session can be opened with a copy of the
	 * database. The role is not stored: it is looked up at every request.
	 */
	sessions: {
		id_hash: string;
		subject: string;
		name: string;
		email: string | null;
		email_verified: number;
		/** For sign-out (`id_token_hint`). Encrypted (compact JWE); an older version wrote it in plain text. */
		id_token: string | null;
		user_agent: string | null;
		created_at: string;
		last_seen_at: string;
		expires_at: string;
	};
	/** What the ID token of a user's last sign-in said of the claim that gives roles. */
	claimed_roles: {
		subject: string;
		/** Its name. */
		claim: string;
		/** JSON: its values, of those that the settings name; an empty list where it had none. */
		claimed: string;
		signed_in_at: string;
	};
	/**
	 * Writes through the dashboard: names of keys and attributes, and old and new values of harmless settings. Values of
	 * metadata only where the operator has enabled it, secrets never.
	 */
	audit_trail: {
		/** Ordered by time: the checkpoint of a page. */
		id: string;
		at: string;
		subject: string;
		/** The admin's name or e-mail address at that time. */
		person: string;
		/** Null where an older version wrote the row. */
		person_name: string | null;
		operation: string;
		/** An identifier; for a create, the name in the request. */
		target: string;
		/** The target's name after the write, where it is known. */
		name: string | null;
		/**
		 * The user whom it concerns, also as the owner of a session or a refresh token, and the user's e-mail address or name
		 * at that time. Null where they were not known, it concerns no user, or an older version wrote the row.
		 */
		user_id: string | null;
		user_label: string | null;
		/** JSON: names of keys or attributes, the first of many; and how many others there were. */
		changes: string;
		more_changes: Generated<number>;
		/** JSON: old and new values. */
		kept_values: string | null;
		/** HMAC-SHA-256 of the states before and after, where they are known. */
		digest_before: string | null;
		digest_after: string | null;
		outcome: string;
		status: number | null;
		reference: string;
		/** Why, as the admin stated it. */
		reason: string | null;
		/** The proposal by which it was made, and its author's name. */
		proposal: string | null;
		proposed_by: string | null;
		/** 1: made without the second editor that the rule wants. */
		emergency: Generated<number>;
		/** The outcome that the log stream has taken the row into account with; empty: with none yet. */
		collected: Generated<string>;
		/**
		 * Its place in the order in which outcomes became known, by which programs read the trail; a later outcome gives it
		 * another one. Null until the first.
		 */
		line: number | null;
	};
	/** One exchange with the service, without secrets and without the values of metadata. */
	exchanges: {
		id: string;
		at: string;
		subject: string;
		reference: string;
		request_id: string | null;
		operation: string;
		method: string;
		url: string;
		/** Null where there was no response; `failure` has the reason. */
		status: number | null;
		failure: string | null;
		milliseconds: number;
		request_headers: string;
		request_body: string | null;
		response_headers: string;
		response_body: string | null;
	};
	/** The refresh tokens that an admin opened recently, with names and flags of that time, without other data of the tokens. */
	opened_refresh_tokens: {
		subject: string;
		token_id: string;
		opened_at: string;
		user_label: string | null;
		application: string | null;
		/** JSON: names; null where an older version wrote the row. */
		flags: string | null;
	};
	connection_checks: {
		/** Address of the management interface and client. */
		tenant: string;
		checked_at: string;
		/** The first check without a failure since then; null where the last one failed. */
		works_since: string | null;
		/** JSON. */
		failed_steps: string;
		/** JSON; null where the token endpoint did not return them. */
		granted_scopes: string | null;
	};
	/** A bulk edit: a plan, and its results. Kept for a day. */
	bulk_edits: {
		id: string;
		/** The only admin who sees it. */
		subject: string;
		created_at: string;
		/** See `BulkRun`. */
		run: string;
		/** JSON: `BulkPlan`. */
		plan: string;
		/** Why it was begun, as the admin stated it. */
		reason: string | null;
		/** 1: begun as an emergency, without the second editor that the rule wants. */
		emergency: Generated<number>;
		/** The proposal that it ended with. */
		proposal: string | null;
	};
	/** One item of a bulk edit. */
	bulk_edit_tokens: {
		edit_id: string;
		position: number;
		/** JSON: `BulkItemPlan`, but state, note and `whole`, which an older version wrote here as well. */
		token: string;
		whole: string | null;
		state: string;
		/** Time and random digits of the claim; needed to settle the item. */
		claim: string | null;
		/** JSON: `BulkNote`. */
		note: string;
	};
	/** A create whose response was lost: the SHA-256 of the request, and until when that matters. */
	unconfirmed_creates: {
		digest: string;
		until: string;
	};
	/** A create of an application: the SHA-256 of admin and body, and the created application where it is known. */
	application_creates: {
		digest: string;
		client_id: string | null;
		claimed_at: string;
		until: string;
	};
	/** A message of an action for the page that it redirects to; single use. */
	flash_messages: {
		/** Random; otherwise only in the cookie of the browser. */
		id: string;
		path: string;
		message: string;
		until: string;
	};
	/**
	 * A secret that outlives a rotation of the session secret: `audit`, the key of the audit trail's digests. `sealed` is a
	 * compact JWE. Without a row it is the session secret.
	 */
	kept_secrets: {
		name: string;
		sealed: string;
	};
	/** A sign-in that an admin began to inspect the response. The row is deleted when that is shown, or when it expires. */
	sign_in_tests: {
		/** Random: the `RelayState` or `wctx`. */
		id: string;
		/** The only admin who sees the response. */
		subject: string;
		/** Of the application, or where the protocol is `oidc` of the identity provider that is tested. */
		client_id: string;
		protocol: string;
		/** Of `oidc` the ID of the application that the test signs in to. */
		application: string | null;
		/** Of SAML; of `oidc` the code verifier. */
		request_id: string | null;
		/** Random: identifies the response to the page that shows it. Null until there is one. */
		pickup: string | null;
		/** Encrypted (compact JWE). */
		answer: string | null;
		until: string;
	};
	/** A request to a wallet, whose response is never stored. Single use. */
	wallet_requests: {
		/** Random; otherwise only in the requesting page. */
		id: string;
		/** The `id_hash` of the session that began it: no other session may send the response, not even of the same user. */
		session_hash: string;
		/** Empty for a template that is yet to be created. */
		template_id: string;
		origin: string;
		/** 256 random bits, base64url. */
		nonce: string;
		/** Part of a wallet's transcript (ISO/IEC 18013-7, Annex C), as exactly this text. */
		encryption_info: string;
		/** The private key for one response, encrypted (compact JWE). */
		reader_key: string;
		/** JSON: the names of the requested elements, and `isRetained`. */
		asked: string;
		/** PEM: the template's own root; null where it has none. */
		certificate_authority: string | null;
		until: string;
	};
	/** Why a template asks; the interface has no place for it. An empty text: not stated. Without a row nothing is stated. */
	template_purposes: {
		template_id: string;
	} & { [Name in PurposeField as (typeof purposeFields)[Name]["wire"]]: string };
	/**
	 * The states of templates that this console wrote or saw. Kept like the audit trail; the newest of a template that exists,
	 * always.
	 */
	template_versions: {
		/** Ordered by time; of one template in the order of its positions. */
		id: string;
		/** Address of the management interface. */
		tenant: string;
		template_id: string;
		/** Counts the versions of a template from 1. */
		position: number;
		/** 1 for the version with the highest position. */
		is_newest: number;
		/** 1: the template no longer exists; `content` is its last one. */
		is_gone: number;
		/** `seen` first, by a read; `own`: written by this console; `elsewhere`: a read found it changed. */
		origin: string;
		/** The change happened between these. */
		from_at: string;
		at: string;
		/** Of an own write: its row in the audit trail, and who. */
		audit_id: string | null;
		subject: string | null;
		person: string | null;
		/** JSON: `TemplateSnapshot`. */
		content: string;
		/** Of a template that is gone: the one that was made of it. */
		again_id: string | null;
		/** JSON: the requested names of `content`, or null where they are not known; null where an older version wrote the row. */
		requested: string | null;
		/** 1: the log stream has compared it with the day before. */
		is_compared: Generated<number>;
	};
	/**
	 * Own writes to templates that were begun and are not settled: a read that finds such a state does not take it for a change
	 * made elsewhere, even after the process was killed.
	 */
	template_writes: {
		audit_id: string;
		/** Empty for a create. */
		template_id: string;
		/** Of a create, which is found by it. */
		name: string;
		at: string;
		subject: string;
		person: string;
		/** JSON: the state that it leads to; null for a deletion. */
		content: string | null;
	};
} & LogStreamSchema &
	ConsoleTokenSchema &
	ProposalSchema;
