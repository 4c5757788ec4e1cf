import fc from "fast-check";
import { expect, test } from "vitest";
import { LOG_TYPES, type LogEntry, logEntry, SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import type { Part } from "./cause-in-words";
import { signInCauses, type UserNow } from "./sign-in-cause";

const IP = "203.0.113.9";
const OTHER = "198.51.100.2";
const UNTIL = "2026-11-30T14:30:00.000Z";
const unknown: UserNow = {
	blockedSince: null,
	blocked: undefined,
	isConfirmed: undefined,
	blocks: null,
	signedInAt: null,
};
const fine: UserNow = { ...unknown, blocked: false, isConfirmed: true, blocks: [], signedInAt: null };
const NOW = new Date("2026-11-30T14:10:00.000Z");
const OLD = "2026-11-29T13:59:59.000Z";

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
const causes = (entries: LogEntry[], user = unknown, isWhole = true, now = NOW) =>
	signInCauses({ entries, isWhole, now }, user).causes.map(({ parts }) => inText(parts));

const wrong = { type: "fp", ip: IP, connection: "staff" };
const failed = (description: string, others: Partial<LogEntry> = {}) => ({ type: "f", description, ...others });
const renewal = (description: string) => ({ type: "fertft", client_id: "portal", client_name: "Portal", description });
const block = { type: "limit_wc", ip: IP, connection: "staff", details: { until: UNTIL } };
/** The embedded service's: of the account, without the way and the address. */
const counted = (
	type: string,
	count: number,
	description = `${count} more failures of this account within the hour`,
) => ({
	...{ type, description, details: { count } },
});
const [tooOften, tooManyCodes] = [
	"Your account has been blocked after multiple consecutive login attempts.",
	"Signing in with a code is blocked after too many wrong codes.",
];
const refusal = failed(tooOften, { connection: "staff" });
const lyon = { city_name: "Lyon", country_name: "France" };

test.each<[string, LogEntry[], string, UserNow?]>([
	["one wrong password", log(wrong), `The password was wrong <14:00> from ${IP}.`],
	["an old one of a user who gave up", log({ ...wrong, date: OLD }), `The password was wrong <13:59> from ${IP}.`],
	["several", log(wrong, wrong, wrong, wrong), `The password was wrong 4 times from ${IP}, the last time <14:00>.`],
	[
		"several, then a block",
		log(block, wrong, wrong, wrong, wrong),
		`The password was wrong 4 times from ${IP}, the last time <13:59>, then sign-in was blocked until <14:30>.`,
	],
	[
		"a block that the tenant lists now",
		log(block, wrong),
		`The password was wrong <13:59> from ${IP}, then sign-in was blocked until <14:30>. Sign-in is blocked now from ${IP}.`,
		{ ...unknown, blocks: [{ ip: IP, connection: "staff" }] },
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
		log(refusal, block, wrong, wrong, wrong),
		`The password was wrong 3 times from ${IP}, the last time <13:58>, then sign-in was blocked until <14:30>.`,
	],
	["a block alone", log(block), `Sign-in was blocked after failed attempts <14:00> from ${IP} until <14:30>.`],
	[
		"attempts that the block refuses, in one entry, after it is over",
		log(counted("f", 3, tooOften), block, wrong, wrong),
		`The password was wrong 2 times from ${IP}, the last time <13:58>, then sign-in was blocked until <14:30>.`,
		fine,
	],
	[
		"one such attempt, of a block whose entry is of another way",
		log(counted("f", 1, `${tooManyCodes} Try again in 15 minutes.`), { ...block, connection: "email" }, wrong),
		`The password was wrong <13:58> from ${IP}.`,
		fine,
	],
	[
		"an entry that counts wrong passwords, which has the time of the first",
		log(counted("fp", 2400), wrong, wrong),
		"The password was wrong 2,402 times since <13:58>.",
	],
	[
		"one before others",
		log(wrong, counted("fp", 2400), wrong),
		"The password was wrong 2,402 times, the last time <14:00>.",
	],
	[
		"one of an address",
		log({ ...counted("fp", 5), ip: IP }),
		`The password was wrong 5 times from ${IP} since <14:00>.`,
	],
	[
		"one of other failures",
		log(counted("f", 5)),
		"Sign-in failed 5 times since <14:00>. The tenant says: “5 more failures of this account within the hour”",
	],
	[
		"a place that an entry has",
		log({ ...wrong, location_info: lyon }),
		`The password was wrong <14:00> from ${IP} (Lyon, France).`,
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
	[
		"a user who is blocked by an admin who is known",
		log(failed(SIGN_IN_FAILURES.blocked)),
		"The user is blocked. “Edda” blocked them <13:00>. Sign-in was refused <14:00>.",
		{ ...fine, blocked: true, blockedSince: { at: "2026-11-30T13:00:00.000Z", by: "Edda" } },
	],
	[
		"a user who is blocked, and did not try, since a time that is known",
		[],
		"The user is blocked. They were blocked <13:00>.",
		{ ...fine, blocked: true, blockedSince: { at: "2026-11-30T13:00:00.000Z", by: null } },
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
		`Sign-in is blocked after failed attempts from ${IP} and ${OTHER}.`,
		{ ...fine, blocks: [{ ip: IP }, { ip: OTHER }] },
	],
	["blocks of all addresses", [], "Sign-in is blocked after failed attempts.", { ...fine, blocks: [{ ip: IP }, {}] }],
	[
		"a block that holds, of several in the log",
		log(block, block, { ...block, details: null }),
		`Sign-in is blocked after failed attempts from ${IP} until <14:30>.`,
		{ ...fine, blocks: [{ ip: IP }] },
	],
	[
		"old failures, of which the block holds",
		log({ type: "slo" }, { ...block, date: OLD }, { ...wrong, date: OLD }),
		`The password was wrong <13:59> from ${IP}, then sign-in was blocked until <14:30>. Sign-in is blocked now.`,
		{ ...fine, blocks: [{}] },
	],
	[
		"an old refusal for an address that is not confirmed yet",
		log({ type: "slo" }, failed(SIGN_IN_FAILURES.unconfirmed, { date: OLD })),
		"Sign-in was refused <13:59>, because the e-mail address is not confirmed.",
		{ ...fine, isConfirmed: false },
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
		"Sign-in was refused <14:00>: the connection “staff” was not enabled for “Portal”.",
	],
	[
		"one that the tenant words otherwise, without names",
		log(failed("the connection is disabled")),
		"Sign-in was refused <14:00>: the connection was not enabled for the application.",
	],
	[
		"an identity provider that failed",
		log({ type: "fc", connection: "acme", description: "The signature is not valid." }),
		"Sign-in with the connection “acme” failed <14:00>. The tenant says: “The signature is not valid.”",
	],
	...[
		"Access from this country is blocked.",
		"Error code 7: the form has expired.",
		"Invalid country code",
		"Too many messages were requested for this e-mail address or number.",
		"The user is blocked, or the password is wrong.",
	].map((said): [string, LogEntry[], string] => [
		`what only resembles a cause: ${said}`,
		log(failed(said)),
		`Sign-in failed <14:00>. The tenant says: “${said}”`,
	]),
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
		"a token that was revoked with others",
		log(
			{ ...renewal("The refresh token was revoked."), details: { refresh_token_id: "dcr_1" } },
			{ type: "srrt", details: { count: 2, refresh_token_ids: ["dcr_2", "dcr_1"] } },
		),
		"“Portal” could not renew its access <14:00>: its refresh token was revoked <13:59>.",
	],
	[
		"a token that was used again",
		log(renewal("The refresh token was used before, so it was revoked with all of its successors.")),
		"“Portal” could not renew its access <14:00>: its refresh token was used a second time.",
	],
	[
		"a token that was used again, and was revoked for it",
		log(
			{ ...renewal("The refresh token was revoked."), details: { refresh_token_id: "dcr_1" } },
			{ ...renewal("Reuse detected"), details: { refresh_token_id: "dcr_1" } },
			{ type: "srrt", details: { refresh_token_id: "dcr_1" } },
		),
		"“Portal” could not renew its access 2 times, the last time <14:00>: its refresh token was used a second time.",
	],
	[
		"a token that was revoked after its refusal",
		log(
			{ type: "srrt", details: { refresh_token_id: "dcr_1" } },
			{ ...renewal("The refresh token has expired."), details: { refresh_token_id: "dcr_1" } },
		),
		"“Portal” could not renew its access <13:59>: its refresh token has expired.",
	],
	[
		"a token that was refused for another reason, and had been revoked",
		log(
			{ ...renewal("It was issued to another application."), details: { refresh_token_id: "dcr_1" } },
			{ type: "srrt", details: { refresh_token_id: "dcr_1" } },
		),
		"“Portal” could not renew its access <14:00>. The tenant says: “It was issued to another application.”",
	],
	...["The refresh token is unknown: it was revoked.", "The session or the consent has ended."].map(
		(said): [string, LogEntry[], string] => [
			`a refusal that leaves its reason open: ${said}`,
			log(renewal(said)),
			`“Portal” could not renew its access <14:00>. The tenant says: “${said}”`,
		],
	),
	[
		"an exchange for a user of whom it is not known whether they are blocked still",
		log(renewal(SIGN_IN_FAILURES.blocked)),
		"“Portal” could not renew its access <14:00>: the user was blocked.",
	],
	[
		"an exchange of a code for them",
		log({ ...renewal(SIGN_IN_FAILURES.blocked), type: "feacft" }),
		"“Portal” could not complete the sign-in <14:00>: the user was blocked.",
	],
	[
		"an exchange that was refused for another reason",
		log(renewal("Unknown or invalid refresh token."), renewal("Unknown or invalid refresh token.")),
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
	[
		"a sign-in of which the log has no entry yet",
		log(wrong, { ...wrong, date: null }).slice(0, 1),
		{ ...fine, signedInAt: "2026-11-30T14:00:01.000Z" },
	],
	["a failure a day before the latest attempt", log({ type: "s", connection: "acme" }, { ...wrong, date: OLD })],
	[
		"a refused connection a day before it",
		log({ type: "seacft" }, failed(SIGN_IN_FAILURES.otherConnection, { date: OLD })),
	],
	["attempts that a block refuses that is over", log(counted("f", 3, tooManyCodes)), fine],
	["a block whose end is past", log({ ...block, details: { until: "2026-11-30T14:09:00.000Z" } })],
	["a refused exchange of a user who is not blocked any more", log(renewal(SIGN_IN_FAILURES.blocked)), fine],
	...[counted("fp", 7), counted("fp", 1), counted("f", 7), counted("fertft", 7)].map((entry): [string, LogEntry[]] => [
		`a counted entry before a success: ${entry.type}, ${entry.details.count}`,
		log({ type: "s", connection: "staff" }, entry),
	]),
	[
		"a failure without a connection before a success",
		log({ type: "s", connection: "staff" }, failed("Rule denied access")),
	],
	[
		"a failure of an unknown cause before a success in the same application",
		log(
			{ type: "s", client_id: "portal", connection: "acme" },
			failed("Rule", { client_id: "portal", connection: "staff" }),
		),
	],
	[
		"an exchange of a code before a success in another application",
		log({ type: "s", client_id: "shop" }, { ...renewal("x"), type: "feacft" }),
	],
	[
		"a connection that is not enabled before a success in another application",
		log(
			{ type: "s", client_id: "shop", connection: "acme" },
			failed(SIGN_IN_FAILURES.otherConnection, { client_id: "portal", connection: "staff" }),
		),
	],
	[
		"one before a sign-in that only the profile has",
		log(failed(SIGN_IN_FAILURES.otherConnection)),
		{ ...fine, signedInAt: "2026-11-30T14:00:01.000Z" },
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

const there = { client_id: "portal", connection: "staff" };
const ofToken = (id: string) => ({ details: { refresh_token_id: id } });
test.each<[string, LogEntry[], UserNow?]>([
	["of another way to sign in", log({ ...there, type: "s", connection: "acme" }, { ...wrong, ...there })],
	["that does not say how", log({ type: "s" }, wrong)],
	["without a known way before it", log({ type: "s", connection: "staff" }, { type: "fp" })],
	["of another application", log({ type: "sertft", client_id: "shop" }, renewal("revoked"))],
	[
		"with another token",
		log({ type: "sertft", client_id: "portal", ...ofToken("dcr_2") }, { ...renewal("reuse"), ...ofToken("dcr_1") }),
	],
	[
		"that the profile has, and of which the log says that it was another way",
		log({ type: "s", connection: "acme" }, wrong),
		{ ...fine, signedInAt: "2026-11-30T14:00:01.000Z" },
	],
	["before the failure, that the profile has", log(wrong), { ...fine, signedInAt: "2026-11-30T13:59:59.000Z" }],
	["of another way and application", log({ type: "s", client_id: "shop", connection: "acme" }, failed("Rule", there))],
	["of an exchange, by an application", log({ type: "sertft" }, { ...wrong, date: OLD })],
	["of a request to the tenant", log({ type: "sapi" }, { ...wrong, date: OLD })],
])("a success %s leaves the cause", (_, entries, user = unknown) => {
	expect(causes(entries, user)).toHaveLength(1);
});

test.each<[string, Partial<LogEntry>[]]>([
	["of another way to sign in", [block, failed(SIGN_IN_FAILURES.wrongCode, { connection: "email" })]],
	["before which another way failed", [block, failed(SIGN_IN_FAILURES.wrongCode, { connection: "email" }), wrong]],
	["that does not say of which way", [{ ...block, connection: null }, wrong]],
	["before all failures", [wrong, block]],
])("a block %s stands alone", (_, entries) => {
	const all = causes(log(...entries));
	expect(all).toHaveLength(entries.length);
	expect(all.join()).toContain("Sign-in was blocked after failed attempts");
	expect(all.join()).not.toMatch(/then|between/);
});

test("a block that the tenant lists without a connection is of passwords, not of the codes that were blocked before", () => {
	const email = { connection: "email" };
	const entries = log({ ...block, ...email }, failed(SIGN_IN_FAILURES.wrongCode, email));
	expect(causes(entries, { ...fine, blocks: [{ ip: IP }] })).toEqual([
		`Sign-in is blocked after failed attempts from ${IP}.`,
		"The code was wrong <13:59>, then sign-in was blocked until <14:30>.",
	]);
	expect(causes(log({ ...block, ...email }), { ...fine, blocks: [{ ip: OTHER, connection: "staff" }] })).toEqual([
		`Sign-in is blocked after failed attempts from ${OTHER}.`,
	]);
});

test("of failures that may go on beyond what was read, their number is the least", () => {
	const least = `The password was wrong at least 2 times from ${IP}, the last time <14:00>.`;
	expect(causes(log(wrong, wrong, { type: "cs" }), unknown, false)).toEqual([least]);
	expect(causes(log(wrong, wrong, counted("f", 7)))).toContain(least);
	expect(causes(log(wrong, wrong, counted("f", 7, tooOften)))[0]).not.toContain("at least");
	expect(causes(log(wrong, { type: "s", connection: "staff" }), unknown, false)[0]).not.toContain("at least");
});

test.each<[string, boolean, LogEntry[], UserNow?]>([
	["a failure after the last sign-in", true, log(wrong, { type: "s", connection: "staff" })],
	["a failure alone", true, log(wrong)],
	["a user who is blocked, who signed in before", true, log({ type: "s" }), { ...fine, blocked: true }],
	["a block that holds", true, log({ type: "s" }), { ...fine, blocks: [{}] }],
	["a sign-in in another way after it", false, log({ type: "s", connection: "acme" }, wrong)],
	["an application that could not renew its access", false, log(renewal("revoked"))],
	["one that could not, after a failure", true, log(renewal("revoked"), wrong)],
])("whether the user is shut out: %s", (_, isShutOut, entries, user = unknown) => {
	const all = signInCauses({ entries, isWhole: true, now: NOW }, user);
	expect([all.causes.length > 0, all.isShutOut]).toEqual([true, isShutOut]);
});

test("what holds now stands first, renewals last, three in all, with the number of the others", () => {
	const entries = log(
		renewal("revoked"),
		renewal("has expired"),
		failed("a"),
		failed("b"),
		wrong,
		failed(SIGN_IN_FAILURES.blocked),
	);
	const user = { ...unknown, blocked: true, blocks: [{ ip: OTHER }] };
	const all = signInCauses({ entries, isWhole: true, now: NOW }, user);
	expect(all.causes.map(({ kind }) => kind)).toEqual(["blocked", "limit", "other"]);
	expect(all.more).toBe(4);
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
			for (const { parts } of signInCauses({ entries, isWhole: true, now: NOW }, unknown).causes) {
				for (const part of parts) {
					if (typeof part === "string") expect(part).not.toMatch(/\d\.\d|Portal|Shop|staff|acme|Lyon/);
					else if ("address" in part) {
						expect(known).toContain(part.address);
						if (part.place !== null)
							expect(entries.some((entry) => entry.ip === part.address && entry.location_info)).toBe(true);
					} else expect(known).toContain(Object.values(part)[0]);
				}
			}
			const signIns = ["staff", "acme"].flatMap((connection) =>
				["portal", "shop"].map((client_id) => ({ type: "s", connection, client_id })),
			);
			const named = drawn.map((entry) => ({ client_id: "portal", connection: "staff", ...entry }));
			expect(causes(log(...signIns, { type: "scp" }, ...named), fine)).toEqual([]);
		}),
	);
});
