import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLinear } from "@/lib/testing/linear";
import { INCIDENT_USERS_MAX, listRefusal, readUserList } from "./user-list";

const textsOf = (text: string) => readUserList(text).entries.map((entry) => entry.text);

describe("a pasted list of users", () => {
	it.each([
		[
			"one a line",
			"ann@example.com\nauth0|1\r\nben@example.com\n\n",
			["ann@example.com", "auth0|1", "ben@example.com"],
		],
		[
			"commas, semicolons, tabs",
			"ann@example.com, ben@example.com; auth0|1\tauth0|2",
			["ann@example.com", "ben@example.com", "auth0|1", "auth0|2"],
		],
		["spaces", "ann@example.com ben@example.com", ["ann@example.com", "ben@example.com"]],
		["quotes", "\"ann@example.com\",'ben@example.com'", ["ann@example.com", "ben@example.com"]],
		[
			"a mail client's",
			"Ann, the first <ann@example.com>; mailto:ben@example.com",
			["ann@example.com", "ben@example.com"],
		],
		["an enterprise connection's ID", "samlp|okta|ann@example.com", ["samlp|okta|ann@example.com"]],
		[
			"characters that are not seen",
			"ann@example.com\u200B\nben@\u00ADexample.com",
			["ann@example.com", "ben@example.com"],
		],
		["brackets and a full stop", "(ann@example.com)\n[ben@example.com].", ["ann@example.com", "ben@example.com"]],
		["a table", "Ann|ann@example.com|active\nBen | ben@example.com", ["ann@example.com", "ben@example.com"]],
		["a byte order mark", "\uFEFFann@example.com", ["ann@example.com"]],
	])("may have %s", (_, text, expected) => {
		expect(textsOf(text)).toEqual(expected);
	});

	it("passes over the other cells of a CSV line, and reports a line that names no user", () => {
		expect(readUserList('email,name\n"ann@example.com","Ann, Lee"\nBen')).toEqual({
			entries: [{ kind: "email", text: "ann@example.com", lines: [2] }],
			faults: [{ line: 3, text: "Ben" }],
			repeated: 0,
			heading: "email, name",
		});
	});

	it.each([
		...["E-mail;First name", "user_id", "User ID", "userId", "Users", "E-Mail Address", "Department;Name;Phone 2"],
		...["E-Mail-Adresse", "emailAddress", "Work email", "user.email", "Account ID", "customer_id", "email:"],
		...["First Name [Required];Email Address [Required]", "Last;First;E-mail 1 - Value;E-mail", "Email (work)"],
	])("passes over line 1 that names the columns: %s", (heading) => {
		expect(readUserList(`${heading}\nann@example.com`)).toMatchObject({
			heading: heading.replaceAll(";", ", "),
			faults: [],
		});
		expect(readUserList(`ann@example.com\n${heading}`)).toMatchObject({ heading: null, faults: expect.any(Array) });
		expect(readUserList(`ann@example.com\n${heading}`).faults).not.toEqual([]);
	});

	it.each([
		"5f7c8ec7c33c6c004bbafe82",
		"5f7c8ec7c33c6c004bbafe82;user",
		"Ann Lee;5f7c8ec7c33c6c004bbafe82;User",
		"7;user",
		"Name (5f7c8ec7c33c6c004bbafe82)",
		"Given",
		"Ann;Lee",
		"david",
		"user1",
		"User Ann Smith",
		"Address book",
		"email;ann@",
		"name;|1",
	])("reports line 1 that may name a user: %s", (first) => {
		const { heading, faults } = readUserList(`${first}\nann@example.com;Ann`);
		expect(heading).toBeNull();
		expect(faults[0]?.line).toBe(1);
	});

	it("reports a cell that looks like a user and is none, beside one that is", () => {
		expect(readUserList("ann@example.com, ben@").faults).toEqual([{ line: 1, text: "ben@" }]);
	});

	it("folds what is repeated: e-mail addresses in any case, IDs as they are", () => {
		const { entries, repeated } = readUserList("ann@example.com\nANN@example.com\nauth0|a\nauth0|A\nann@example.com");
		expect(entries).toEqual([
			{ kind: "email", text: "ann@example.com", lines: [1, 2, 5] },
			{ kind: "id", text: "auth0|a", lines: [3] },
			{ kind: "id", text: "auth0|A", lines: [4] },
		]);
		expect(repeated).toBe(2);
	});

	it("is accepted with 1,000 different users, and refused with the number of more", () => {
		const listOf = (count: number) =>
			readUserList(
				Array.from({ length: count }, (_, index) => `u${index}@example.com\nu${index}@example.com`).join("\n"),
			);
		expect(listRefusal(listOf(INCIDENT_USERS_MAX))).toBeNull();
		expect(listRefusal(listOf(INCIDENT_USERS_MAX + 1))).toContain("names 1,001 different users");
	});

	it("is refused where it names no user", () => {
		expect(listRefusal(readUserList(" \n"))).toBe("Enter e-mail addresses or user IDs, one a line.");
		expect(listRefusal(readUserList("nobody"))).toContain("Line 1, “nobody”, is neither");
	});

	it("loses no entry, whatever separates them", () => {
		const entry = fc.constantFrom("ann@example.com", "ben@example.com", "auth0|1", "auth0|2");
		const separator = fc.constantFrom("\n", ",", ";", "\t", ", ", "\r\n", " \n ");
		fc.assert(
			fc.property(fc.array(fc.tuple(entry, separator)), (parts) => {
				const expected = [...new Set(parts.map(([text]) => text))];
				expect(textsOf(parts.flat().join(""))).toEqual(expected);
			}),
		);
	});

	it("is read in linear time", () => {
		for (const part of ["@", "|", "(", ".", " |", '"', "'", " ", "<", ",", "a@b"]) {
			expect(isLinear(readUserList, (length) => part.repeat(length / part.length), 40_000)).toBe(true);
		}
	});
});
