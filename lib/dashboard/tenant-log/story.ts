import { type LogEntry, logTypeInWords } from "@/lib/contract/log-entry";
import { operations } from "@/lib/contract/operations";
import type { AuditEntry } from "../audit/audit-entry";
import { resources } from "../resources/resources";
import { entryInWords, entryTime, idInEntry } from "./entry-in-words";

/** A session that the tenant lists, of which the log may have no entry. */
export type BegunSession = { id: string; at: string | null; ip: string | null };

/**
 * A line of what happened to a user: entries of the tenant's log, of which several alike follow each other; a write of this
 * console, with the tenant's entries of it; or the beginning of a session that the log does not have.
 */
export type StoryLine = {
	/** ISO 8601; null where it is not known. */
	at: string | null;
	act: AuditEntry | null;
	/** Newest first. */
	entries: LogEntry[];
	/** Of a sign-in. */
	session: BegunSession | null;
};

type Sources = {
	/** Newest first. */
	entries: readonly LogEntry[];
	acts: readonly AuditEntry[];
	sessions: readonly BegunSession[];
	/** Whether an entry names the console's own client. */
	isOwnClient: (clientId: string) => boolean;
};

/** ISO 8601, both excluded; null: no limit. */
export type Stretch = { after: string | null; before: string | null };

/** Between an act here and the tenant's entry of it, by two clocks. */
const SAME_MOMENT_MS = 10_000;

/** What happened to a user in one line of time, newest first. Of acts and sessions those within the stretch. */
export function storyOf({ entries, acts, sessions, isOwnClient }: Sources, stretch: Stretch): StoryLine[] {
	const told = new Set<LogEntry>();
	const lines: StoryLine[] = [];
	for (const act of acts) {
		const same = entries.filter((entry) => !told.has(entry) && isEntryOf(act, entry, isOwnClient));
		for (const entry of same) told.add(entry);
		if (same.length > 0 || isWithin(act.at, stretch)) lines.push({ at: act.at, act, entries: same, session: null });
	}
	const unsaid = new Set(sessions);
	const left = entries.filter((entry) => !told.has(entry));
	for (const [index, entry] of left.entries()) {
		const session = sessions.find((one) => unsaid.has(one) && isBeginOf(one, entry)) ?? null;
		if (session) unsaid.delete(session);
		lines.push({ at: entryTime(entry) ?? timeBefore(left, index), act: null, entries: [entry], session });
	}
	for (const session of unsaid) {
		if (session.at !== null && isWithin(session.at, stretch))
			lines.push({ at: session.at, act: null, entries: [], session });
	}
	return lines.toSorted((one, other) => timeOf(other) - timeOf(one)).reduce(joined, []);
}

/** Of an entry without a time of its own: that of the newer one beside it. */
function timeBefore(entries: readonly LogEntry[], index: number): string | null {
	return (
		entries
			.slice(0, index)
			.map(entryTime)
			.findLast((time) => time !== null) ?? null
	);
}

function timeOf({ at }: StoryLine): number {
	return at === null ? 0 : Date.parse(at);
}

function isWithin(at: string, { after, before }: Stretch): boolean {
	const time = Date.parse(at);
	return (after === null || time > Date.parse(after)) && (before === null || time < Date.parse(before));
}

function isNear(one: string | null, other: string | null): boolean {
	return one !== null && other !== null && Math.abs(Date.parse(one) - Date.parse(other)) <= SAME_MOMENT_MS;
}

/** Whether the tenant wrote an entry for an act of this console. */
function isEntryOf(act: AuditEntry, entry: LogEntry, isOwnClient: Sources["isOwnClient"]): boolean {
	if (entry.client_id && !isOwnClient(entry.client_id)) return false;
	if (!isNear(act.at, entryTime(entry))) return false;
	switch (entry.type) {
		case "sapi":
		case "fapi":
			return isRequestOf(act, entry);
		case "srrt":
			return idInEntry("token", entry) === act.target || endsTokens.includes(act.operation);
		case "slo":
			return (
				idInEntry("session", entry) === act.target || resources.session.ends.all.some((one) => one === act.operation)
			);
		case "ublkdu":
			return act.operation === "delete_user-blocks_by_id";
		default:
			return false;
	}
}

