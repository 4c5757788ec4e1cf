import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOG_TYPES } from "@/lib/contract/log-entry";
import { anyCharacter } from "@/lib/testing/any-character";
import { idSearches, type LogFilterField, logFilterFaults, logSearch, readLogFilter } from "./log-filter";

const filterOf = (parameters: Partial<Record<LogFilterField, string>>, timeZone = "UTC") =>
	readLogFilter(parameters, timeZone);
const searchOf = (parameters: Partial<Record<LogFilterField, string>>, timeZone?: string) =>
	logSearch(filterOf(parameters, timeZone));
const FAILED = searchOf({ outcome: "failed" });
const SIGN_OUTS = searchOf({ kind: "sign-out" });

describe("the search by a filter", () => {
	it.each([
		[{}, ""],
		[{ user: "auth0|1" }, 'user_id:"auth0|1"'],
		[
			{ user: "Amara@example.com" },
			'(user_name:"Amara@example.com" OR user_name:"amara@example.com" OR user_id:"Amara@example.com")',
		],
		[{ user: "amara" }, '(user_name:"amara" OR user_id:"amara")'],
		[{ user: "Zoë" }, '(user_name:"Zoë" OR user_name:"zoë")'],
		[{ application: "Portal" }, '(client_id:"Portal" OR client_name:"Portal")'],
		[{ application: "My shop" }, 'client_name:"My shop"'],
		[{ ip: " 203.0.113.9 " }, 'ip:"203.0.113.9"'],
		[{ ip: "2001:DB8::0:1" }, 'ip:"2001:db8::1"'],
		[{ kind: "sign-out" }, '(type:"slo" OR type:"flo")'],
		[{ kind: "sign-out", outcome: "failed" }, 'type:"flo"'],
		[{ kind: "code", outcome: "failed" }, 'type:"-"'],
		[
			{ user: "auth0|1", kind: "sign-out", ip: "203.0.113.9" },
			'user_id:"auth0|1" AND ip:"203.0.113.9" AND (type:"slo" OR type:"flo")',
		],
	])("of %j is %j", (parameters, search) => {
		expect(searchOf(parameters)).toBe(search);
	});

	it("has the users who have an e-mail address, by their IDs as well", () => {
		expect(logSearch(filterOf({ user: "a@b.example" }), ['auth0|"1'])).toBe(
			'(user_name:"a@b.example" OR user_id:"a@b.example" OR user_id:"auth0|\\"1")',
		);
	});

	it.each([
		[{ id: "0123abcd" }, ['(type:"sapi" OR type:"fapi")', ""]],
		[{ id: "0123abcd", outcome: "failed" }, ['type:"fapi"', FAILED]],
		[{ id: "0123abcd", kind: "sign-out" }, [`${SIGN_OUTS} AND log_id:"0123abcd"`, SIGN_OUTS]],
		[{ id: 'order"17', ip: "::1" }, ['ip:"::1" AND log_id:"order\\"17"', 'ip:"::1"']],
	])("for what is looked for in entries, %j, is %j", (parameters, searches) => {
		expect(idSearches(filterOf(parameters))).toEqual(searches);
	});

	it("has a text anywhere in a value, and fewer than three characters at its beginning", () => {
		expect(searchOf({ text: "a b" })).toContain("description:*a\\ b* OR user_name:*a\\ b*");
		expect(searchOf({ text: "ab" })).toContain("(description:ab* OR");
	});

	it("has the types that failed, or succeeded, and each type in one kind", () => {
		const types = (search: string) => [...search.matchAll(/type:"(\w+)"/g)].map(([, type]) => type);
		const [failed, succeeded] = [types(searchOf({ outcome: "failed" })), types(searchOf({ outcome: "succeeded" }))];
		expect(failed).toEqual(expect.arrayContaining(["fepft", "feotpft", "ferrt", "gd_auth_failed"]));
		expect([failed.includes("fp"), succeeded.includes("fp"), succeeded.includes("s")]).toEqual([true, false, true]);
		expect([...failed, ...succeeded, "w"].toSorted()).toEqual(Object.keys(LOG_TYPES).toSorted());
		const other = searchOf({ kind: "other" });
		expect(other).toMatch(/^NOT \(/);
		expect([...types(other), "w"].toSorted()).toEqual(Object.keys(LOG_TYPES).toSorted());
	});

	it.each([
		[{ since: "2026-11-20" }, "UTC", "2026-11-20T00:00:00.000Z", "2100-01-01T00:00:00.000Z"],
		[{ until: "2026-11-20" }, "UTC", "2000-01-01T00:00:00.000Z", "2026-11-20T23:59:59.999Z"],
		[
			{ since: "2026-11-20T09:30", until: "2026-11-20T09:30" },
			"Asia/Tokyo",
			"2026-11-20T00:30:00.000Z",
			"2026-11-20T00:30:59.999Z",
		],
		[
			{ since: "2026-10-25", until: "2026-10-25" },
			"Europe/Berlin",
			"2026-10-24T22:00:00.000Z",
			"2026-10-25T22:59:59.999Z",
		],
	])("%j in %s is from %s to %s", (parameters, timeZone, from, to) => {
		expect(searchOf(parameters, timeZone)).toBe(`date:[${from} TO ${to}]`);
	});

	it("keeps each text within its own term, whatever it holds", () => {
		const special = fc.constantFrom(...'"\\():*? \n[]{}', " OR ", " AND ", "NOT ", "type:s");
		const text = fc.string({ unit: fc.oneof(special, anyCharacter) });
		fc.assert(
			fc.property(fc.record({ user: text, application: text, text }), (typed) => {
				const filter = filterOf(typed);
				const search = logSearch(filter);
				const terms = search.replace(/"(?:\\.|[^"\\])*"/gsu, "Q").replace(/\\./gsu, "E");
				const shape = /^(?:\(?\w+:(?:Q|\*?[^\s():"]+\*)(?: OR \w+:(?:Q|\*?[^\s():"]+\*))*\)?(?: AND |$))*$/u;
				expect(terms).toMatch(shape);
			}),
		);
	});

	it("has room in an address for the longest text of any characters", () => {
		for (const character of ["a", "住", "🚗", "\\"])
			for (const name of ["user", "application", "text"])
				expect(encodeURIComponent(searchOf({ [name]: character.repeat(300) })).length).toBeLessThan(6_000);
	});
});

describe("what nothing is searched for with", () => {
	it.each([
		[{ ip: "203.0.113" }, { ip: "This is not an IP address." }],
		[{ since: "2026-11-21", until: "2026-11-20" }, { until: "It is before “From”." }],
		[{ since: "yesterday" }, { since: "This is not a date and time." }],
		[{ since: "2026-02-31" }, { since: "This is not a date and time." }],
		[{ since: "2026-03-29T02:30", until: "2026-12-31T23:59" }, {}],
		[{ until: "2026-13-01" }, { until: "This is not a date and time." }],
		[{ kind: "constructor" }, { kind: "There is no such kind." }],
		[{ outcome: "none" }, { outcome: "There is no such outcome." }],
		[{ text: "a".repeat(301) }, { text: "At most 300 characters can be searched for." }],
		[
			{
				user: "x",
				kind: "block",
				outcome: "failed",
				ip: "::1",
				since: "2026-11-20",
				until: "2026-11-20",
				text: "(",
				id: "1",
			},
			{},
		],
	])("%j: %j", (parameters, faults) => {
		expect(logFilterFaults(filterOf(parameters))).toEqual(faults);
	});
});
