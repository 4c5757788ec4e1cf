import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOG_TYPES, type LogEntry, logEntry } from "@/lib/contract/log-entry";
import type { AuditEntry } from "../audit/audit-entry";
import { auditEntry } from "../audit/audit-entry.test-data";
import { blockedSince } from "./entries-of-acts";
import { type BegunSession, countOf, isEnd, type StoryLine, type Stretch, storyOf } from "./story";

const OWN = "console";
const USER = "auth0|amara";
const all: Stretch = { from: null, before: null };

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 30, 14, 0, seconds)).toISOString();
const entry = (seconds: number, type: string, others: Partial<LogEntry> = {}) =>
	logEntry.parse({ log_id: `9${seconds}`, date: at(seconds), type, ...others });
const act = (seconds: number, operation: string, target: string, others: Partial<AuditEntry> = {}) =>
	auditEntry({ at: at(seconds), operation, target, userId: USER, ...others });
const request = (method: string, path: string) => ({ client_id: OWN, details: { request: { method, path } } });
const begun = (id: string, seconds: number | null, others: Partial<BegunSession> = {}): BegunSession => ({
	...{ id, at: seconds === null ? null : at(seconds), ip: null, openedBy: null },
	...others,
});
function story(
	{ entries = [], acts = [], sessions = [] }: { entries?: LogEntry[]; acts?: AuditEntry[]; sessions?: BegunSession[] },
	stretch = all,
): StoryLine[] {
	return storyOf({ entries, acts, sessions, isOwnClient: (id) => id === OWN }, stretch);
}
/** "act+1": an act and its entry; "fp×3": entries of one line. */
const inShort = ({ act: done, entries, session }: StoryLine) =>
	[done?.operation, entries[0]?.type && `${entries[0].type}×${entries.length}`, session?.id].filter(Boolean).join(" ");

test("entries, acts and the beginnings of sessions stand in one line of time, the newest first", () => {
	const lines = story({
		entries: [entry(50, "fp"), entry(20, "s")],
		acts: [act(40, "patch_users_by_id", USER)],
		sessions: [begun("s_1", 1)],
	});
	expect(lines.map(inShort)).toEqual(["fp×1", "patch_users_by_id", "s×1", "s_1"]);
});

