import fc from "fast-check";
import { expect, test } from "vitest";
import { LOG_TYPES, type LogEntry, logEntry, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import type { Part } from "./cause-in-words";
import { signInCauses, type UserNow } from "./sign-in-cause";

const IP = "203.0.113.9";
const OTHER = "198.51.100.2";
const UNTIL = "2026-11-30T14:30:00.000Z";
const unknown: UserNow = { blocked: undefined, isConfirmed: undefined, blocks: null };
const fine: UserNow = { blocked: false, isConfirmed: true, blocks: [] };

/** Entries from the newest to the oldest, a minute apart. */
function log(...entries: Partial<LogEntry>[]): LogEntry[] {
	return entries.map((entry, index) =>
		logEntry.parse({ log_id: `9${index}`, date: new Date(Date.UTC(2026, 10, 30, 14, -index)).toISOString(), ...entry }),
	);
}
function inText(parts: readonly Part[]): string {
	return parts
		.map((part) => {
			if (typeof part === "string") return part;
			if ("address" in part) return part.place ? `${part.address} (${part.place})` : part.address;
			return "name" in part ? `“${part.name}”` : `<${("time" in part ? part.time : part.until).slice(11, 16)}>`;
		})
		.join("");
}
const causes = (entries: LogEntry[], user = unknown, isWhole = true) =>
	signInCauses(entries, user, isWhole).map(({ parts }) => inText(parts));

const wrong = { type: "fp", ip: IP, connection: "staff" };
const failed = (description: string, others: Partial<LogEntry> = {}) => ({ type: "f", description, ...others });
const renewal = (description: string) => ({ type: "fertft", client_id: "portal", client_name: "Portal", description });
const block = { type: "limit_wc", ip: IP, connection: "staff", details: { until: UNTIL } };
const lyon = { city_name: "Lyon", country_name: "France" };

test.each<[string, LogEntry[], string, UserNow?]>([
	["one wrong password", log(wrong), `The password was wrong <14:00> from ${IP}.`],
	["several", log(wrong, wrong, wrong, wrong), `The password was wrong 4 times from ${IP}, the last time <14:00>.`],
	[
		"several, then a block",
		log(block, wrong, wrong, wrong, wrong),
		`The password was wrong 4 times from ${IP}, the last time <13:59>, then sign-in was blocked until <14:30>.`,
	],
	[
		"a block that the tenant lists now",
		log(block, wrong),
		`The password was wrong <13:59> from ${IP}, then sign-in was blocked until <14:30>. Sign-in is blocked now.`,
		{ ...unknown, blocks: [{ ip: IP }] },
	],
	[
		"a block without its end",
		log({ ...block, details: null }, wrong),
		`The password was wrong <13:59> from ${IP}, then sign-in was blocked.`,
	],
	[
		"a block that was lifted",
		log({ type: "ublkdu" }, block, wrong),
		`The password was wrong <13:58> from ${IP}, then sign-in was blocked until <14:30>. The block was lifted.`,
	],
	[
		"a block before the last failure",
		log(wrong, block, wrong),
		`The password was wrong 2 times from ${IP}, the last time <14:00>. In between, sign-in was blocked until <14:30>.`,
	],
	[
		"attempts that the block refuses",
		log(failed("Your account has been blocked after multiple consecutive login attempts."), block, wrong),
		`The password was wrong <13:58> from ${IP}, then sign-in was blocked until <14:30>.`,
	],
	["a block alone", log(block), `Sign-in was blocked after failed attempts <14:00> from ${IP} until <14:30>.`],
	[
		"a counted entry, and a place that it has",
		log({ ...wrong, details: { count: 2400 }, location_info: lyon }),
		`The password was wrong 2,400 times from ${IP} (Lyon, France), the last time <14:00>.`,
	],
	[
		"several addresses",
		log(wrong, { ...wrong, ip: OTHER }, wrong),
		`The password was wrong 3 times from ${IP} and ${OTHER}, the last time <14:00>.`,
	],
	[
		"many addresses",
		log(...[1, 2, 3, 4, 5].map((last) => ({ ...wrong, ip: `192.0.2.${last}` }))),
		"The password was wrong 5 times from 192.0.2.1, 192.0.2.2, 192.0.2.3 and 2 other addresses, the last time <14:00>.",
	],
	["no address and no time", log({ type: "fp", date: null }), "The password was wrong."],
	[
		"a user who is blocked",
		log(failed(SIGN_IN_FAILURES.blocked, { ip: IP })),
		`The user is blocked. Sign-in was refused <14:00> from ${IP}.`,
		{ ...fine, blocked: true },
	],
	["a user who is blocked, and did not try", [], "The user is blocked.", { ...fine, blocked: true }],
	[
		"a user of whom it is not known whether they are blocked still",
		log(failed("User is blocked.")),
		"Sign-in was refused <14:00>, because the user was blocked.",
	],
	[
		"blocks that only the tenant lists",
		[],
		`Sign-in is blocked after failed attempts from ${IP}.`,
		{ ...fine, blocks: [{ ip: IP }, {}] },
	],
	[
		"an address that is not confirmed",
		log(failed(SIGN_IN_FAILURES.unconfirmed)),
		"Sign-in was refused <14:00>, because the e-mail address is not confirmed.",
		{ ...fine, isConfirmed: false },
	],
	[
		"a connection that is not enabled",
		log(failed(SIGN_IN_FAILURES.otherConnection, { connection: "staff", client_id: "portal", client_name: "Portal" })),
		"Sign-in was refused <14:00>: the connection “staff” is not enabled for “Portal”.",
	],
	[
		"one that the tenant words otherwise, without names",
		log(failed("the connection is disabled")),
		"Sign-in was refused <14:00>: the user’s connection is not enabled for the application.",
	],
	[
		"an identity provider that failed",
		log({ type: "fc", connection: "acme", description: "The signature is not valid." }),
		"Sign-in with the connection “acme” failed <14:00>. The tenant says: “The signature is not valid.”",
	],
	["a code that was wrong", log(failed(SIGN_IN_FAILURES.wrongCode)), "The code was wrong <14:00>."],
	[
		"a code that had expired",
		log(failed(SIGN_IN_FAILURES.expiredCode)),
		"The code had expired when it was entered <14:00>.",
	],
	[
		"a revoked token",
		log(renewal("The refresh token was revoked.")),
		"“Portal” could not renew its access <14:00>: its refresh token was revoked.",
	],
	[
		"a token whose revocation is in the log",
		log(
			{ ...renewal("Unknown or invalid refresh token."), details: { refresh_token_id: "dcr_1" } },
			{ type: "srrt", details: { refresh_token_id: "dcr_2" } },
			{ type: "srrt", details: { refresh_token_id: "dcr_1" } },
		),
		"“Portal” could not renew its access <14:00>: its refresh token was revoked <13:58>.",
	],
	[
		"a token that was used again",
		log(renewal("The refresh token was used before, so it was revoked with all of its successors.")),
		"“Portal” could not renew its access <14:00>: its refresh token was used a second time.",
	],
	[
		"an exchange that was refused for another reason",
		log(renewal("Unknown or invalid refresh token."), renewal("x")),
		"“Portal” could not renew its access 2 times, the last time <14:00>. The tenant says: “Unknown or invalid refresh token.”",
	],
	[
		"an exchange that may have been refused for several reasons",
		log(renewal("The refresh token is unknown: it was revoked, has expired, or never existed.")),
		"“Portal” could not renew its access <14:00>. The tenant says: “The refresh token is unknown: it was revoked, has expired, or never existed.”",
	],
	[
		"a leaked password",
		log({ type: "pwd_leak", ip: IP }),
		`The password was refused <14:00> from ${IP}, because it is known from a leak.`,
	],
	[
		"a failure for a reason of which this console knows nothing",
		log(failed("Rule denied access")),
		"Sign-in failed <14:00>. The tenant says: “Rule denied access”",
	],
])("%s", (_, entries, words, user = unknown) => {
	expect(causes(entries, user)).toEqual([words]);
});

test.each<[string, LogEntry[], UserNow?]>([
	["no entry", []],
	["a success after the failure", log({ type: "s", connection: "staff" }, wrong)],
	["a success that does not say how", log({ type: "s" }, wrong)],
	[
		"a success in the same application in another way",
		log({ type: "s", connection: "acme", client_id: "portal" }, { ...wrong, client_id: "portal" }),
	],
	["a new password", log({ type: "scp" }, wrong)],
	["a user who is not blocked any more", log(failed(SIGN_IN_FAILURES.blocked)), fine],
	["an address that is confirmed by now", log(failed(SIGN_IN_FAILURES.unconfirmed)), fine],
	["a block alone that the tenant no longer has", log(block), fine],
	["an application that got in again", log({ type: "sertft", client_id: "portal" }, renewal("revoked"))],
	["a browser that was asked to sign in", log({ type: "fsa", description: "Login required" })],
])("%s leaves no cause", (_, entries, user = unknown) => {
	expect(causes(entries, user)).toEqual([]);
});

test("a success of another way and application leaves the cause, and so does one of another application for a connection", () => {
	const there = { client_id: "portal", connection: "staff" };
	expect(causes(log({ type: "s", client_id: "shop", connection: "acme" }, { ...wrong, ...there }))).toHaveLength(1);
	const notEnabled = failed(SIGN_IN_FAILURES.otherConnection, there);
	expect(causes(log({ type: "s", client_id: "shop", connection: "staff" }, notEnabled))).toHaveLength(1);
	expect(causes(log({ type: "sertft", client_id: "shop" }, renewal("revoked")))).toHaveLength(1);
});

test("a block of another way to sign in than that of the failures stands alone", () => {
	expect(causes(log(block, failed(SIGN_IN_FAILURES.wrongCode, { connection: "email" })))).toEqual([
		`Sign-in was blocked after failed attempts <14:00> from ${IP} until <14:30>.`,
		"The code was wrong <13:59>.",
	]);
});

test("of failures that go on beyond what was read, their number is the least", () => {
	expect(causes(log(wrong, wrong), unknown, false)).toEqual([
		`The password was wrong at least 2 times from ${IP}, the last time <14:00>.`,
	]);
	expect(causes(log(wrong, { type: "s" }), unknown, false)[0]).not.toContain("at least");
});

test("a block by an admin stands before other causes, of which the latest stand first, three in all", () => {
	const all = causes(log(failed("a"), failed("b"), renewal("revoked"), wrong, failed(SIGN_IN_FAILURES.blocked)), {
		...unknown,
		blocked: true,
	});
	expect(all).toHaveLength(3);
	expect(all[0]).toMatch(/^The user is blocked\./);
	expect(all[1]).toContain("“a”");
});

const anEntry = fc.record(
	{
		type: fc.constantFrom(...Object.keys(LOG_TYPES), "xyz"),
		description: fc.oneof(fc.constantFrom(...Object.values(SIGN_IN_FAILURES)), fc.constant("Said by the tenant")),
		ip: fc.constantFrom(IP, OTHER),
		client_name: fc.constantFrom("Portal", "Shop"),
		client_id: fc.constantFrom("portal", "shop"),
		connection: fc.constantFrom("staff", "acme"),
		location_info: fc.constant(lyon),
		details: fc.constantFrom({ until: UNTIL }, { count: 7 }, {}),
	},
	{ requiredKeys: ["type"] },
);

test("whatever the log says, a cause has no address, place, name and time that no entry has, and none after a success", () => {
	fc.assert(
		fc.property(fc.array(anEntry, { maxLength: 8 }), (drawn) => {
			const entries = log(...drawn);
			const known = JSON.stringify(entries);
			for (const { parts } of signInCauses(entries, unknown, true)) {
				for (const part of parts) {
					if (typeof part === "string") expect(part).not.toMatch(/\d\.\d|Portal|Shop|staff|acme|Lyon/);
					else if ("address" in part) {
						expect(known).toContain(part.address);
						if (part.place !== null)
							expect(entries.some((entry) => entry.ip === part.address && entry.location_info)).toBe(true);
					} else expect(known).toContain(Object.values(part)[0]);
				}
			}
			expect(signInCauses([...log({ type: "s" }), ...entries], fine, true)).toEqual([]);
		}),
	);
});
