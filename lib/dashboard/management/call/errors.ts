import "server-only";
import type { TransportError } from "../../http/request";
import { newReference, referenceOfCall } from "./call-context";

/** The tenant refused the call, or its response can't be used. */
export type ManagementErrorKind =
	| ("rejected" | "credentials" | "scope" | "forbidden" | "not-found" | "no-area" | "conflict" | "rate-limited")
	| ("unreachable" | "unavailable" | "too-large" | "headers-too-large" | "redirected" | "not-understood");

/** Of a read: errors that may concern what was read alone, because the response can't be used. */
export const ERRORS_OF_ONE: readonly ManagementErrorKind[] = [
	...(["unavailable", "too-large", "headers-too-large", "redirected", "not-understood"] as const),
];

/** `what`: "template"; `from`: the checkpoint that it follows; empty: it is the first of the list. */
export type LargeItem = { what: string; from: string };

type Details = {
	status?: number;
	/** The service's own message, where it may be shown. */
	serviceMessage?: string;
	/** The service's own code of the error: `insufficient_scope`. */
	errorCode?: string | undefined;
	/** The scopes that the dashboard's client lacks, in words. */
	scopes?: string;
	/** Another resource has the name. */
	isNameTaken?: boolean;
	retryAfterSeconds?: number;
	/** A write whose response was lost: it may have been carried out. */
	outcomeUnknown?: boolean;
	/** The write was looked up: it was not carried out. */
	lookedUp?: boolean;
	/** Another save of the same resource was not over in time: nothing was sent. */
	isBeingSaved?: boolean;
	/** The tenant's interface. */
	area?: "management" | "token";
	/** The item of a list that is too large alone. */
	item?: LargeItem;
	/** That of an earlier error about the same call. */
	reference?: string;
	cause?: unknown;
};

/** A call to the service failed. `reference` identifies the log line with the details and the exchanges. */
export class ManagementError extends Error {
	override name = "ManagementError";
	readonly kind: ManagementErrorKind;
	readonly status: number | undefined;
	readonly serviceMessage: string | undefined;
	readonly errorCode: string | undefined;
	readonly scopes: string;
	readonly isNameTaken: boolean;
	readonly retryAfterSeconds: number | undefined;
	readonly outcomeUnknown: boolean;
	readonly lookedUp: boolean;
	readonly isBeingSaved: boolean;
	readonly area: "management" | "token";
	readonly item: LargeItem | undefined;
	readonly reference: string;
	/** The name of what a create of unknown outcome was to make. */
	createdName: string | undefined;
	/** Records in the audit trail what a look-up of a write has found. @param target the identifier of what was created */
	settle: ((outcome: "done" | "not-done", target?: string) => Promise<void>) | undefined;

	constructor(kind: ManagementErrorKind, details: Details = {}) {
		super(`${kind}${details.status ? ` (${details.status})` : ""}`, { cause: details.cause });
		this.kind = kind;
		this.status = details.status;
		this.serviceMessage = details.serviceMessage;
		this.errorCode = details.errorCode;
		this.scopes = details.scopes ?? "";
		this.isNameTaken = details.isNameTaken ?? false;
		this.retryAfterSeconds = details.retryAfterSeconds;
		this.outcomeUnknown = details.outcomeUnknown ?? false;
		this.lookedUp = details.lookedUp ?? false;
		this.isBeingSaved = details.isBeingSaved ?? false;
		this.area = details.area ?? "management";
		this.item = details.item;
		this.reference = details.reference ?? referenceOfCall();
	}
}

/** The audit trail could not be written, so nothing was sent. */
export class StoreError extends Error {
	override name = "StoreError";
	readonly reference = newReference();
}

/** The console does not carry out what was requested, for a reason in a sentence for the admin: nothing was written. */
export class WriteRefused extends Error {
	override name = "WriteRefused";
	readonly title: string;

	constructor(title: string, message: string) {
		super(message);
		this.title = title;
	}
}

/** For the failure of a list: where a tenant does not have it at all, it is "not-found". */
export function noArea(error: unknown): never {
	if (!(error instanceof ManagementError && error.kind === "not-found")) throw error;
	const { status, serviceMessage, reference } = error;
	throw new ManagementError("no-area", { status, serviceMessage, reference });
}

export function kindOfTransport({ kind }: Pick<TransportError, "kind">): ManagementErrorKind {
	if (kind === "unreachable" || kind === "too-large" || kind === "headers-too-large") return kind;
	return kind === "time-out" || kind === "broken" ? "unavailable" : "not-understood";
}

const UNKNOWN_NAME = ["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA"];
const EXPIRED = ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"];
const UNTRUSTED =
	/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY)_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/;

/** Why there is no connection, in a sentence, by the system's or OpenSSL's code. @param peer who does not respond */
export function reasonOf(code: string | undefined, peer: "tenant" | "receiver" = "tenant"): string {
	const none = `No connection to the ${peer}.`;
	if (!code) return none;
	if (UNKNOWN_NAME.includes(code)) return "The host's name is not known (DNS).";
	if (code === "ECONNREFUSED") return `Nothing listens at the ${peer}'s URL.`;
	if (EXPIRED.includes(code)) return `The ${peer}'s certificate is not valid at this machine's time.`;
	if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `The ${peer}'s certificate is for another host name.`;
	if (UNTRUSTED.test(code)) return `The ${peer}'s certificate is not one that this machine trusts.`;
	if (code === "EPROTO" || code.startsWith("ERR_SSL")) return "The server there does not speak TLS.";
	return none;
}

/** Error codes of OAuth 2.0 (RFC 6749, section 5.2) in sentences for the operator. */
const words: [RegExp, string][] = [
	[
		/invalid_client|client is invalid/,
		"The tenant does not know the console's client ID, or its secret or key is wrong.",
	],
	[/unauthorized_client/, "The tenant does not let the console's client use this grant."],
	[/access_denied/, "The tenant does not let the console's client use this interface."],
	[/unsupported_grant_type/, "The tenant does not offer the client credentials grant."],
	[/invalid_scope|insufficient_scope/, "The tenant has not granted the console a scope that this needs."],
	[/invalid_request/, "The tenant did not understand what the console asked for."],
	[/temporarily_unavailable|server_error/, "The tenant's sign-in is out of order."],
];

/** A sentence instead of a mere error code; null for any other message. */
export function oauthInWords(serviceMessage: string): string | null {
	return words.find(([code]) => code.test(serviceMessage))?.[1] ?? null;
}
