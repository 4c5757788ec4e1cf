import { z } from "zod";
import { flag, known, rowsOf, text } from "./lenient";
import { time } from "./time";

// The tenant's log: https://auth0.com/docs/deploy-monitor/logs

/** What an entry is about. */
export type LogKind =
	| "sign-in"
	| "code"
	| "exchange"
	| "sign-out"
	| "revocation"
	| "block"
	| "account"
	| "management"
	| "other";

type LogTypeInWords = {
	/** What happened, as the title of an entry: "Wrong password". */
	title: string;
	kind: LogKind;
	isFailure?: true;
};

/** The types that this console has words for; others are shown by their code and description. */
export const LOG_TYPES = {
	s: { title: "Signed in", kind: "sign-in" },
	f: { title: "Sign-in failed", kind: "sign-in", isFailure: true },
	fp: { title: "Wrong password", kind: "sign-in", isFailure: true },
	fu: { title: "Unknown e-mail address or user name", kind: "sign-in", isFailure: true },
	fc: { title: "Identity provider failed", kind: "sign-in", isFailure: true },
	fcoa: { title: "Cross-origin sign-in failed", kind: "sign-in", isFailure: true },
	scoa: { title: "Signed in from another origin", kind: "sign-in" },
	sens: { title: "Signed in with a provider’s token", kind: "sign-in" },
	fens: { title: "Sign-in with a provider’s token failed", kind: "sign-in", isFailure: true },
	gd_auth_failed: { title: "Second factor failed", kind: "sign-in", isFailure: true },
	ssa: { title: "Signed in without a page", kind: "sign-in" },
	fsa: { title: "Sign-in without a page failed", kind: "sign-in", isFailure: true },
	cs: { title: "Code sent", kind: "code" },
	cls: { title: "Code or link sent", kind: "code" },
	seacft: { title: "Code exchanged for tokens", kind: "exchange" },
	feacft: { title: "Exchange of a code refused", kind: "exchange", isFailure: true },
	sertft: { title: "Refresh token exchanged", kind: "exchange" },
	fertft: { title: "Exchange of a refresh token refused", kind: "exchange", isFailure: true },
	sepft: { title: "Password exchanged for tokens", kind: "exchange" },
	fepft: { title: "Exchange of a password refused", kind: "exchange", isFailure: true },
	seotpft: { title: "Second factor’s code exchanged for tokens", kind: "exchange" },
	feotpft: { title: "Exchange of a second factor’s code refused", kind: "exchange", isFailure: true },
	seoobft: { title: "Second factor exchanged for tokens", kind: "exchange" },
	feoobft: { title: "Exchange of a second factor refused", kind: "exchange", isFailure: true },
	sercft: { title: "Recovery code exchanged for tokens", kind: "exchange" },
	fercft: { title: "Exchange of a recovery code refused", kind: "exchange", isFailure: true },
	fepotpft: { title: "Exchange of a sign-in code refused", kind: "exchange", isFailure: true },
	sede: { title: "Device code exchanged for tokens", kind: "exchange" },
	fede: { title: "Exchange of a device code refused", kind: "exchange", isFailure: true },
	ferrt: { title: "Exchange of a rotating refresh token refused", kind: "exchange", isFailure: true },
	fpar: { title: "Pushed authorization request refused", kind: "exchange", isFailure: true },
	seccft: { title: "Access token issued to an application", kind: "exchange" },
	feccft: { title: "Access token refused to an application", kind: "exchange", isFailure: true },
	slo: { title: "Signed out", kind: "sign-out" },
	flo: { title: "Sign-out failed", kind: "sign-out", isFailure: true },
	srrt: { title: "Refresh token revoked", kind: "revocation" },
	limit_wc: { title: "Account blocked for one IP address", kind: "block", isFailure: true },
	limit_sul: { title: "Account blocked after too many attempts", kind: "block", isFailure: true },
	limit_mu: { title: "IP address blocked", kind: "block", isFailure: true },
	pwd_leak: { title: "Sign-in with a leaked password", kind: "block", isFailure: true },
	signup_pwd_leak: { title: "Sign-up with a leaked password", kind: "block", isFailure: true },
	reset_pwd_leak: { title: "Password reset to a leaked password", kind: "block", isFailure: true },
	ublkdu: { title: "Block lifted", kind: "block" },
	ss: { title: "Signed up", kind: "account" },
	fs: { title: "Sign-up failed", kind: "account", isFailure: true },
	scp: { title: "Password changed", kind: "account" },
	fcp: { title: "Change of the password failed", kind: "account", isFailure: true },
	scpr: { title: "Change of the password requested", kind: "account" },
	fcpr: { title: "Request to change the password failed", kind: "account", isFailure: true },
	sce: { title: "E-mail address changed", kind: "account" },
	fce: { title: "Change of the e-mail address failed", kind: "account", isFailure: true },
	scu: { title: "User name changed", kind: "account" },
	fcu: { title: "Change of the user name failed", kind: "account", isFailure: true },
	sdu: { title: "User deleted", kind: "account" },
	fdu: { title: "Deletion of the user failed", kind: "account", isFailure: true },
	sv: { title: "E-mail address confirmed", kind: "account" },
	fv: { title: "Confirmation of the e-mail address failed", kind: "account", isFailure: true },
	svr: { title: "Confirmation of the e-mail address requested", kind: "account" },
	fvr: { title: "Request to confirm the e-mail address failed", kind: "account", isFailure: true },
	sdel: { title: "Session opened by another", kind: "sign-in" },
	sapi: { title: "Change through the management API", kind: "management" },
	fapi: { title: "Management API refused a request", kind: "management", isFailure: true },
	w: { title: "Warning", kind: "other" },
} as const satisfies Record<string, LogTypeInWords>;

