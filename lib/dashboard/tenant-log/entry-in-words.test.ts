import { describe, expect, it, test } from "vitest";
import { ENDS, LOG_TYPES, logEntry } from "@/lib/contract/log-entry";
import { entryInWords, entryTime, entryTitle, idInEntry, isEntryWith } from "./entry-in-words";

const wordsOf = (body: unknown) => entryInWords(logEntry.parse(body));

describe("an entry in words", () => {
	it.each([
		["that failed", { type: "fp", description: "Wrong email or password." }, ["Wrong password", null, "failed"]],
		[
			"whose cause is known",
			{ type: "f", description: "user is blocked" },
			["Sign-in failed", "The user was blocked.", "failed"],
		],
		[
			"whose cause the tenant words otherwise",
			{ type: "f", description: "Access denied" },
			["Sign-in failed", "Access denied", "failed"],
		],
		["that succeeded", { type: "s", description: "Successful login" }, ["Signed in", null, "succeeded"]],
		[
			"of a change",
			{ type: "sapi", description: "Update a User" },
			["Change through the management API", "Update a User", "succeeded"],
		],
		[
			"of an end that nobody asked for",
			{ type: "slo", description: ENDS.passwordChanged },
			["Signed out", "The password was changed.", "succeeded"],
		],
		[
			"of an end that follows another role",
			{ type: "slo", description: ENDS.roleChanged },
			["Signed out", ENDS.roleChanged, "succeeded"],
		],
		["of a sign-out", { type: "slo", description: "User successfully logged out" }, ["Signed out", null, "succeeded"]],
		["of neither", { type: "w", description: "Deprecated" }, ["Warning", "Deprecated", null]],
		[
			"of several revocations",
			{ type: "srrt", details: { count: 3 } },
			["3 refresh tokens revoked", null, "succeeded"],
		],
		[
			"that counts several",
			{ type: "fp", description: "7 more failures of this account within the hour", details: { count: 7 } },
			["Wrong password", "7 more failures of this account within the hour", "failed"],
		],
		[
			"that counts several that succeeded",
			{ type: "sertft", description: "40 more entries of this account within the hour", details: { count: 40 } },
			["Refresh token exchanged", "40 more entries of this account within the hour", "succeeded"],
		],
		["of an unknown type", { type: "fxyz", description: "Something" }, ["Something", null, null]],
		["of an unknown type without a description", { type: "fxyz" }, ["Event “fxyz”", null, null]],
		["of a name that every object has", { type: "constructor" }, ["Event “constructor”", null, null]],
		["without anything", {}, ["Event without a type", null, null]],
		["of nulls", { type: null, description: null, details: null }, ["Event without a type", null, null]],
	])("%s", (_, body, [title, reason, outcome]) => {
		expect(wordsOf(body)).toMatchObject({ title, reason, outcome });
	});

	it("names the code of a type that has no words here, and of no other", () => {
		expect([wordsOf({ type: "fxyz", description: "x" }).code, wordsOf({ type: "s" }).code]).toEqual(["fxyz", null]);
	});

	it.each(Object.keys(LOG_TYPES))("of type %s that is a failure never says that it succeeded", (type) => {
		const { outcome } = wordsOf({ type });
		expect(outcome === "failed").toBe("isFailure" in LOG_TYPES[type as keyof typeof LOG_TYPES]);
	});

	it.each([
		[{ count: 4 }, "Wrong password, 4 times"],
		[{ count: 12_000 }, "Wrong password, 12,000 times"],
		[{ count: 1 }, "Wrong password"],
		[{ count: -4 }, "Wrong password"],
		[{ count: "4" }, "Wrong password"],
		[undefined, "Wrong password"],
	])("counts what %j says", (details, title) => {
		expect(entryTitle(wordsOf({ type: "fp", details }))).toBe(title);
	});

	it.each([
		["sapi", "Change through the management API"],
		["scp", "Password changed"],
		["fxyz", "Something"],
	])("does not know what a number in an entry of type %s counts", (type, title) => {
		expect(entryTitle(wordsOf({ type, description: "Something", details: { count: 4 } }))).toBe(title);
	});

	it.each(["s", "cs", "sertft", "slo"])("counts those that succeeded, of type %s", (type) => {
		expect(wordsOf({ type, details: { count: 40 } }).count).toBe(40);
	});

	it.each([
		[{ city_name: "Lyon", country_name: "France", country_code: "FR" }, "Lyon, France"],
		[{ country_code: "FR" }, "FR"],
		[{ city_name: "Lyon" }, "Lyon"],
		[{}, null],
		[undefined, null],
		["Lyon", null],
	])("has the place of %j", (location_info, place) => {
		expect(wordsOf({ type: "s", ip: "203.0.113.9", location_info }).place).toBe(place);
	});
});

test("the time of an entry is a text, or stands in an object", () => {
	const at = "2026-11-20T09:30:00.000Z";
	const dates = [at, { $date: at }, { $date: 5 }, {}, "yesterday", null, undefined];
	expect(dates.map((date) => entryTime({ date }))).toEqual([at, at, null, null, null, null, null]);
});

test("the IDs and the reference of an entry are found in its details, and only as texts", () => {
	const entry = logEntry.parse({
		details: { session_id: "s1", token: { token_id: "t1" } },
		references: { correlation_id: "0123abcd" },
	});
	expect([idInEntry("session", entry), idInEntry("token", entry), idInEntry("reference", entry)]).toEqual([
		"s1",
		"t1",
		"0123abcd",
	]);
	expect(idInEntry("session", logEntry.parse({ details: { session_id: { id: 1 }, request: [] } }))).toBeNull();
});

test.each([
	["900", true],
	["0123abcd", true],
	["rt_1", true],
	["sess_1", true],
	["s", false],
	["France", false],
	["client_1", false],
	["012", false],
])("an entry is found by its IDs and its reference alone: %s", (id, isFound) => {
	const entry = logEntry.parse({
		log_id: "900",
		type: "s",
		client_id: "client_1",
		details: { refresh_token_id: "rt_1", session: { session_id: "sess_1" }, request: { correlation_id: "0123abcd" } },
		location_info: { country_name: "France" },
	});
	expect(isEntryWith(id, entry)).toBe(isFound);
});
