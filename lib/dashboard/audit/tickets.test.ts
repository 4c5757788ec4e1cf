import { expect, test } from "vitest";
import { isLinear } from "@/lib/testing/linear";
import { patternFault, reasonParts, ticketUrlFault } from "./tickets";

const rule = { patterns: ["SUP-#", "INC#", "a.b/#", "REQ-#-x"], url: "https://t.example/browse?id={ticket}&a=$&" };
const linked = (reason: string) =>
	reasonParts(reason, rule).flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]]));
const tickets = (reason: string) => linked(reason).map(([text]) => text);

test("each ticket in a reason is a link of its own, and all else stays text", () => {
	expect(reasonParts("for SUP-1 and INC22: asked", rule)).toEqual([
		{ text: "for " },
		{ text: "SUP-1", href: "https://t.example/browse?id=SUP-1&a=$&" },
		{ text: " and " },
		{ text: "INC22", href: "https://t.example/browse?id=INC22&a=$&" },
		{ text: ": asked" },
	]);
	expect(reasonParts("asked", rule)).toEqual([{ text: "asked" }]);
	expect(reasonParts("SUP-1", null)).toEqual([{ text: "SUP-1" }]);
});

test.each([
	["SUP-1", ["SUP-1"]],
	["(SUP-1), SUP-2.", ["SUP-1", "SUP-2"]],
	["SUP-123456789012", ["SUP-123456789012"]],
	["SUP-1234567890123", []],
	["XSUP-1 ÄSUP-1 A-SUP-1 SUP-1x SUP-1ä SUP-1-2 _SUP-1", []],
	["SUP-1 - done", ["SUP-1"]],
	["SUP-1\u0301 SUP-2", ["SUP-2"]],
	["sup-1", []],
	["SUP-", []],
	["SUP-١", []],
	["axb/1", []],
	["REQ-7-x", ["REQ-7-x"]],
])("“%s” has the tickets %j", (reason, found) => {
	expect(tickets(reason)).toEqual(found);
});

test("a ticket is encoded in the URL, and can't leave its place in it", () => {
	expect(linked("a.b/7")).toEqual([["a.b/7", "https://t.example/browse?id=a.b%2F7&a=$&"]]);
});

test("it takes linear time", () => {
	for (const piece of ["SUP-1", "SUP-1 ", "1", "INC", "SUP-", "-"])
		expect(
			isLinear<string>(
				(text) => reasonParts(text, rule),
				(length) => piece.repeat(length / piece.length),
				400_000,
			),
		).toBe(true);
});

test.each([
	[["SUP-#", "INC#"], true],
	[["#"], false],
	[["SUP"], false],
	[["-#A"], false],
	[["_A#"], false],
	[["SUP-#-"], false],
	[["SUP-##"], false],
	[["SUP-#0"], false],
	[["SUP-1#"], false],
	[["(a+)+#"], false],
	[["SUP-#", "{ticket}#"], false],
	[[`A${"-".repeat(40)}#`], false],
	[Array(21).fill("SUP-#"), false],
] as const)("the patterns %j are accepted: %s", (patterns, isAccepted) => {
	const fault = patternFault(patterns);
	expect(fault === null).toBe(isAccepted);
});

test.each([
	["https://t.example/{ticket}", true],
	["https://t.example/a/b?x=1&id={ticket}#top", true],
	["https://t.example?id={ticket}", true],
	["http://t.example/{ticket}", false],
	["javascript:alert(1)//{ticket}", false],
	["https://{ticket}/", false],
	["https://t.example{ticket}/", false],
	["https://t.example:{ticket}/", false],
	["https://{ticket}@t.example/", false],
	["https://a:b@t.example/{ticket}", false],
	["https://@t.example/{ticket}", false],
	["https://:@t.example/{ticket}", false],
	["https://t.example/a b/{ticket}", false],
	["https://t.example/\n{ticket}", false],
	["https://t.example/{ticket} ", false],
	["https://t.example\\{ticket}", false],
	["https://t.example/", false],
	["https://t.example/{ticket}/{ticket}", false],
	["https:///{ticket}", false],
	["https://t example/{ticket}", false],
	["/{ticket}", false],
])("the URL %s is accepted: %s", (url, isAccepted) => {
	expect(ticketUrlFault(url) === null).toBe(isAccepted);
});
