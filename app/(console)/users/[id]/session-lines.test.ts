import { expect, it } from "vitest";
import type { TokenLine } from "../../refresh-tokens/find-tokens";
import { sessionLine, tokensBySession, unlistedSessions } from "./session-lines";

const token = (id: string, session_id?: string | null) => ({ token: { session_id }, line: { id } as TokenLine });
const tokens = [token("a", "s1"), token("b", "s2"), token("c", null), token("d", "s1"), token("e", "s9"), token("f")];
const ended = new Map([["s9", "ended"] as const]);
const sessions = (hasMore: boolean) => ({ items: [{ id: "s1" }, { id: "s2" }, { id: "s3" }], hasMore });

function placed(given: Parameters<typeof tokensBySession>[1], presence: Parameters<typeof tokensBySession>[2] = ended) {
	const { under, apart } = tokensBySession(tokens, given, presence);
	return {
		under: Object.fromEntries([...under].map(([id, lines]) => [id, lines.map(({ id }) => id)])),
		apart: Object.fromEntries(apart.map(({ id, session }) => [id, session])),
	};
}

it("a token stands under the session that gave rise to it, and apart with the reason where there is none", () => {
	expect(placed(sessions(false))).toEqual({
		under: { s1: ["a", "d"], s2: ["b"], s3: [] },
		apart: { c: "Without a session", e: "Session has ended", f: "Session not reported" },
	});
});

it("a token whose session is not listed is said to have lost it only where the tenant has no such session", () => {
	expect(placed(sessions(false), new Map()).apart).toMatchObject({ e: "Session not known" });
	expect(placed(sessions(false), new Map([["s9", "unknown"]])).apart).toMatchObject({ e: "Session not known" });
	expect(placed(sessions(false), new Map([["s9", "there"]])).apart).toMatchObject({ e: "Session not listed here" });
	expect(placed(sessions(true), new Map()).apart).toMatchObject({ e: "Session not listed here" });
	const unread = placed(null);
	expect(unread.under).toEqual({});
	expect(unread.apart).toMatchObject({ a: "Session not known", c: "Without a session", e: "Session not known" });
});

it("asks for sessions that a complete list does not have, and for none where there may be more", () => {
	expect(unlistedSessions(tokens, sessions(false))).toEqual(["s9"]);
	expect(unlistedSessions(tokens, sessions(true))).toEqual([]);
	expect(unlistedSessions(tokens, null)).toEqual([]);
});

it("every token stands in exactly one place", () => {
	for (const given of [sessions(true), sessions(false), null]) {
		const { under, apart } = tokensBySession(tokens, given, ended);
		const ids = [...[...under.values()].flat(), ...apart].map(({ id }) => id);
		expect(ids.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
	}
});

it("a session of which the tenant reports only the id has no invented facts", () => {
	expect(sessionLine({ id: "s1" }, new Map(), () => null)).toEqual({
		id: "s1",
		now: { device: null, ip: null },
		atStart: { device: null, ip: null },
		isDeviceChanged: false,
		openedBy: null,
		applications: null,
		methods: [],
		startedAt: null,
		lastUsedAt: null,
		idleExpiresAt: null,
		expiresAt: null,
		metadataKeys: null,
	});
});
