import { timeOrder } from "@/app/_tables/list-view";
import type { LogEntry } from "@/lib/contract/log-entry";
import type { Session } from "@/lib/contract/session";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { type NameOf, openedBy } from "@/lib/dashboard/devices/opened-by";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { entryTime, idInEntry } from "@/lib/dashboard/tenant-log/entry-in-words";
import { endOf } from "../../refresh-tokens/token-columns";
import type { SignIns } from "./read-sign-ins";

// A user's sessions and refresh tokens as lines over time, and what of them stays after an act.

/** In milliseconds; null where it is not reported, or is no time. */
type Times = { began: number | null; ends: number | null };
export type SessionTimes = Times & { id: string };
export type TokenTimes = Times & {
	/** The latest; null: never, or not reported. */
	exchanged: number | null;
	/** Null: without a session; undefined: not reported. */
	sessionId: string | null | undefined;
};

export type SessionLane = ReturnType<typeof sessionLane>;
export type TokenLane = ReturnType<typeof tokenLane>;
type Ends = Parameters<typeof endOf>[0];

/** `opener`: who opened it as the user, null for the user; with another one the device is not the user's. */
export function sessionLane(session: Session, nameOf: NameOf) {
	const { id, device, authenticated_at, created_at, expires_at, idle_expires_at } = session;
	const opener = openedBy(session, nameOf);
	const beganAt = timeOf(authenticated_at) ?? timeOf(created_at);
	const ends: Ends = { expiresAt: timeOf(expires_at), idleExpiresAt: timeOf(idle_expires_at) };
	return { id, name: lastDeviceName(device) ?? "Unknown device", opener, ...timesOf(beganAt, ends) };
}

/** A tenant lists sessions in no order; those whose beginning is not reported are last. */
export function newestFirst(lanes: readonly SessionLane[]): SessionLane[] {
	return lanes.toSorted((one, other) => (other.began ?? -Infinity) - (one.began ?? -Infinity) || 0);
}

/** @param exchanges those that the tenant's log has, by token */
export function tokenLane(token: SignIns["lines"][number], exchanges: Exchanges = new Map()) {
	const { id, sessionId, createdAt, lastExchangedAt } = token;
	const logged = exchanges.get(id) ?? [];
	const known = [timeOrder(lastExchangedAt) ?? [], ...logged].flat();
	return {
		sessionId,
		...timesOf(createdAt, token),
		exchanged: known.length > 0 ? Math.max(...known) : null,
		isNeverExchanged: lastExchangedAt === null && logged.length === 0,
		logged,
	};
}

/** The times of exchanges by the refresh token, newest first. */
export type Exchanges = ReadonlyMap<string, readonly number[]>;

/** The exchanges in a user's log that say of which token they are. */
export function exchangesIn(entries: readonly LogEntry[]): Exchanges {
	const times = new Map<string, number[]>();
	for (const entry of entries) {
		const token = entry.type === "sertft" ? idInEntry("token", entry) : null;
		const time = timeOrder(entryTime(entry));
		if (token !== null && time !== null) times.set(token, [...(times.get(token) ?? []), time]);
	}
	return times;
}

function timesOf(beganAt: string | null, ends: Ends) {
	const { at, isWhenUnused } = endOf(ends);
	return { began: timeOrder(beganAt), ends: timeOrder(at), isWhenUnused };
}

export const DAY_MS = 24 * 3_600_000;
const LONGEST_DAYS = 365;
/** The picture reaches as far back as ahead, so that today is in its middle. */
const REACHES_DAYS = [1, 3, 7, 14, 30, 90, LONGEST_DAYS] as const;
/** Of the times; a few that are farther away are cut off, so that the others can be told apart. */
const HELD_MIN = 0.75;
export const TODAY = 50;

/** How many days back and ahead hold most of the times, or the most that is drawn. */
export function reachOf(times: readonly (number | null)[], now: number): number {
	const known = times
		.flatMap((time) => (time === null ? [] : Math.abs(time - now)))
		.toSorted((one, other) => one - other);
	const farthest = known[Math.ceil(known.length * HELD_MIN) - 1] ?? 0;
	return REACHES_DAYS.find((days) => days * DAY_MS >= farthest) ?? LONGEST_DAYS;
}

/** What is cut off at a side of the picture: nothing; it goes on; it is not known where it ends. */
export type Edge = "inside" | "beyond" | "unknown";

/** In percent of the picture's width; `past` until today, `ahead` from today on. */
export type Line = {
	past: [from: number, to: number] | null;
	ahead: [from: number, to: number] | null;
	start: Edge;
	end: Edge;
};

