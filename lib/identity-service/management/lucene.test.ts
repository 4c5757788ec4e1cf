import { describe, expect, it } from "vitest";
import { longLimit } from "@/lib/testing/long-limit";
import { Refusal } from "../http/refusal";
import { USER_SEARCH_FIELDS, type UserSearch } from "../store/user-search";
import { parseUserSearch } from "./users";

const condition = (field: string, text: string, { before = false, after = false } = {}) =>
	({ kind: "condition", field, text, before, after }) as UserSearch;
const exact = (field: string, text: string) => condition(field, text);
const prefix = (field: string, text: string) => condition(field, text, { after: true });
const and = (...parts: UserSearch[]): UserSearch => ({ kind: "and", parts });
const or = (...parts: UserSearch[]): UserSearch => ({ kind: "or", parts });
const not = (part: UserSearch): UserSearch => ({ kind: "not", part });
const [a, b, c, d] = ["a", "b", "c", "d"].map((text) => exact("name", text)) as [
	UserSearch,
	UserSearch,
	UserSearch,
	UserSearch,
];

describe("a user search", () => {
	it.each([
		['email:"Rita@Example.com"', exact("email", "Rita@Example.com")],
		["email:rita+a@example.com", exact("email", "rita+a@example.com")],
		['user_id:"auth0|AbC"', exact("user_id", "auth0|AbC")],
		["user_id:auth0|abc", exact("user_id", "auth0|abc")],
		["phone_number:\\+4917*", prefix("phone_number", "+4917")],
		['name:"a \\"b\\" \\\\"', exact("name", 'a "b" \\')],
		["name:Foo*", prefix("name", "Foo")],
		["name:*", condition("name", "", { before: true })],
		["name:*foo", condition("name", "foo", { before: true })],
		["name:*foo*", condition("name", "foo", { before: true, after: true })],
		["name:*\\ fo*", condition("name", " fo", { before: true, after: true })],
		["name:*山田太*", condition("name", "山田太", { before: true, after: true })],
		["name:a\\*", exact("name", "a*")],
		["name:\\*a*", prefix("name", "*a")],
		['name:"a*"', exact("name", "a*")],
		["name:a AND name:b", and(a, b)],
		["name:a OR name:b", or(a, b)],
		["name:a name:b", or(a, b)],
		["name:a AND name:b OR name:c AND name:d", or(and(a, b), and(c, d))],
		["(name:a OR name:b) AND (name:c OR name:d)", and(or(a, b), or(c, d))],
		["((name:a)AND(name:b))", and(a, b)],
		["NOT name:a", not(a)],
		["name:a AND NOT (name:b OR name:c)", and(a, not(or(b, c)))],
		["name:a NOT name:b", and(a, not(b))],
		["name:NOTa", exact("name", "NOTa")],
		["山田", or(...USER_SEARCH_FIELDS.map((field) => exact(field, "山田")))],
		["  name:b  ", b],
	])("parses %s", (query, search) => {
		expect(parseUserSearch(query)).toEqual(search);
	});

	it.each([
		"phone:1",
		"user_metadata.plan:gold",
		"__proto__:1",
		"constructor:1",
		"NOT",
		"-a",
		"+a",
		"a AND",
		"AND a",
		"a AND OR b",
		"OR",
		"(a",
		"a)",
		"()",
		"name:[a TO b]",
		"name:a~2",
		"name:a^2",
		"na*me",
		"name:*a*",
		"name:*ab",
		"name:*🚗🚗*",
		"name:**",
		"name:a?",
		'name:"open',
		'"a"b',
		"name:",
		":a",
		"a && b",
		"/a/",
		"\\",
		Array.from({ length: 40 }, () => "a").join(" "),
		`${"(".repeat(20)}name:a${")".repeat(20)}`,
	])("refuses %s", (query) => {
		expect(() => parseUserSearch(query)).toThrow(Refusal);
	});

	it("parses long texts at once", () => {
		const start = performance.now();
		const texts = [
			`"${"\\".repeat(100_000)}`,
			`${"a".repeat(100_000)}"`,
			`a${"\\a".repeat(50_000)}:`,
			"(".repeat(100_000),
			"NOT ".repeat(25_000),
		];
		for (const text of texts) expect(() => parseUserSearch(text)).toThrow(Refusal);
		// Backtracking would take minutes.
		expect(performance.now() - start).toBeLessThan(longLimit(10_000));
	});
});