describe("an act of this console and the tenant's entry of it are one line", () => {
	test.each<[string, AuditEntry, LogEntry]>([
		[
			"by the request",
			act(0, "patch_users_by_id", USER),
			entry(2, "sapi", request("patch", "/api/v2/users/auth0%7Camara")),
		],
		[
			"by the request of the user's access",
			act(0, "post_user_revoke_access session_id", "s_1"),
			entry(0, "sapi", request("POST", "/api/v2/users/auth0%7Camara/revoke-access")),
		],
		[
			"by the token",
			act(0, "delete_refresh-tokens_by_id", "dcr_1"),
			entry(1, "srrt", { client_id: OWN, details: { refresh_token_id: "dcr_1" } }),
		],
		["that revoked all tokens", act(0, "delete_user_refresh-tokens", USER), entry(9, "srrt", { client_id: OWN })],
		["that lifted blocks", act(5, "delete_user-blocks_by_id", USER), entry(0, "ublkdu", { client_id: OWN })],
		[
			"by its reference",
			act(0, "patch_users_by_id", USER, { reference: "0a1b2c3d" }),
			entry(30, "sapi", {
				details: { request: { method: "PATCH", path: "/api/v2/users/auth0%7Camara", correlation_id: "0a1b2c3d" } },
			}),
		],
		[
			"that revoked all tokens, by its reference",
			act(0, "delete_user_refresh-tokens", USER, { reference: "0a1b2c3d" }),
			entry(30, "srrt", { client_id: OWN, details: { correlation_id: "0a1b2c3d" } }),
		],
		[
			"that was refused",
			act(0, "patch_users_by_id", USER, { outcome: "refused" }),
			entry(0, "fapi", request("PATCH", "/api/v2/users/auth0%7Camara")),
		],
	])("%s", (_, done, written) => {
		expect(story({ entries: [written], acts: [done] })).toEqual([
			{ at: done.at, act: done, entries: [written], request: null, session: null },
		]);
	});

	const refused = { outcome: "refused" } as const;
	test.each<[string, AuditEntry, LogEntry]>([
		["a sign-out by the user", act(0, "delete_user_sessions", USER), entry(1, "slo")],
		["a revocation by the user", act(0, "delete_user_refresh-tokens", USER), entry(1, "srrt")],
		["a block that ended by itself", act(0, "delete_user-blocks_by_id", USER), entry(1, "ublkdu")],
		[
			"what followed on a refused act",
			act(0, "delete_user_sessions", USER, refused),
			entry(1, "slo", { client_id: OWN }),
		],
		[
			"another token",
			act(0, "delete_refresh-tokens_by_id", "dcr_1"),
			entry(1, "srrt", { client_id: OWN, details: { refresh_token_id: "dcr_2" } }),
		],
		[
			"another reference",
			act(0, "patch_users_by_id", USER, { reference: "0a1b2c3d" }),
			entry(0, "sapi", {
				client_id: OWN,
				details: { request: { method: "PATCH", path: "/api/v2/users/auth0%7Camara", correlation_id: "ffffffff" } },
			}),
		],
	])("but not with %s", (_, done, other) => {
		expect(story({ entries: [other], acts: [done] })).toHaveLength(2);
	});

	test("each of two that are alike has its own", () => {
		const sapi = (seconds: number) => entry(seconds, "sapi", request("PATCH", "/api/v2/users/auth0%7Camara"));
		const acts = [act(6, "patch_users_by_id", USER), act(2, "patch_users_by_id", USER)];
		const [newer, older] = [sapi(7), sapi(3)];
		expect(story({ entries: [newer, older], acts }).map(({ entries }) => entries)).toEqual([[newer], [older]]);
	});

	test.each<[string, LogEntry]>([
		["of another client", entry(0, "sapi", { ...request("PATCH", "/api/v2/users/auth0%7Camara"), client_id: "other" })],
		["of another user", entry(0, "sapi", request("PATCH", "/api/v2/users/auth0%7Cother"))],
		["of another method", entry(0, "sapi", request("DELETE", "/api/v2/users/auth0%7Camara"))],
		["of another operation", entry(0, "sapi", request("PATCH", "/api/v2/sessions/auth0%7Camara"))],
		["of another time", entry(11, "sapi", request("PATCH", "/api/v2/users/auth0%7Camara"))],
		["without a request", entry(0, "sapi")],
		["of a token", entry(0, "srrt")],
		["of a sign-in", entry(0, "s")],
	])("but not one %s", (_, other) => {
		expect(story({ entries: [other], acts: [act(0, "patch_users_by_id", USER)] })).toHaveLength(2);
	});
});

test.each<[string, LogEntry, number]>([
	["the session that it names", entry(0, "s", { details: { session_id: "s_1" } }), 1],
	["another session", entry(0, "s", { details: { session_id: "s_2" } }), 2],
	["one that someone else opened", entry(0, "sdel"), 2],
	["a sign-in of the same moment", entry(5, "s"), 1],
	["one from another address", entry(5, "s", { ip: "192.0.2.9" }), 2],
	["one of another time", entry(30, "s"), 2],
])("a session begins with %s", (_, signIn, lines) => {
	expect(story({ entries: [signIn], sessions: [begun("s_1", 0, { ip: "192.0.2.1" })] })).toHaveLength(lines);
});