/** @param reach days, see `reachOf` */
export function lineOf({ began, ends }: Times, now: number, reach: number): Line {
	const place = placeIn(now, reach);
	const from = began === null ? 0 : inside(place(began));
	// Of times that contradict each other the beginning is drawn.
	const to = Math.max(from, ends === null ? 100 : inside(place(ends)));
	return {
		past: from < TODAY || to === TODAY ? [from, Math.min(to, TODAY)] : null,
		ahead: to > TODAY ? [Math.max(from, TODAY), to] : null,
		start: began === null ? "unknown" : place(began) < 0 ? "beyond" : "inside",
		end: from === 100 ? "beyond" : ends === null ? "unknown" : place(ends) > 100 ? "beyond" : "inside",
	};
}

/** Where a time is, in percent; null outside of the picture. */
export function markOf(time: number | null, now: number, reach: number): number | null {
	if (time === null) return null;
	const at = placeIn(now, reach)(time);
	return at >= 0 && at <= 100 ? rounded(at) : null;
}

/** Of two nearer to each other, in percent, one is drawn. */
const TICKS_APART = 0.5;

/** Where the exchanges are, in percent, within the picture; those that would touch are one. */
export function ticksOf(times: readonly number[], now: number, reach: number): number[] {
	const ticks: number[] = [];
	for (const time of times.toSorted((one, other) => one - other)) {
		const at = markOf(time, now, reach);
		if (at !== null && at - (ticks.at(-1) ?? -Infinity) >= TICKS_APART) ticks.push(at);
	}
	return ticks;
}

function placeIn(now: number, reach: number): (time: number) => number {
	return (time) => TODAY + (TODAY * (time - now)) / (reach * DAY_MS);
}

function inside(place: number): number {
	return rounded(Math.min(100, Math.max(0, place)));
}

function rounded(place: number): number {
	return Math.round(place * 100) / 100;
}

/** What ends the access of a user: acts that concern all, and the end of one session. */
export const actsOnAll = ["sessions-and-tokens", "sessions", "tokens"] as const;
export type ActOnAll = (typeof actsOnAll)[number];
export type Act = ActOnAll | { session: string };
export type Fate = "ends" | "stays" | "unknown";

export function sessionAfter(act: Act, { id }: Pick<SessionTimes, "id">): Fate {
	if (typeof act === "object") return act.session === id ? "ends" : "stays";
	return act === "tokens" ? "stays" : "ends";
}

/** With a session its refresh tokens end; with all sessions they end only where their revocation is requested too. */
export function tokenAfter(act: Act, { sessionId }: Pick<TokenTimes, "sessionId">): Fate {
	if (act === "sessions") return "stays";
	if (typeof act === "string") return "ends";
	if (sessionId === undefined) return "unknown";
	return sessionId === act.session ? "ends" : "stays";
}

/** Of what has not expired yet, what an act leaves. */
export function leftAfter(act: Act, sessions: readonly SessionTimes[], tokens: readonly TokenTimes[], now: number) {
	const isAlive = ({ ends }: Times) => ends === null || ends > now;
	const fates = tokens.filter(isAlive).map((token) => tokenAfter(act, token));
	return {
		sessions: sessions.filter((session) => isAlive(session) && sessionAfter(act, session) === "stays").length,
		tokens: fates.filter((fate) => fate === "stays").length,
		unknown: fates.filter((fate) => fate === "unknown").length,
	};
}

/** "1 session and 2 refresh tokens stay." @param isPart there are others that are not listed, or can't be read */
export function leftInWords({ sessions, tokens, unknown }: ReturnType<typeof leftAfter>, isPart: boolean): string {
	const left = [counted(sessions, "session"), counted(tokens, "refresh token")].filter((part) => part !== null);
	const stay = `${left.join(" and ") || "nothing"} ${sessions + tokens > 1 ? "stay" : "stays"}.`;
	const nothing = "Nothing listed here stays.";
	const maybe = counted(unknown, "refresh token");
	return [
		isPart ? `Of what is loaded, ${stay}` : left.length > 0 ? stay : nothing,
		maybe && `Whether ${maybe} ${unknown === 1 ? "ends" : "end"} with it is not known: the session is not reported.`,
	]
		.filter(Boolean)
		.join(" ");
}

function counted(count: number, one: string): string | null {
	return count === 0 ? null : `${count} ${count === 1 ? one : `${one}s`}`;
}
