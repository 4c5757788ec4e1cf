import type { LogEntry } from "@/lib/contract/log-entry";
import { type CauseKind, causeInWords, fromAddresses, type Part } from "./cause-in-words";
import { idInEntry } from "./entry-in-words";

/** Why a user can't sign in. */
export type SignInCause = {
	kind: CauseKind;
	parts: Part[];
	/** The application that it concerns alone, where the log names it. */
	clientId: string | null;
	/** The latest entry that says so; null where only the user's profile does. */
	logId: string | null;
};

/** What the tenant says of a user now. Undefined or null: not known. */
export type UserNow = {
	blocked: boolean | null | undefined;
	isConfirmed: boolean | null | undefined;
	/** The blocks after failed sign-ins. */
	blocks: readonly { ip?: string | null | undefined }[] | null;
};

const CAUSES_MAX = 3;

type Refused = { entry: LogEntry; kind: CauseKind };

/**
 * Why a user can't sign in, by their entries of the log and by what the tenant says of them now; empty where neither says it.
 * A failure is no cause any more once the user has got in the same way.
 * @param entries newest first
 * @param isWhole whether these are all of the user's: where they are not, there may have been more failures
 */
export function signInCauses(entries: readonly LogEntry[], user: UserNow, isWhole: boolean): SignInCause[] {
	const refused = refusedSince(entries, user);
	const limits = refused.flatMap(({ entry, kind }) => (kind === "limit" ? [entry] : []));
	const attempts = refused.flatMap(({ entry, kind }) => (kind === "password" || kind === "code" ? [entry] : []));
	const isBlockedNow = (user.blocks?.length ?? 0) > 0;
	const isAtLeast = !isWhole && entries.length > 0 && refused.at(-1)?.entry === entries.at(-1);
	const isOver = limits.some((limit) => isLifted(limit, entries)) || user.blocks?.length === 0;
	// A block is told with the failures that led to it; alone where the log lacks these, and while it is not over.
	const isTold = ({ connection }: LogEntry) => isOver || attempts.some((one) => isSame(one.connection, connection));
	const told = refused.filter(({ entry, kind }) => kind !== "limit" || !isTold(entry));
	const causes = [...Map.groupBy(told, groupOf).values()].map((group): SignInCause => {
		const [{ entry, kind }] = group as [Refused];
		const around = {
			block: blockAfter(entry, limits, entries),
			isBlockedNow,
			isAtLeast,
			isBlocked: user.blocked === true,
			revocation: kind === "renewal" ? entries.find((other) => revokes(other, entry)) : undefined,
		};
		const of = group.map((each) => each.entry);
		const parts = causeInWords(kind, of, around);
		return { kind, parts, clientId: entry.client_id || null, logId: entry.log_id || null };
	});
	const has = (kind: CauseKind) => causes.some((cause) => cause.kind === kind);
	if (isBlockedNow && attempts.length === 0 && !has("limit")) {
		const addresses = (user.blocks ?? []).flatMap(({ ip }) => (ip ? [{ address: ip, place: null }] : []));
		causes.push(ofUser("limit", ["Sign-in is blocked after failed attempts", ...fromAddresses(addresses), "."]));
	}
	if (user.blocked && !has("blocked")) causes.push(ofUser("blocked", ["The user is blocked."]));
	const isFirst = ({ kind }: SignInCause) => Number(kind === "blocked");
	return causes.toSorted((one, other) => isFirst(other) - isFirst(one)).slice(0, CAUSES_MAX);
}

/** The failures after which the user has not got in the same way, newest first. */
function refusedSince(entries: readonly LogEntry[], user: UserNow): Refused[] {
	const refused: Refused[] = [];
	const others: LogEntry[] = [];
	for (const entry of entries) {
		const kind = kindOf(entry);
		if (kind === null) others.push(entry);
		else if (!isContradicted(kind, user) && !others.some((later) => clears(later, entry, kind)))
			refused.push({ entry, kind });
	}
	return refused;
}

/** The latest block of a way to sign in: the entry of its beginning, which has its end, rather than that of a refusal. */
function blockAfter(failure: LogEntry, limits: readonly LogEntry[], entries: readonly LogEntry[]) {
	const same = limits.filter(({ connection }) => isSame(connection, failure.connection));
	const entry = same.find(({ type }) => type !== "f") ?? same[0];
	return entry ? { entry, isLifted: isLifted(entry, entries) } : null;
}

/** Whether blocks were lifted after this one began. */
function isLifted(limit: LogEntry, entries: readonly LogEntry[]): boolean {
	return entries.slice(0, entries.indexOf(limit)).some(({ type }) => type === "ublkdu");
}

/** Whether it is the revocation of the refresh token that an entry names. */
function revokes(other: LogEntry, entry: LogEntry): boolean {
	const token = idInEntry("token", entry);
	return other.type === "srrt" && token !== null && idInEntry("token", other) === token;
}

function ofUser(kind: CauseKind, parts: Part[]): SignInCause {
	return { kind, parts, clientId: null, logId: null };
}

/** Failures of one cause; those that depend on an application, each of its own. */
function groupOf({ entry, kind }: Refused): string {
	if (kind === "renewal" || kind === "exchange" || kind === "connection") return `${kind} ${entry.client_id}`;
	if (kind === "provider" || kind === "other") return `${kind} ${entry.connection} ${entry.description}`;
	return kind;
}

/** Reasons of a failed sign-in in the words of the embedded service, and of others that say the same. The first counts. */
const REASONS: readonly [RegExp, CauseKind][] = [
	[/too many|multiple consecutive|failed attempts/i, "limit"],
	[/\b(code|otp)\b.*\bexpired|expired\b.*\b(code|otp)\b/i, "expired"],
	[/\b(wrong|invalid|incorrect)\b.*\b(code|otp)\b/i, "code"],
	[/\bblocked\b/i, "blocked"],
	[/\b(verify|confirm)\b.*\be-?mail|e-?mail\b.*\b(not|been|un)\b.*\b(verified|confirmed)/i, "unconfirmed"],
	[/\bconnection\b.*\b(not enabled|disabled)|\b(not enabled|disabled)\b.*\bconnection/i, "connection"],
	[/\b(wrong|invalid|incorrect)\b.*\bpassword/i, "password"],
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
function kindOf({ type, description }: LogEntry): CauseKind | null {
	if (type !== "f") return KINDS[type ?? ""] ?? null;
	return REASONS.find(([pattern]) => pattern.test(description ?? ""))?.[1] ?? "other";
}

/** Whether what the tenant says now contradicts that a cause goes on. */
function isContradicted(kind: CauseKind, { blocked, isConfirmed }: UserNow): boolean {
	if (kind === "blocked") return blocked === false;
	return kind === "unconfirmed" && isConfirmed === true;
}

/** Whether a later entry shows that the user got in the way that had failed, or that its cause is gone. */
function clears(later: LogEntry, failure: LogEntry, kind: CauseKind): boolean {
	const { type } = later;
	const isApplication = isSame(later.client_id, failure.client_id);
	if (kind === "renewal" || kind === "exchange") {
		return isApplication && ["s", "seacft", "sertft"].includes(type ?? "");
	}
	if (type === "scp") return kind === "password" || kind === "leaked";
	if (type === "sv") return kind === "unconfirmed";
	if (type !== "s") return false;
	if (kind === "blocked") return true;
	return isApplication || (kind !== "connection" && isSame(later.connection, failure.connection));
}

/** One that an entry does not name may be the same. */
function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
	return !one || !other || one === other;
}
