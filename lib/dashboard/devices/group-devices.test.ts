import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { Session } from "@/lib/contract/session";
import { type DeviceGroup, deviceInWords, deviceKey, deviceOfKey, groupByDevice, lastActive } from "./group-devices";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const NEWER_MAC = MAC.replace("140", "141");
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";
const ODD = "???";
const nobody = () => null;

/** A device that was used with the same user agent throughout, or with two. */
const on = (first: string | undefined, last = first) => ({ initial_user_agent: first, last_user_agent: last });

/** Device in words: sessions with their tokens in brackets, tokens of none. */
const inShort = (groups: readonly DeviceGroup[]) =>
	groups.map((group) => {
		const sessions = group.sessions.map(({ session, tokens }) => `${session.id}(${tokens.map(({ id }) => id)})`);
		return [deviceInWords(group, nobody), ...sessions, ...group.tokens.map(({ id }) => id)].join(" ");
	});

const UNKNOWN = "Device not known";
const cases: [string, Session[], RefreshToken[], string[]][] = [
	["nothing", [], [], []],
	[
		"a token belongs to its session, whatever its own device is",
		[{ id: "s", device: on(MAC) }],
		[{ id: "t", session_id: "s", device: on(WINDOWS) }],
		["Chrome on macOS s(t)"],
	],
	[
		"a token whose session is not listed belongs to its own device",
		[{ id: "s", device: on(MAC) }],
		[
			{ id: "t", session_id: "ended", device: on(NEWER_MAC) },
			{ id: "u", session_id: null, device: on(WINDOWS) },
		],
		["Chrome on macOS s() t", "Firefox on Windows u"],
	],
	[
		"versions of a browser are one device, and so are two devices of a kind",
		[
			{ id: "s", device: on(MAC) },
			{ id: "r", device: on(NEWER_MAC) },
			{ id: "q", device: on(MAC, NEWER_MAC) },
		],
		[],
		["Chrome on macOS s() r() q()"],
	],
	[
		"one that has moved to another device stands apart from both",
		[
			{ id: "s", device: on(MAC) },
			{ id: "moved", device: on(MAC, WINDOWS) },
		],
		[{ id: "t", device: on(WINDOWS) }],
		["Chrome on macOS s()", "Firefox on Windows, began on Chrome on macOS moved()", "Firefox on Windows t"],
	],
	[
		"what has no known device has a group of its own, at the end",
		[
			{ id: "none" },
			{ id: "null", device: null },
			{ id: "odd", device: on(ODD) },
			{ id: "s", device: { initial_user_agent: MAC } },
		],
		[{ id: "t" }, { id: "u", session_id: "none" }],
		["Chrome on macOS s()", `${UNKNOWN} none(u) null() odd() t`],
	],
	[
		"what someone else opened is not the user's, and differs by who it was",
		[
			{ id: "s", device: on(MAC) },
			{ id: "a", device: on(MAC), actor: { sub: "agent" } },
			{ id: "b", device: on(MAC), actor: { sub: "other" } },
			{ id: "c", actor: {} },
		],
		[{ id: "t", session_id: "a" }],
		[
			"Chrome on macOS s()",
			"Chrome on macOS, opened by agent as this user a(t)",
			"Chrome on macOS, opened by other as this user b()",
			`${UNKNOWN}, opened by someone whom the tenant does not name as this user c()`,
		],
	],
	[
		"what a list has twice is one",
		[
			{ id: "s", device: on(MAC) },
			{ id: "s", device: on(WINDOWS) },
		],
		[
			{ id: "t", session_id: "s" },
			{ id: "t", session_id: "s" },
		],
		["Chrome on macOS s(t)"],
	],
];

describe("sessions and tokens by device", () => {
	test.each(cases)("%s", (_, sessions, tokens, groups) => {
		expect(inShort(groupByDevice(sessions, tokens))).toEqual(groups);
	});

	const agent = fc.constantFrom(MAC, NEWER_MAC, WINDOWS, ODD, "", undefined);
	const device = fc.option(fc.record({ initial_user_agent: agent, last_user_agent: agent }), { nil: undefined });
	const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
	const actor = fc.constantFrom(undefined, null, {}, { sub: "agent" });
	const sessions = fc.array(fc.record({ id, device, actor }));
	const tokens = fc.array(fc.record({ id, device, session_id: fc.option(id, { nil: undefined }) }));

	test("each session and each token is in exactly one group, the token under its session where that is listed", () => {
		fc.assert(
			fc.property(sessions, tokens, (some, others) => {
				const groups = groupByDevice(some, others);
				const held = groups.flatMap((group) => group.sessions);
				const under = held.flatMap(({ session, tokens: of }) => of.map((token) => [token.id, session.id]));
				const apart = groups.flatMap((group) => group.tokens.map((token) => token.id));
				const once = (ids: readonly string[]) => [...new Set(ids)].toSorted();
				expect(held.map(({ session }) => session.id).toSorted()).toEqual(once(some.map((one) => one.id)));
				expect([...under.map(([token = ""]) => token), ...apart].toSorted()).toEqual(once(others.map((one) => one.id)));
				for (const [token, session] of under) {
					expect(others.find((one) => one.id === token)?.session_id).toBe(session);
				}
				expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
				for (const group of groups) {
					// A browser writes a quote in a field's name otherwise than it was.
					expect(group.key).toMatch(/^[\w-]+$/);
					expect(deviceOfKey(group.key)).toEqual({ name: group.name, began: group.began, actor: group.actor });
					expect(group.key).toBe(deviceKey(group));
					expect(group.sessions.length + group.tokens.length).toBeGreaterThan(0);
				}
			}),
		);
	});
});

test("the device that was used last is first, with the time and the address of that use", () => {
	const sessions: Session[] = [
		{ id: "old", device: on(MAC), last_interacted_at: "2026-03-01T00:00:00.000Z" },
		{ id: "new", device: { ...on(WINDOWS), last_ip: "192.0.2.1" }, updated_at: "2026-03-02T00:00:00.000Z" },
	];
	const tokens: RefreshToken[] = [
		{ id: "t", session_id: "old", device: { last_ip: "192.0.2.9" }, last_exchanged_at: "2026-03-03T01:00:00+01:00" },
		{ id: "u", device: on(WINDOWS), created_at: "no time" },
	];
	const groups = groupByDevice(sessions, tokens);
	expect(groups.map((group) => [group.name, lastActive(group)])).toEqual([
		["Chrome on macOS", { at: "2026-03-03T00:00:00.000Z", ip: "192.0.2.9" }],
		["Firefox on Windows", { at: "2026-03-02T00:00:00.000Z", ip: "192.0.2.1" }],
	]);
	expect(lastActive({ sessions: [], tokens: [] })).toEqual({ at: "", ip: null });
});

test("no other text is the key of a device", () => {
	for (const key of ["", "x", "{}", btoa('["a",null]'), btoa('["a",null,5]'), btoa("null")]) {
		expect(deviceOfKey(key), key).toBeNull();
	}
});
