import { describe, expect, it } from "vitest";
import { callName, pathWords, rateLimitWords, shortPath } from "./call-words";

it.each([
	["GET", "https://t.example/api/v2/refresh-tokens/dcr_1?x=1", "GET /refresh-tokens/dcr_1"],
	["POST", "https://t.example/oauth/token", "POST /oauth/token"],
	["GET", "https://t.example/api/v2", "GET /api/v2"],
	["GET", "https://t.example/api/v2/users/auth0%7C1/refresh-tokens", "GET /users/auth0|1/refresh-tokens"],
])("names %s %s", (method, url, name) => {
	expect(callName({ method, url })).toBe(name);
});

it.each([
	["?fields=client_id%2Cname&q=a+b", "?fields=client_id,name&q=a b"],
	["?q=%E0%A4", "?q=%E0%A4"],
	["", ""],
])("shows the query %j as %j", (search, query) => {
	expect(pathWords(`https://t.example/api/v2/users/a%2Fb${search}`)).toEqual({ path: "/users/a%2Fb", query });
});

it("shortens a long path to its end, and no other", () => {
	const templates = "/verifiable-credentials/verification/templates";
	expect(shortPath("/connections/con_1234567890")).toBe("/connections/con_1234567890");
	expect(shortPath(templates)).toBe("…/verification/templates");
	expect(shortPath(`${templates}/vct_1234567890123456`)).toBe("…/templates/vct_1234567890123456");
	expect(shortPath(`/${"x".repeat(40)}`)).toBe(`/${"x".repeat(40)}`);
});

describe("the rate limit of a response", () => {
	const clock = { now: new Date("2026-11-23T13:02:53.500Z"), timeZone: "Europe/Berlin" };
	const reset = String(Date.parse("2026-11-23T13:03:05Z") / 1000);
	const all = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "98", "x-ratelimit-reset": reset };

	it.each([
		[all, "98 of 100 left, full again at 14:03:05"],
		[{ "x-ratelimit-remaining": "0", "retry-after": "3" }, "0 left, wait 3 s"],
		[{ ...all, "x-ratelimit-reset": String(Number(reset) - 60) }, "98 of 100 left, full again at 14:02:05"],
		[{ ...all, "x-ratelimit-reset": "soon", "retry-after": "Wed, 21 Oct 2026" }, "98 of 100 left"],
		[{ "x-ratelimit-reset": "9".repeat(14) }, null],
		[{ "x-ratelimit-reset": "8640000000001" }, null],
		[{ date: "x" }, null],
	])("is described in words for %j", (headers, words) => {
		expect(rateLimitWords(headers, clock)).toBe(words);
	});
});
