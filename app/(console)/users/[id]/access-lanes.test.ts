import fc from "fast-check";
import { expect, test } from "vitest";
import { logEntry } from "@/lib/contract/log-entry";
import {
	type Act,
	actsOnAll,
	exchangesIn,
	leftAfter,
	leftInWords,
	lineOf,
	markOf,
	reachOf,
	sessionAfter,
	TODAY,
	ticksOf,
	tokenAfter,
} from "./access-lanes";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const DAY = 24 * 3_600_000;

/** Any time that a tenant may report, also year 9999 and times before 1970. */
const time = fc.option(
	fc.oneof(
		fc.integer({ min: -60 * DAY, max: 60 * DAY }).map((by) => NOW + by),
		fc.integer({ min: -8.64e15, max: 8.64e15 }),
	),
);
const times = fc.record({ began: time, ends: time });
const id = fc.constantFrom("s_1", "s_2", "s_3");
const session = fc.tuple(id, times).map(([id, held]) => ({ id, ...held }));
const token = fc
	.tuple(fc.oneof(id, fc.constantFrom(null, undefined)), times, time)
	.map(([sessionId, held, exchanged]) => ({ sessionId, exchanged, ...held }));
const act: fc.Arbitrary<Act> = fc.oneof(
	fc.constantFrom(...actsOnAll),
	id.map((session) => ({ session })),
);

test("each line lies within the picture, from its beginning to its end, and changes at today", () => {
	fc.assert(
		fc.property(times, time, (held, exchanged) => {
			const reach = reachOf([held.began, held.ends], NOW);
			const { past, ahead } = lineOf(held, NOW, reach);
			for (const [from, to] of [past ?? [0, 0], ahead ?? [TODAY, TODAY]]) {
				expect(from).toBeLessThanOrEqual(to);
				expect(from).toBeGreaterThanOrEqual(0);
				expect(to).toBeLessThanOrEqual(100);
			}
			if (past) expect(past[1]).toBeLessThanOrEqual(TODAY);
			if (ahead) expect(ahead[0]).toBeGreaterThanOrEqual(TODAY);
			if (past && ahead) expect(past[1]).toBe(ahead[0]);
			const mark = markOf(exchanged, NOW, reach);
			if (mark !== null) expect(mark >= 0 && mark <= 100).toBe(true);
		}),
	);
});

test("what is not reported or lies outside of the picture is marked at that side", () => {
	const edges = (began: number | null, ends: number | null) => {
		const { start, end } = lineOf({ began, ends }, NOW, 30);
		return [start, end];
	};
	expect(edges(NOW - DAY, NOW + DAY)).toEqual(["inside", "inside"]);
	expect(edges(NOW - 400 * DAY, Date.parse("9999-12-31T00:00:00Z"))).toEqual(["beyond", "beyond"]);
	expect(edges(null, null)).toEqual(["unknown", "unknown"]);
});

test("the picture reaches as far as most of its times, and no farther than a year", () => {
	expect(reachOf([], NOW)).toBe(1);
	expect(reachOf([NOW - 2 * DAY, null, NOW + 5 * DAY], NOW)).toBe(7);
	expect(reachOf([NOW - DAY, NOW - 2 * DAY, NOW + 3 * DAY, NOW + 4000 * DAY], NOW)).toBe(3);
	expect(reachOf([NOW + 4000 * DAY], NOW)).toBe(365);
});

test("an expired session has no line ahead, and times that contradict each other none behind the beginning", () => {
	expect(lineOf({ began: NOW - 2 * DAY, ends: NOW - DAY }, NOW, 3).ahead).toBeNull();
	expect(lineOf({ began: NOW - DAY, ends: NOW - 2 * DAY }, NOW, 2).past).toEqual([25, 25]);
});

/** A tenant that carries out an act on what it holds. */
function carriedOut(act: Act, sessions: string[], tokens: (string | null | undefined)[]) {
	if (act === "tokens") return { sessions, tokens: [] };
	if (act === "sessions") return { sessions: [], tokens };
	if (act === "sessions-and-tokens") return { sessions: [], tokens: [] };
	return {
		sessions: sessions.filter((one) => one !== act.session),
		tokens: tokens.filter((one) => one !== act.session),
	};
}

test("what stays after an act is what a tenant has left of what has not expired", () => {
	fc.assert(
		fc.property(
			act,
			fc.uniqueArray(session, { selector: ({ id }) => id }),
			fc.array(token),
			(act, sessions, tokens) => {
				const isAlive = ({ ends }: { ends: number | null }) => ends === null || ends > NOW;
				const left = carriedOut(
					act,
					sessions.filter(isAlive).map(({ id }) => id),
					tokens.filter(isAlive).map(({ sessionId }) => sessionId),
				);
				const found = leftAfter(act, sessions, tokens, NOW);
				expect(found.sessions).toBe(left.sessions.length);
				expect(found.tokens + found.unknown).toBe(left.tokens.length);
				const notReported = typeof act === "object" ? left.tokens.filter((of) => of === undefined).length : 0;
				expect(found.unknown).toBe(notReported);
			},
		),
	);
});

test("a refresh token whose session is not reported is not said to stay after the end of one", () => {
	expect(tokenAfter({ session: "s_1" }, { sessionId: undefined })).toBe("unknown");
	expect(tokenAfter({ session: "s_1" }, { sessionId: null })).toBe("stays");
	expect(sessionAfter("tokens", { id: "s_1" })).toBe("stays");
});

test.each([
	[{ sessions: 1, tokens: 2, unknown: 0 }, false, "1 session and 2 refresh tokens stay."],
	[{ sessions: 0, tokens: 1, unknown: 0 }, false, "1 refresh token stays."],
	[{ sessions: 0, tokens: 0, unknown: 0 }, false, "Nothing listed here stays."],
	[{ sessions: 0, tokens: 0, unknown: 0 }, true, "Of what is loaded, nothing stays."],
	[
		{ sessions: 1, tokens: 0, unknown: 1 },
		false,
		"1 session stays. Whether 1 refresh token ends with it is not known: the session is not reported.",
	],
])("%j of what is there, in words", (left, isPart, words) => {
	expect(leftInWords(left, isPart)).toBe(words);
});

test("exchanges are those of which the log names the token and the time", () => {
	const date = new Date(NOW).toISOString();
	const details = { refresh_token_id: "dcr_1" };
	const entries = [
		{ type: "sertft", date, details },
		{ type: "sertft", date, details: { ...details, refresh_token_id: "dcr_2" } },
		{ type: "sertft", date, details: { session_id: "s_1" } },
		{ type: "sertft", date: null, details },
		{ type: "fertft", date, details },
		{ type: "sertft", date, details },
	].map((entry) => logEntry.parse(entry));
	expect([...exchangesIn(entries)]).toEqual([
		["dcr_1", [NOW, NOW]],
		["dcr_2", [NOW]],
	]);
});

test("ticks lie within the picture, in order, and none touches another: there are at most 201", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: -60 * DAY, max: 60 * DAY }), { maxLength: 400 }), (offsets) => {
			const ticks = ticksOf(
				offsets.map((offset) => NOW + offset),
				NOW,
				30,
			);
			expect(ticks.length).toBeLessThanOrEqual(201);
			for (const [index, tick] of ticks.entries()) {
				expect(tick).toBeGreaterThanOrEqual(0);
				expect(tick).toBeLessThanOrEqual(100);
				if (index > 0) expect(tick - (ticks[index - 1] ?? 0)).toBeGreaterThanOrEqual(0.499);
			}
		}),
	);
});
