import { type LogEntry, logTypeInWords } from "@/lib/contract/log-entry";
import type { AuditEntry } from "../audit/audit-entry";
import { endings, entriesByAct, isNear, requestIn } from "./entries-of-acts";
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
	/** The entry of the request, not of this console, that led to what the line tells. */
	request: LogEntry | null;
	/** Of a sign-in. */
	session: BegunSession | null;
};

type Sources = Parameters<typeof entriesByAct>[0] & { sessions: readonly BegunSession[] };

/** ISO 8601, from the first on, until before the second; null: no limit. */
export type Stretch = { from: string | null; before: string | null };

/**
 * What happened to a user in one line of time, newest first. Of acts and sessions those within the stretch: an act is listed
 * where its time is, and there with the entries of it.
 */
export function storyOf({ entries, acts, sessions, isOwnClient }: Sources, stretch: Stretch): StoryLine[] {
	const lines: StoryLine[] = [];
	const entriesOf = entriesByAct({ entries, acts, isOwnClient });
	for (const act of acts) {
		if (isWithin(act.at, stretch)) lines.push(lineOf(act.at, entriesOf.get(act) ?? [], { act }));
	}
	const told = new Set([...entriesOf.values()].flat());
	const unsaid = new Set(sessions);
	const untold = entries.filter((entry) => !told.has(entry));
	const requests = requestsOf(untold);
	const known = new Set(requests.values());
	const left = untold.filter((entry) => !known.has(entry));
	for (const [index, entry] of left.entries()) {
		const session = sessions.find((one) => unsaid.has(one) && isBeginOf(one, entry)) ?? null;
		if (session) unsaid.delete(session);
		const at = entryTime(entry) ?? timeBeside(left, index);
		lines.push(lineOf(at, [entry], { session, request: requests.get(entry) ?? null }));
	}
	for (const session of unsaid) {
		if (session.at !== null && isWithin(session.at, stretch)) lines.push(lineOf(session.at, [], { session }));
	}
	return lines.toSorted((one, other) => timeOf(other) - timeOf(one)).reduce(joined, []);
}

function lineOf(at: string | null, entries: LogEntry[], more: Partial<StoryLine>): StoryLine {
	return { at, act: null, entries, request: null, session: null, ...more };
}

/** Between the entry of a request and that of what it did, which one clock has written. */
const SAME_REQUEST_MS = 2_000;

/** By an end, or a lifted block, the entry of the request that led to it: each is told once. */
function requestsOf(entries: readonly LogEntry[]): Map<LogEntry, LogEntry> {
	const led = new Map<LogEntry, LogEntry>();
	const left = new Set(entries.filter(({ type }) => type === "sapi"));
	for (const effect of entries) {
		const request = [...left].find((one) => ledTo(one, effect));
		if (!request) continue;
		led.set(effect, request);
		left.delete(request);
	}
	return led;
}

function ledTo(request: LogEntry, effect: LogEntry): boolean {
	const isEnd = effect.type === "slo" || effect.type === "srrt";
	if (
		!(isEnd ? isEndOfSession(request) : effect.type === "ublkdu" && requestIn(request).path.includes("/user-blocks/"))
	)
		return false;
	const [one, other] = [idInEntry("reference", request), idInEntry("reference", effect)];
	if (one !== null || other !== null) return one === other;
	const between = Math.abs(Date.parse(entryTime(request) ?? "") - Date.parse(entryTime(effect) ?? ""));
	return between <= SAME_REQUEST_MS && Boolean(request.client_id) && request.client_id === effect.client_id;
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

function isEndOfSession(entry: LogEntry): boolean {
	if (entry.type !== "sapi") return false;
	const { method, path } = requestIn(entry);
	return (method === "DELETE" && DELETED_PATH.test(path)) || (method === "POST" && POSTED_PATH.test(path));
}
