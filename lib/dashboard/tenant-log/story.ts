import { type LogEntry, logTypeInWords } from "@/lib/contract/log-entry";
import { operations } from "@/lib/contract/operations";
import type { AuditEntry } from "../audit/audit-entry";
import { resources } from "../resources/resources";
import { entryInWords, entryTime, idInEntry } from "./entry-in-words";

/** A session that the tenant lists, of which the log may have no entry. `openedBy`: who opened it as the user; null: the user. */
export type BegunSession = { id: string; at: string | null; ip: string | null; openedBy: string | null };

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

/** ISO 8601, from the first on, until before the second; null: no limit. */
export type Stretch = { from: string | null; before: string | null };

/** Between an act here and the tenant's entry of it, by two clocks. */
const SAME_MOMENT_MS = 10_000;

/**
 * What happened to a user in one line of time, newest first. Of acts and sessions those within the stretch: an act is listed
 * where its time is, and there with the entries of it.
 */
export function storyOf({ entries, acts, sessions, isOwnClient }: Sources, stretch: Stretch): StoryLine[] {
	const lines: StoryLine[] = [];
	const entriesOf = entriesByAct({ entries, acts, isOwnClient });
	for (const act of acts) {
		if (isWithin(act.at, stretch)) lines.push({ at: act.at, act, entries: entriesOf.get(act) ?? [], session: null });
	}
	const told = new Set([...entriesOf.values()].flat());
	const unsaid = new Set(sessions);
	const left = entries.filter((entry) => !told.has(entry));
	for (const [index, entry] of left.entries()) {
		const session = sessions.find((one) => unsaid.has(one) && isBeginOf(one, entry)) ?? null;
		if (session) unsaid.delete(session);
		lines.push({ at: entryTime(entry) ?? timeBeside(left, index), act: null, entries: [entry], session });
	}
	for (const session of unsaid) {
		if (session.at !== null && isWithin(session.at, stretch))
			lines.push({ at: session.at, act: null, entries: [], session });
	}
	return lines.toSorted((one, other) => timeOf(other) - timeOf(one)).reduce(joined, []);
}

/** Of an entry without a time of its own: that of the newer one beside it, else of the older one. */
function timeBeside(entries: readonly LogEntry[], index: number): string | null {
	const times = entries.map(entryTime);
	const isKnown = (time: string | null) => time !== null;
	return times.slice(0, index).findLast(isKnown) ?? times.slice(index).find(isKnown) ?? null;
}

/** Without a time: the last. */
function timeOf({ at }: StoryLine): number {
	return at === null ? 0 : Date.parse(at);
}

function isWithin(at: string, { from, before }: Stretch): boolean {
	const time = Date.parse(at);
	return (from === null || time >= Date.parse(from)) && (before === null || time < Date.parse(before));
}

function between(one: string | null, other: string | null): number {
	return one === null || other === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(one) - Date.parse(other));
}

function isNear(one: string | null, other: string | null): boolean {
	return between(one, other) <= SAME_MOMENT_MS;
}

/** The tenant's entries of each act: by its reference, where an entry has one; else of the nearest act that it can be of. */
function entriesByAct({ entries, acts, isOwnClient }: Omit<Sources, "sessions">): Map<AuditEntry, LogEntry[]> {
	const byAct = new Map<AuditEntry, LogEntry[]>();
	const hasRequest = (act: AuditEntry) => byAct.get(act)?.some(isRequest) ?? false;
	for (const entry of entries) {
		const reference = idInEntry("reference", entry);
		const time = entryTime(entry);
		const named = reference === null ? undefined : acts.find((act) => act.reference === reference && isOf(act, entry));
		const possible = acts.filter(
			(act) => isOf(act, entry) && isNear(act.at, time) && !(isRequest(entry) && hasRequest(act)),
		);
		const [nearest] = possible.toSorted((one, other) => between(one.at, time) - between(other.at, time));
		const isOwn = entry.client_id ? isOwnClient(entry.client_id) : false;
		const act = named ?? (reference === null && isOwn ? nearest : undefined);
		if (act) byAct.set(act, [...(byAct.get(act) ?? []), entry]);
	}
	return byAct;
}

function isRequest({ type }: LogEntry): boolean {
	return type === "sapi" || type === "fapi";
}

/** Whether an entry can be that of an act: of its request, or of what it did. */
function isOf(act: AuditEntry, entry: LogEntry): boolean {
	const { operation, target, outcome } = act;
	if (entry.type === "fapi") return outcome !== "done" && isRequestOf(act, entry);
	if (outcome !== "done" && outcome !== "unknown") return false;
	switch (entry.type) {
		case "sapi":
			return isRequestOf(act, entry);
		case "srrt":
			return idInEntry("token", entry) === target || endsUnnamedTokens.includes(operation);
		case "slo":
			return idInEntry("session", entry) === target || resources.session.ends.all.some((one) => one === operation);
		case "ublkdu":
			return operation === "delete_user-blocks_by_id";
		default:
			return false;
	}
}

/** By these a user's refresh tokens end that are not named. */
const endsUnnamedTokens: readonly string[] = [
	...resources["refresh token"].ends.all,
	...resources.session.ends.one,
	...resources.session.ends.all,
];
/** By these sessions end, or refresh tokens. */
const endings: readonly string[] = [...endsUnnamedTokens, ...resources["refresh token"].ends.one];

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

/** Whether an entry is the sign-in with which a session began. */
function isBeginOf({ id, at, ip, openedBy }: BegunSession, entry: LogEntry): boolean {
	if (entry.type !== (openedBy === null ? "s" : "sdel")) return false;
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
	if (act) return act.outcome !== "refused" && act.outcome !== "not-done" && endings.includes(act.operation);
	return entries.some((entry) => entry.type === "slo" || entry.type === "srrt" || isEndOfSession(entry));
}

const DELETED_PATH = /\/(sessions|refresh-tokens)(\/[^/]+)?$/;
const POSTED_PATH = /\/(revoke|revoke-access)$/;

function isEndOfSession({ type, details }: LogEntry): boolean {
	const request = details?.request as { method?: unknown; path?: unknown } | null | undefined;
	if (type !== "sapi" || typeof request?.path !== "string") return false;
	const method = String(request.method).toUpperCase();
	return (
		(method === "DELETE" && DELETED_PATH.test(request.path)) || (method === "POST" && POSTED_PATH.test(request.path))
	);
}