/** By these a user's refresh tokens end that are not named. */
const endsTokens: readonly string[] = [
	...resources["refresh token"].ends.all,
	...resources["refresh token"].ends.one,
	...resources.session.ends.one,
	...resources.session.ends.all,
];

/** Whether an entry names the request that the act was: its method, and its path with an ID of what the act concerned. */
function isRequestOf({ operation: name, target, userId }: AuditEntry, { details }: LogEntry): boolean {
	const [operation = ""] = name.split(" ");
	if (!Object.hasOwn(operations, operation)) return false;
	const { method, path } = operations[operation as keyof typeof operations];
	const request = details?.request as { method?: unknown; path?: unknown } | null | undefined;
	if (typeof request?.path !== "string" || String(request.method).toUpperCase() !== method) return false;
	const shape = path.split("/");
	const parts = request.path.split("/").slice(-shape.length + 1);
	const isNamed = (part: string, index: number) => {
		const wanted = shape[index + 1] ?? "";
		return wanted.startsWith("{") ? [target, userId].includes(decoded(part)) : part === wanted;
	};
	return parts.length === shape.length - 1 && parts.every(isNamed);
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

const SIGN_INS: readonly string[] = ["s", "sdel"];

/** Whether an entry is the sign-in with which a session began. */
function isBeginOf({ id, at, ip }: BegunSession, entry: LogEntry): boolean {
	if (!SIGN_INS.includes(entry.type ?? "")) return false;
	const named = idInEntry("session", entry);
	if (named !== null) return named === id;
	return isNear(at, entryTime(entry)) && (!ip || !entry.ip || ip === entry.ip);
}

/** Puts a line below the others, or into one that says the same, with nothing but its kind between them. */
function joined(lines: StoryLine[], line: StoryLine): StoryLine[] {
	const kind = repeatedKind(line);
	const sinceOther = kind === null ? 0 : lines.length - 1 - lines.findLastIndex((one) => repeatedKind(one) !== kind);
	const alike = lines.slice(lines.length - sinceOther).find((one) => isAlike(one, line));
	if (alike) alike.entries.push(...line.entries);
	else lines.push({ ...line, entries: [...line.entries] });
	return lines;
}

/** Of an entry of a kind of which there are too many to be a line each; null for any other line. */
function repeatedKind({ act, entries }: StoryLine): "failure" | "exchange" | null {
	const type = act ? undefined : logTypeInWords(entries[0]?.type);
	return type?.isFailure ? "failure" : type?.kind === "exchange" ? "exchange" : null;
}

const ALIKE = ["type", "description", "client_id", "connection", "ip", "user_agent"] as const;

function isAlike({ entries: [one] }: StoryLine, { entries: [other] }: StoryLine): boolean {
	return ALIKE.every((name) => (one?.[name] || null) === (other?.[name] || null));
}

/** How often it happened. */
export function countOf({ entries }: StoryLine): number {
	return entries.reduce((sum, entry) => sum + entryInWords(entry).count, 0);
}

/** Whether it ended sessions, or revoked refresh tokens. */
export function isEnd({ act, entries }: StoryLine): boolean {
	if (act) return act.outcome !== "refused" && act.outcome !== "not-done" && endsTokens.includes(act.operation);
	return entries.some((entry) => entry.type === "slo" || entry.type === "srrt" || isEndOfSession(entry));
}

const ENDING_PATH = /\/(sessions|refresh-tokens)(\/[^/]+)?(\/revoke)?$|\/revoke-access$/;

function isEndOfSession({ type, details }: LogEntry): boolean {
	const request = details?.request as { method?: unknown; path?: unknown } | null | undefined;
	if (type !== "sapi" || typeof request?.path !== "string" || request.method === "PATCH") return false;
	return ENDING_PATH.test(request.path);
}