test("equal failures, and equal exchanges, that follow each other are one line, with their number", () => {
	const [one, other] = [{ ip: "203.0.113.9" }, { ip: "192.0.2.1" }];
	const entries = [
		...[entry(50, "fp", one), entry(49, "fp", { ...one, details: { count: 7 } }), entry(48, "fp", other)],
		...[entry(47, "fp", one), entry(40, "sertft", one), entry(39, "sertft", other), entry(30, "sertft", one)],
		...[entry(20, "s"), entry(19, "s"), entry(10, "sertft", one)],
	];
	const lines = story({ entries });
	expect(lines.map(inShort)).toEqual(["fp×3", "fp×1", "sertft×2", "sertft×1", "s×1", "s×1", "sertft×1"]);
	expect(lines.map(countOf).slice(0, 4)).toEqual([9, 1, 2, 1]);
	const apart = story({ entries, acts: [act(49.5, "patch_users_by_id", USER)] });
	expect(apart.map(inShort).slice(0, 4)).toEqual(["fp×1", "patch_users_by_id", "fp×2", "fp×1"]);
});

test("an act, and a session, is in one of two stretches that follow each other, with the entries that are there", () => {
	const patch = (seconds: number) => act(seconds, "patch_users_by_id", USER);
	const sapi = entry(20, "sapi", request("PATCH", "/api/v2/users/auth0%7Camara"));
	const acts = [patch(60), patch(20), patch(15)];
	const sessions = [begun("s_1", 1), begun("s_2", null), begun("s_3", 20)];
	const newer = story({ entries: [entry(40, "fp"), sapi], acts, sessions }, { from: at(20), before: null });
	expect(newer.map(inShort)).toEqual(["patch_users_by_id", "fp×1", "patch_users_by_id sapi×1", "s_3"]);
	const older = story({ entries: [entry(10, "fp")], acts, sessions }, { from: null, before: at(20) });
	expect(older.map(inShort)).toEqual(["patch_users_by_id", "fp×1", "s_1"]);
	// The tenant's clock is ahead of this console's: its entry is on the page before.
	expect(story({ entries: [sapi], acts: [patch(15)] }, { from: at(20), before: null })).toEqual([]);
});

test("an entry without a time stands beside its neighbour, and last where no entry has one", () => {
	const timeless = { ...entry(0, "cs"), date: null };
	const lines = (entries: LogEntry[]) => story({ entries, sessions: [begun("s_1", 1)] }).map(inShort);
	expect(lines([timeless, entry(20, "fp")])).toEqual(["cs×1", "fp×1", "s_1"]);
	expect(lines([timeless])).toEqual(["s_1", "cs×1"]);
});

test("a session that someone opened as the user begins with the entry of that", () => {
	const session = begun("s_1", 0, { openedBy: "Edda" });
	expect(story({ entries: [entry(1, "sdel")], sessions: [session] })).toHaveLength(1);
	expect(story({ entries: [entry(1, "s")], sessions: [session] })).toHaveLength(2);
});

test("ends of sessions and revoked tokens are told apart, by whomever", () => {
	const ends = [
		entry(1, "slo"),
		entry(2, "srrt"),
		entry(3, "sapi", request("DELETE", "/api/v2/sessions/s_1")),
		entry(4, "sapi", request("POST", "/api/v2/users/auth0%7Camara/revoke-access")),
	];
	const others = [entry(5, "sapi", request("patch", "/api/v2/sessions/s_1")), entry(6, "s"), entry(7, "sapi")];
	const acts = [
		act(30, "post_session_revoke", "s_1"),
		act(31, "post_session_revoke", "s_1", { outcome: "refused" }),
		act(32, "patch_users_by_id", USER),
	];
	const lines = story({ entries: [...ends, ...others].toReversed(), acts });
	expect(lines.filter(isEnd).map(inShort)).toEqual(["post_session_revoke", "sapi×1", "sapi×1", "srrt×1", "slo×1"]);
});

const seconds = fc.integer({ min: 0, max: 59 });
const entriesOf = fc.array(fc.tuple(seconds, fc.constantFrom(...Object.keys(LOG_TYPES))), { maxLength: 12 });
const actsOf = fc.array(fc.tuple(seconds, fc.constantFrom("patch_users_by_id", "delete_user_refresh-tokens", "x")));

