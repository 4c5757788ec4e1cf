import { type LogEntry, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { type CauseKind, isOpen } from "./cause-in-words";
import { idInEntry } from "./entry-in-words";

// What a failed attempt to get in failed for, and what shows that its cause is gone.

/** A failed attempt to get in. */
export type Refused = { entry: LogEntry; kind: CauseKind };

/** The embedded service's sentences. */
const SENTENCES: Readonly<Record<string, CauseKind>> = {
	[SIGN_IN_FAILURES.blocked]: "blocked",
	[SIGN_IN_FAILURES.unconfirmed]: "unconfirmed",
	[SIGN_IN_FAILURES.wrongCode]: "code",
	[SIGN_IN_FAILURES.wrongPhoneCode]: "code",
	[SIGN_IN_FAILURES.expiredCode]: "expired",
	[SIGN_IN_FAILURES.otherConnection]: "connection",
};
const CODE = /\b(verification|one-time|login) code\b|\botp\b/i;
const WRONG = /\b(wrong|invalid|incorrect)\b/i;
/** Those of others that say the same: all of a line have to match. The first counts. */
const REASONS: readonly [readonly RegExp[], CauseKind][] = [
	[[/\bblocked\b/i, /\b(attempts|logins|wrong codes)\b/i], "limit"],
	[[/\btoo many\b/i, /\b(attempts|logins)\b/i], "limit"],
	[[CODE, /\bexpired\b/i], "expired"],
	[[CODE, WRONG], "code"],
	[[/^(the )?(user|account)\b/i, /\bblocked\b/i], "blocked"],
	[[/\be-?mail\b/i, /\b(verify|confirm|unverified|unconfirmed|not (been )?(verified|confirmed))\b/i], "unconfirmed"],
	[[/\bconnection\b/i, /\b(not enabled|disabled)\b/i], "connection"],
	[[/\bpassword\b/i, WRONG], "password"],
];

const KINDS: Readonly<Record<string, CauseKind>> = {
	fp: "password",
	fu: "other",
	fc: "provider",
	pwd_leak: "leaked",
	limit_wc: "limit",
	limit_sul: "limit",
	limit_mu: "limit",
	fertft: "renewal",
	ferrt: "renewal",
	feacft: "exchange",
};

/** What a failed attempt to get in failed for; null for any other entry. */
export function kindOf(entry: LogEntry): CauseKind | null {
	const kind = entry.type === "f" ? reasonOf(entry) : (KINDS[entry.type ?? ""] ?? null);
	return kind === "provider" && isCounted(entry) ? "other" : kind;
}

function reasonOf({ description }: LogEntry): CauseKind {
	const text = description?.trim() ?? "";
	const known = SENTENCES[text];
	if (known || isOpen(text)) return known ?? "other";
	return REASONS.find(([patterns]) => patterns.every((pattern) => pattern.test(text)))?.[1] ?? "other";
}

export function isOfBlockedUser(entry: LogEntry): boolean {
	return reasonOf(entry) === "blocked";
}

/** Whether a later entry shows that the user got in the way that had failed, or that its cause is gone. */
export function clears({ type, ...later }: LogEntry, { entry, kind }: Refused): boolean {
	const isApplication = isSame(later.client_id, entry.client_id);
	if (type === "s" && isCounted(entry)) return true;
	if (kind === "exchange") return type === "s" || (isApplication && type === "seacft");
	if (kind === "renewal") {
		if (type !== "sertft") return isApplication && (type === "s" || type === "seacft");
		const [token, other] = [idInEntry("token", { type, ...later }), idInEntry("token", entry)];
		return isApplication && (token === null || other === null || token === other);
	}
	if (type === "scp") return kind === "password" || kind === "leaked";
	if (type === "sv") return kind === "unconfirmed";
	if (type !== "s") return false;
	if (kind === "connection" || kind === "blocked") return true;
	if (kind === "other" && (!entry.connection || isApplication)) return true;
	return isSame(later.connection, entry.connection);
}

/** One that an entry does not name may be another. */
function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
	return Boolean(one) && one === other;
}

/** Whether it stands for all failures of its type beyond a limit, of which it does not name the way or the application. */
export function isCounted({ details }: LogEntry): boolean {
	return Number.isSafeInteger(details?.count);
}

/** Whether it is the revocation of the refresh token that an entry names. */
export function revokes(other: LogEntry, entry: LogEntry): boolean {
	const token = idInEntry("token", entry);
	if (other.type !== "srrt" || token === null) return false;
	const several = other.details?.refresh_token_ids;
	return idInEntry("token", other) === token || (Array.isArray(several) && several.includes(token));
}

/** What the failures of one cause have in common; those of an application, or of a way to sign in, are causes of their own. */
export function groupOf(refused: readonly Refused[]): (one: Refused) => string {
	// A counted entry does not name the way.
	const ofPasswords = refused.find(({ entry, kind }) => kind === "password" && entry.connection)?.entry;
	return ({ entry, kind }) => {
		const { client_id, description } = entry;
		if (kind === "renewal" || kind === "exchange")
			return JSON.stringify([kind, client_id, idInEntry("token", entry) ?? description]);
		const connection = (kind === "password" && isCounted(entry) ? ofPasswords : entry)?.connection || null;
		if (kind === "connection") return JSON.stringify([kind, client_id, connection]);
		if (kind === "provider" || kind === "other") return JSON.stringify([kind, connection, description]);
		return JSON.stringify([kind, connection]);
	};
}