export type LogType = keyof typeof LOG_TYPES;

/** @param type of an entry: undefined for one that this console has no words for */
export function logTypeInWords(type: string | null | undefined): LogTypeInWords | undefined {
	return type && Object.hasOwn(LOG_TYPES, type) ? LOG_TYPES[type as LogType] : undefined;
}

/**
 * Why a sign-in failed, where the type `f` does not say it: the embedded service's sentences, which are the vendor's as far as
 * these are known. A real tenant may word them otherwise.
 */
export const SIGN_IN_FAILURES = {
	blocked: "user is blocked",
	unconfirmed: "Please verify your email before logging in.",
	wrongCode: "Wrong email or verification code.",
	wrongPhoneCode: "Wrong phone number or verification code.",
	expiredCode: "The verification code has expired. Please try to login again.",
	otherConnection: "The connection is not enabled for this application.",
} as const;

/** Why sessions and refresh tokens ended, where nobody asked for that: the embedded service's sentences. */
export const ENDS = {
	passwordChanged: "The password was changed.",
	tokenReused: "The refresh token was used again after it had been replaced.",
	codeReused: "The code that it was issued for was used again.",
	roleChanged: "An operator changed the role in this console.",
	applicationDeleted: "The application that it was issued to was deleted.",
} as const;

/** An entry of the log in a response. Any field may be null, missing or of another form on a real tenant. */
export const logEntry = z.looseObject({
	_id: text,
	/** What the entry is found by; it orders the log. */
	log_id: text,
	/** ISO 8601; a real tenant may send an object. */
	date: time,
	type: text,
	description: text,
	connection: text,
	connection_id: text,
	client_id: text,
	client_name: text,
	ip: text,
	hostname: text,
	user_id: text,
	user_name: text,
	organization_id: text,
	audience: known(z.union([z.string(), z.array(z.string())])),
	scope: known(z.union([z.string(), z.array(z.string())])),
	strategy: text,
	strategy_type: text,
	isMobile: flag,
	user_agent: text,
	/** By type. */
	details: known(z.looseObject({})),
	/** Where the IP address is, only where it is known. */
	location_info: known(
		z.looseObject({ country_code: text, country_code3: text, country_name: text, city_name: text, time_zone: text }),
	),
});
export type LogEntry = z.infer<typeof logEntry>;

const count = known(z.number());

/** A page of entries: bare, or with totals. `total` counts at most the first 1,000. */
export const logPage = z.union([
	rowsOf(logEntry).transform((logs) => ({ logs, total: undefined })),
	z.looseObject({ start: count, limit: count, length: count, total: count, logs: rowsOf(logEntry) }),
]);
export type LogPage = z.infer<typeof logPage>;