const CLIENT = { client_id: "script" };
const byApi = (method: string, path: string) => ({
	client_id: "script",
	details: { request: { method, path: `/api/v2${path}` } },
});
test.each<[string, LogEntry, LogEntry, number]>([
	["revoked a token", entry(9, "sapi", byApi("DELETE", "/refresh-tokens/dcr_1")), entry(9, "srrt", CLIENT), 1],
	["ended a session", entry(9, "sapi", byApi("DELETE", "/sessions/s_1")), entry(8, "slo", CLIENT), 1],
	["lifted a block", entry(9, "sapi", byApi("DELETE", "/user-blocks/auth0%7Camara")), entry(9, "ublkdu", CLIENT), 1],
	["did something else", entry(9, "sapi", byApi("PATCH", "/sessions/s_1")), entry(9, "slo", CLIENT), 2],
	["did it at another time", entry(9, "sapi", byApi("DELETE", "/sessions/s_1")), entry(5, "slo", CLIENT), 2],
	["was another application's", entry(9, "sapi", byApi("DELETE", "/sessions/s_1")), entry(9, "slo"), 2],
])(
	"of a request of another application that %s, and an end or a lifted block, as many lines as are told",
	(_, asked, effect, count) => {
		const lines = story({ entries: [asked, effect] });
		expect(lines).toHaveLength(count);
		expect(lines.at(-1)).toMatchObject({ entries: [effect], request: count === 1 ? asked : null });
	},
);

test("nothing is lost and nothing told twice, in the order of time", () => {
	fc.assert(
		fc.property(entriesOf, actsOf, fc.array(seconds), (logged, done, beginnings) => {
			const entries = logged.toSorted(([one], [other]) => other - one).map(([second, type]) => entry(second, type));
			const acts = done.map(([second, operation]) => act(second, operation, USER));
			const sessions = beginnings.map((second, index) => begun(`s_${index}`, second));
			const lines = story({ entries, acts, sessions });
			const told = lines.flatMap((line) => [...line.entries, ...(line.request ? [line.request] : [])]);
			expect([told.length, new Set(told)]).toEqual([entries.length, new Set(entries)]);
			expect(new Set(lines.flatMap((line) => line.act ?? []))).toEqual(new Set(acts));
			expect(new Set(lines.flatMap((line) => line.session ?? []))).toEqual(new Set(sessions));
			const times = lines.map((line) => line.at ?? "");
			expect(times).toEqual(times.toSorted().toReversed());
		}),
	);
});

const blocking = (seconds: number, sign: string, others: Partial<AuditEntry> = {}) =>
	act(seconds, "patch_users_by_id", USER, { changes: [`${sign}blocked`], personName: "Edda", ...others });
const blockingEntry = (seconds: number, blocked: boolean) =>
	entry(seconds, "sapi", { client_name: "Back office", details: { changes: { blocked } } });

test.each<[string, AuditEntry[], LogEntry[], ReturnType<typeof blockedSince>]>([
	["here, of which the log has an entry", [blocking(1, "+")], [blockingEntry(2, true)], { at: at(1), by: "Edda" }],
	["by another application, later", [blocking(1, "+")], [blockingEntry(40, true)], { at: at(40), by: "Back office" }],
	["here, with an entry of something else", [blocking(1, "+")], [entry(5, "sapi")], { at: at(1), by: "Edda" }],
	["and unblocked since, so by whom is not known", [blocking(1, "+")], [blockingEntry(40, false)], null],
	["though the request was refused", [blocking(1, "+", { outcome: "refused" })], [], null],
	["nowhere that it says", [act(1, "patch_users_by_id", USER)], [entry(5, "s")], null],
])("since when and by whom a user is blocked: %s", (_, acts, entries, known) => {
	expect(blockedSince({ acts, entries })).toEqual(known);
});
