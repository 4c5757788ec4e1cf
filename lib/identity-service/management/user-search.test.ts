import { describe, expect, it } from "vitest";
import { longLimit } from "@/lib/testing/long-limit";
import { Refusal } from "../http/refusal";
import { parseUserSearch } from "./user-search";

const exact = (column: string, text: string) => ({ column, match: "exact", text });
const prefix = (column: string, text: string) => ({ column, match: "prefix", text });

describe("a user search", () => {
	it.each([
		['email:"Rita@Example.com"', [[exact("email_key", "rita@example.com")]]],
		["email:rita+a@example.com", [[exact("email_key", "rita+a@example.com")]]],
		['user_id:"auth0|AbC"', [[exact("user_id", "auth0|AbC")]]],
		["user_id:auth0|abc", [[exact("user_id", "auth0|abc")]]],
		['name:"a \\"b\\" \\\\"', [[exact("name_key", 'a "b" \\')]]],
		["name:Foo*", [[prefix("name_key", "foo")]]],
		["name:*", [[prefix("name_key", "")]]],
		["name:a\\*", [[exact("name_key", "a*")]]],
		['name:"a*"', [[exact("name_key", "a*")]]],
		["email:a* AND name:b", [[prefix("email_key", "a"), exact("name_key", "b")]]],
		["email:a OR name:b", [[exact("email_key", "a")], [exact("name_key", "b")]]],
		["email:a name:b", [[exact("email_key", "a")], [exact("name_key", "b")]]],
		[
			"email:a AND name:b OR name:c AND email:d",
			[
				[exact("email_key", "a"), exact("name_key", "b")],
				[exact("name_key", "c"), exact("email_key", "d")],
			],
		],
		["山田", [[exact("email_key", "山田")], [exact("name_key", "山田")], [exact("user_id", "山田")]]],
		["  name:b  ", [[exact("name_key", "b")]]],
	])("parses %s", (query, branches) => {
		expect(parseUserSearch(query)).toEqual(branches);
	});

	it.each([
		"phone:1",
		"__proto__:1",
		"constructor:1",
		"NOT a",
		"-a",
		"+a",
		"a AND",
		"AND a",
		"a AND OR b",
		"OR",
		"(a)",
		"name:[a TO b]",
		"name:a~2",
		"name:a^2",
		"na*me",
		"name:*a*",
		"name:a?",
		'name:"open',
		'"a"b',
		"name:",
		":a",
		"a && b",
		"/a/",
		"\\",
		Array.from({ length: 40 }, () => "a").join(" "),
		"a AND b AND c AND d AND e",
	])("refuses %s", (query) => {
		expect(() => parseUserSearch(query)).toThrow(Refusal);
	});

	it("parses long texts at once", () => {
		const start = performance.now();
		for (const text of [`"${"\\".repeat(100_000)}`, `${"a".repeat(100_000)}"`, `a${"\\a".repeat(50_000)}:`]) {
			expect(() => parseUserSearch(text)).toThrow(Refusal);
		}
		// Backtracking would take minutes.
		expect(performance.now() - start).toBeLessThan(longLimit(10_000));
	});
});
