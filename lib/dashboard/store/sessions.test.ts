import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookieName } from "../config";
import { acceptWrites, clearDashboardState, pointAtService } from "../testing/dashboard-state";
import {
	createSession,
	deleteOwnSession,
	deleteSession,
	deleteSessionsOf,
	findSession,
	hashOfSession,
	listSessions,
	SESSION_IDLE_SECONDS,
	SESSION_LIFETIME_SECONDS,
} from "./sessions";

const ann = { subject: "ann", name: "Ann", email: null, email_verified: 0, id_token: null, user_agent: "Firefox/1" };
const START = Date.UTC(2026, 0, 1);

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: START });
	await pointAtService("http://127.0.0.1:1");
});

afterEach(async () => {
	vi.useRealTimers();
	await clearDashboardState();
});

const after = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

test("an unused session ends after the idle time, and not before", async () => {
	const id = await createSession(ann);
	after(SESSION_IDLE_SECONDS - 1);
	expect(await findSession(id)).toMatchObject({ subject: "ann" });
	after(SESSION_IDLE_SECONDS - 1 + SESSION_IDLE_SECONDS);
	expect(await findSession(id)).toBeNull();
});

test("a session that is used without pause also ends at its absolute time", async () => {
	const id = await createSession(ann);
	for (let seconds = 0; seconds < SESSION_LIFETIME_SECONDS; seconds += SESSION_IDLE_SECONDS / 2) {
		after(seconds);
		expect(await findSession(id)).not.toBeNull();
	}
	after(SESSION_LIFETIME_SECONDS);
	expect(await findSession(id)).toBeNull();
	expect(await listSessions("ann", id)).toEqual([]);
});

test("an ended session is invalid for any copy of its identifier", async () => {
	const id = await createSession(ann);
	await deleteSession(id);
	expect(await findSession(id)).toBeNull();
});

test("signing out everywhere ends all sessions of the user, and no other user's", async () => {
	const own = [await createSession(ann), await createSession(ann)];
	const other = await createSession({ ...ann, subject: "bob" });
	await deleteSessionsOf("ann");
	expect(await Promise.all(own.map((id) => findSession(id)))).toEqual([null, null]);
	expect(await findSession(other)).not.toBeNull();
});

test("the list has a user's own sessions, and nothing with which one could be taken over", async () => {
	const id = await createSession(ann);
	after(60);
	await createSession({ ...ann, user_agent: null });
	await createSession({ ...ann, subject: "bob" });
	const sessions = await listSessions("ann", id);
	expect(sessions.map(({ isThis }) => isThis)).toEqual([false, true]);
	expect(Object.keys(sessions[0] ?? {}).sort()).toEqual([
		...["created_at", "isThis", "key", "last_seen_at", "user_agent"],
	]);
	expect(await findSession(sessions[1]?.key ?? "")).toBeNull();
});

test("a user ends one of their own sessions by its key, and no other user's", async () => {
	const [one, other] = [await createSession(ann), await createSession({ ...ann, user_agent: "Other/1" })];
	const strange = await createSession({ ...ann, subject: "bob" });
	const key = (await listSessions("ann", other)).find(({ isThis }) => !isThis)?.key ?? "";
	expect(await deleteOwnSession("bob", key)).toBe(false);
	expect(await deleteOwnSession("ann", (await listSessions("bob", null))[0]?.key ?? "")).toBe(false);
	for (const wrong of ["", one, hashOfSession(one)]) expect(await deleteOwnSession("ann", wrong)).toBe(false);
	expect(await findSession(one)).not.toBeNull();
	expect(await deleteOwnSession("ann", key)).toBe(true);
	expect(await deleteOwnSession("ann", key)).toBe(false);
	expect(await Promise.all([one, other, strange].map(async (id) => (await findSession(id)) !== null))).toEqual([
		...[false, true, true],
	]);
});

test("on https the cookie is bound to the host by its name; on http the name has the port", () => {
	expect(cookieName("session", { appUrl: "https://a.example", secure: true })).toBe("__Host-console.session");
	expect(cookieName("session", { appUrl: "http://localhost:3000", secure: false })).toBe("console.session.3000");
});

test("a session is found in a store that accepts no writes, and its last use is written once it accepts them", async () => {
	const id = await createSession(ann);
	after(120);
	await acceptWrites(false);
	expect(await findSession(id)).toMatchObject({ subject: "ann" });
	const seen = async () => (await listSessions("ann", id)).map(({ last_seen_at }) => Date.parse(last_seen_at) - START);
	expect(await seen()).toEqual([0]);
	await acceptWrites(true);
	await findSession(id);
	expect(await seen()).toEqual([120_000]);
});
